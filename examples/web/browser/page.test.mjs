// The page in headless Chromium, at the size of a desktop and of a phone. CHROMIUM names the browser if it is not
// /usr/bin/chromium; SCREENSHOTS names a folder for pictures.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { startServer } from "./server.mjs";
import { Table } from "./table.mjs";

const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 860 } },
  { name: "phone", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: "dark" },
];

/** What the browser says of answers that a test asked for: no such game, nothing that can be opened. */
const REFUSED = /(status of|response code:) (404|422)/;

let server;
let browser;

before(async () => {
  server = await startServer();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
});

after(async () => {
  await browser?.close();
  server?.stop();
});

/** A page at a new game; whatever goes wrong in it fails the test, and so does a look at another host. */
async function withTable({ name, ...size }, use) {
  const context = await browser.newContext({ ...size, reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.address });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => { if (message.type() === "error" && !REFUSED.test(message.text())) faults.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(server.address)) faults.push(request.url()); });
  const table = new Table(page);
  await page.goto(server.address);
  await table.square("d1").waitFor();
  const picture = async (what) => {
    const folder = process.env.SCREENSHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${what}.png` });
  };
  await use(table, page, picture);
  assert.deepEqual(faults, []);
  await context.close();
}

for (const size of SIZES) {
  describe(size.name, () => {
    test("a whole game against level 1", () => withTable(size, async (table, page, picture) => {
      await table.newGame({ black: "1" });
      const ways = size.hasTouch ? ["clickMove"] : ["clickMove", "dragMove", "keyMove"];
      let turns = 0;
      for (await table.settle(); !(await table.isOver()); await table.settle()) {
        const before = (await table.moves()).length;
        await table[ways[turns % ways.length]](turns);
        await page.waitForFunction((count) => document.querySelectorAll("#moves li").length > count, before);
        turns += 1;
        assert.ok(turns <= 46, "a game has at most 92 plies");
        if (turns === 3) {
          const moves = await table.moves();
          await table.settle();
          await page.reload();
          await page.waitForFunction((count) => document.querySelectorAll("#moves li").length >= count, moves.length);
          assert.deepEqual((await table.moves()).slice(0, moves.length), moves, "nothing is lost on reload");
          await table.settle();
          await picture("game");
        }
      }
      await picture("over");
      assert.match(await table.status(), /^(White|Black) wins: (White|Black) has no move left\.$/);
      const game = new URL(page.url()).pathname;
      const record = await (await fetch(`${server.address}${game}/record?format=json`)).json();
      assert.deepEqual(record.moves, await table.moves());
      assert.equal(record.ending, "no_move");
    }));

    test("the page fits its width", () => withTable(size, async (table, page, picture) => {
      await page.click("#analyse");
      await page.waitForSelector("#analysis-lines tr");
      await picture("analysis");
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(await overflow() <= 0);
      await page.click("#setup");
      assert.ok(await overflow() <= 0);
      await picture("setup");
      await page.click("#editor-cancel");
      for (const [opener, dialog] of [["#open-new", "#new-game"], ["#open-share", "#share"]]) {
        await page.click(opener);
        await picture(dialog.slice(1));
        const { x, width } = await page.locator(dialog).boundingBox();
        assert.ok(x >= 0 && x + width <= size.viewport.width);
        await page.keyboard.press("Escape");
      }
    }));

    test("take back, hint, resign, flip and typed moves", () => withTable(size, async (table, page) => {
      await page.fill("#typed-move", "d1d7,d7g7");
      await page.press("#typed-move", "Enter");
      await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 2);
      await page.click("#undo");
      await page.waitForFunction(() => !document.querySelector("#moves li"));
      await page.click("#hint");
      await page.waitForFunction(() => /^Hint: /.test(document.querySelector("#status").textContent));
      await page.waitForFunction(() => document.querySelectorAll("#board .hint-from").length === 1);
      const first = () => page.$eval("#board button", (square) => square.dataset.square);
      assert.equal(await first(), "a10");
      await page.click("#flip");
      assert.equal(await first(), "j1");
      await page.fill("#typed-move", "a1-a2/a3");
      await page.press("#typed-move", "Enter");
      await page.waitForFunction(() => /^Not possible: /.test(document.querySelector("#status").textContent));
      await page.click("#resign");
      await page.click("#ask button.main");
      await page.waitForFunction(() => document.querySelector("#status").textContent === "Black wins: White resigned.");
      await page.click("#undo");
      await page.waitForFunction(() => !document.querySelector("#status").classList.contains("over"));
    }));

    test("positions and games are copied, pasted and set up", () => withTable(size, async (table, page) => {
      const paste = async (text) => {
        await page.click("#open-share");
        await page.fill("#share-text", text);
        await page.click("#paste-open");
      };
      await paste("no game");
      await page.waitForFunction(() => document.querySelector("#share-fault").textContent);
      await page.keyboard.press("Escape");
      await paste("(;GM[18];B[djddgd];W[adbccc])");
      await page.waitForFunction(() => document.querySelectorAll("#moves li").length >= 2);
      assert.deepEqual((await table.moves()).slice(0, 2), ["d1-d7/g7", "a7-b8/c8"]);
      await page.click("#open-share");
      await page.click("#copy-fen");
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^3q2q3\/10\/1q\*7\/3Q2\*2q\/.* w$/);
      await page.selectOption("#share-format", "sgf");
      await page.click("#copy-game");
      await page.waitForFunction(() => document.querySelector("#copy-game").textContent === "Copied");
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /;B\[djddgd\]/);
      await page.keyboard.press("Escape");
      await page.click("#setup");
      await page.click("#editor-clear");
      await table.square("b2").click();
      await page.check('input[name="piece"][value="q"]');
      await table.square("i9").click();
      await page.check('input[name="piece"][value="*"]');
      await table.square("e5").click();
      assert.equal(await page.inputValue("#editor-fen"), "10/8q1/10/10/10/4*5/10/10/1Q8/10 w");
      await page.click("#editor button.main");
      await page.waitForFunction(() => document.querySelectorAll("#board button[aria-label*=amazon]").length === 2);
      await page.waitForFunction(() =>
        /arrow/.test(document.querySelector('#board [data-square="e5"]')?.getAttribute("aria-label")));
    }));

    test("the engine plays itself, and the game is looked through", () => withTable(size, async (table, page) => {
      await table.newGame({ white: "1", black: "2", start: "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w" });
      await page.waitForFunction(() => document.querySelectorAll("#board button").length === 36);
      await page.waitForFunction(() => document.querySelector("#status").classList.contains("over"));
      const moves = await table.moves();
      await page.click('[data-step="first"]');
      assert.equal((await table.names("#board .last")).length, 0);
      await page.click('[data-step="on"]');
      const [from, to, arrow] = moves[0].split(/[-/]/);
      assert.deepEqual(new Set(await table.names("#board .last")), new Set([from, to, arrow]));
      assert.match(await table.square(arrow).getAttribute("aria-label"), /arrow/);
    }));
  });
}

test("a game that the server has forgotten comes back", () => withTable(SIZES[0], async (table, page) => {
  await page.fill("#typed-move", "d1-d7/g7");
  await page.press("#typed-move", "Enter");
  await table.settle();
  const moves = await table.moves();
  const forgotten = "/game/00000000-0000-4000-8000-000000000000";
  await page.evaluate((path) => {
    const [key] = Object.keys(localStorage);
    localStorage.setItem(`amazons ${path.split("/")[2]}`, localStorage.getItem(key));
  }, forgotten);
  await page.goto(`${server.address}${forgotten}`);
  await page.waitForFunction((count) => document.querySelectorAll("#moves li").length >= count, moves.length);
  assert.deepEqual((await table.moves()).slice(0, moves.length), moves);
  assert.notEqual(new URL(page.url()).pathname, forgotten);
}));
