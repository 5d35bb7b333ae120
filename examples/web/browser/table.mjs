// A page at a board, used as a player uses it.

import assert from "node:assert/strict";

/** Milliseconds that an answer may take on a busy machine. */
const PATIENCE = 60_000;

export class Table {
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
  }

  square(name) {
    return this.page.locator(`[data-square="${name}"]`);
  }

  names(selector) {
    return this.page.$$eval(selector, (squares) => squares.map((square) => square.dataset.square));
  }

  moves() {
    return this.page.$$eval("#moves button", (buttons) => buttons.map((button) => button.lastChild.textContent));
  }

  status() {
    return this.page.textContent("#status");
  }

  isOver() {
    return this.page.$eval("#status", (status) => status.classList.contains("over"));
  }

  /** Waits until it is the player's turn, or the game is over. */
  async settle() {
    await this.page.waitForFunction(() => {
      const status = document.querySelector("#status");
      return status.classList.contains("over") || /Your turn|to move|Hint/.test(status.textContent);
    });
  }

  async newGame({ white = "human", black, start = "" }) {
    await this.page.click("#open-new");
    await this.page.selectOption("#new-white", white);
    await this.page.selectOption("#new-black", black);
    await this.page.selectOption("#new-start", start);
    await this.page.click("#new-game button.main");
  }

  /** Some move, found by what the page offers. `seed` varies it. */
  async findMove(seed) {
    const own = await this.names('#board button[aria-label*="white amazon"]');
    for (let index = 0; index < own.length; index++) {
      const from = own[(seed + index) % own.length];
      await this.square(from).click();
      const targets = await this.names("#board .target");
      if (targets.length) return { from, to: targets[(7 * seed) % targets.length] };
    }
    assert.fail("no amazon can move, and the game is not over");
  }

  async shoot(seed) {
    const shots = await this.names("#board .shot");
    assert.ok(shots.length > 0, "an arrow can always be shot");
    return shots[(5 * seed) % shots.length];
  }

  async clickMove(seed) {
    const { to } = await this.findMove(seed);
    await this.square(to).click();
    await this.square(await this.shoot(seed)).click();
  }

  async dragMove(seed) {
    const { from, to } = await this.findMove(seed);
    await this.page.keyboard.press("Escape");
    await this.drag(from, to);
    await this.drag(to, await this.shoot(seed));
  }

  async drag(from, to) {
    const middle = async (name) => {
      const { x, y, width, height } = await this.square(name).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await this.page.mouse.move(...(await middle(from)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await middle(to)), { steps: 5 });
    await this.page.mouse.up();
  }

  /** Walks to each square with the arrow keys. */
  async keyMove(seed) {
    const { from, to } = await this.findMove(seed);
    await this.page.keyboard.press("Escape");
    await this.square(from).focus();
    await this.page.keyboard.press("Enter");
    await this.walk(from, to);
    await this.page.keyboard.press("Enter");
    await this.walk(to, await this.shoot(seed));
    await this.page.keyboard.press("Enter");
  }

  async walk(from, to) {
    const [columns, rows] = [to.charCodeAt(0) - from.charCodeAt(0), Number(to.slice(1)) - Number(from.slice(1))];
    for (let step = 0; step < Math.abs(columns); step++) await this.page.keyboard.press(columns > 0 ? "ArrowRight" : "ArrowLeft");
    for (let step = 0; step < Math.abs(rows); step++) await this.page.keyboard.press(rows > 0 ? "ArrowUp" : "ArrowDown");
  }
}
