// What stands around the board: seats with clocks, the list of moves, the analysis.

const percent = (probability) => `${(100 * probability).toFixed(1)}%`;
const signed = (number) => (Math.abs(number) < 0.05 ? "0.0" : `${number > 0 ? "+" : "−"}${Math.abs(number).toFixed(1)}`);

const LEVELS = ["beginner", "", "easy", "", "medium", "", "hard", "", "expert", "", "", "strongest"];

/** Fills a select with all players; the value is what `playerOf` reads. */
export function fillPlayers(select, player) {
  const options = [["human", "You"], ...LEVELS.map((name, index) => [String(index + 1), `Level ${index + 1}${name ? `, ${name}` : ""}`])];
  if (player?.kind === "time") options.push([`time ${player.milliseconds}`, `${player.milliseconds} ms a move`]);
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  if (player) select.value = { human: "human", level: String(player.level), time: `time ${player.milliseconds}` }[player.kind];
}

export function playerOf(value) {
  if (value === "human") return { kind: "human" };
  const time = /^time (\d+)$/.exec(value);
  return time ? { kind: "time", milliseconds: Number(time[1]) } : { kind: "level", level: Number(value) };
}

/** A player's seat: name, choice of player, clock. */
export class Seat {
  constructor(color, onChange) {
    this.color = color;
    this.element = document.createElement("div");
    this.element.className = `seat-inner ${color}`;
    this.element.innerHTML = '<span class="stone"></span><label></label><span class="thinking" hidden>thinking</span><span class="clock" role="timer"></span>';
    const label = this.element.querySelector("label");
    this.select = document.createElement("select");
    this.select.id = `player-${color}`;
    label.append(color === "white" ? "White " : "Black ", this.select);
    this.clock = this.element.querySelector(".clock");
    this.thinking = this.element.querySelector(".thinking");
    this.select.addEventListener("change", onChange);
  }

  show(state) {
    const key = JSON.stringify(state[this.color]);
    if (key !== this.key) { this.key = key; fillPlayers(this.select, state[this.color]); }
    const turn = state.turn === this.color && !state.result;
    this.element.classList.toggle("turn", turn);
    this.thinking.hidden = !(turn && state.thinking);
    this.left = state.clock?.[this.color];
    this.runs = state.clock?.running === this.color;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    this.clock.hidden = this.left === undefined;
    if (this.left === undefined) return;
    const left = Math.max(0, this.left - (this.runs ? performance.now() - this.since : 0)) / 1000;
    const tenths = left < 20 ? left.toFixed(1).padStart(4, "0") : String(Math.floor(left % 60)).padStart(2, "0");
    this.clock.textContent = left < 20 ? `0:${tenths}` : `${Math.floor(left / 60)}:${tenths}`;
    this.clock.classList.toggle("short", left < 20);
  }
}

/** The list of moves; `onView` is called with the ply chosen. */
export class Moves {
  constructor(element, onView) {
    this.element = element;
    this.key = "";
    element.addEventListener("click", (event) => {
      const ply = event.target.closest("[data-ply]")?.dataset.ply;
      if (ply) onView(Number(ply));
    });
  }

  show(moves, blackFirst, viewed) {
    const key = `${blackFirst} ${moves.join(" ")}`;
    if (key !== this.key) {
      this.key = key;
      this.element.replaceChildren(...moves.map((move, index) => {
        const item = document.createElement("li");
        const black = index % 2 === (blackFirst ? 0 : 1);
        if (black) item.className = "black";
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.ply = index + 1;
        button.innerHTML = '<span class="number"></span> ';
        button.firstChild.textContent = index + 1;
        button.append(move);
        button.setAttribute("aria-label", `${index + 1}, ${black ? "Black" : "White"} ${move}`);
        item.append(button);
        return item;
      }));
    }
    for (const button of this.element.querySelectorAll("button")) {
      if (Number(button.dataset.ply) === viewed) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const current = this.element.querySelector("[aria-current]");
    if (current) this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
  }
}

const get = (id) => document.getElementById(id);

/** White's probability to win, of a report on a position. */
export const whiteWins = (report, turn) => (turn === "w" ? report.win_rate : 1 - report.win_rate);

export function showWinBar(white) {
  const bar = get("win");
  bar.hidden = white === null;
  if (white === null) return;
  get("win-share").style.width = percent(white);
  get("win-white").textContent = percent(white);
  get("win-black").textContent = percent(1 - white);
  bar.setAttribute("aria-valuenow", Math.round(100 * white));
  bar.setAttribute("aria-valuetext", `White ${percent(white)}`);
}

export function showAnalysis(report, turn, running) {
  get("analysis").hidden = false;
  const white = whiteWins(report, turn);
  const leader = white >= 0.5 ? "White" : "Black";
  const certain = { win: turn === "w" ? "White" : "Black", loss: turn === "w" ? "Black" : "White" }[report.proven];
  get("analysis-verdict").textContent = certain
    ? `${certain} wins, that is proven.`
    : `${leader} is ahead with ${percent(Math.max(white, 1 - white))}.`;
  get("analysis-lines").replaceChildren(...report.lines.map((line) => {
    const row = document.createElement("tr");
    const then = line.pv.slice(1, 5).join(" ");
    const cells = [line.move, percent(line.win_rate), signed(line.margin), then];
    row.append(...cells.map((text, index) => {
      const cell = document.createElement(index ? "td" : "th");
      if (!index) cell.scope = "row";
      cell.textContent = text;
      return cell;
    }));
    return row;
  }));
  get("analysis-effort").textContent = `${report.visits.toLocaleString("en")} simulations${running ? " …" : ""}`;
}

export function hideAnalysis() {
  get("analysis").hidden = true;
}
