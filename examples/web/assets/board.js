// The board: squares as buttons in a grid, chosen by click, drag or keys.

import { at, queenMoves, slid, squareAt, squareName, squaresOf } from "./rules.js";

/** Pixels after which a press is a drag. */
const DRAG = 6;

const NAMES = { Q: "white amazon", q: "black amazon", "*": "arrow", "": "empty" };

export class Board {
  /** Calls `onMove` with a whole move, and `onChoice` whenever another part of one is chosen. While an editor is set, it is called with every square chosen instead. */
  constructor(element, onMove, onChoice) {
    Object.assign(this, { element, onMove, onChoice, editor: null, flipped: false, playable: false, from: null, to: null });
    this.shape = "";
    this.squares = new Map();
    this.look = { last: null, hint: null, ownership: null };
    this.focused = "a1";
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.drag(event));
    element.addEventListener("pointerup", (event) => this.drop(event));
    element.addEventListener("pointercancel", () => this.endDrag());
  }

  /** Shows a position; what was half chosen is kept if it is the same one. */
  show(position, { playable, last = null, hint = null, ownership = null }) {
    const same = this.position && this.playable === playable && JSON.stringify(this.position) === JSON.stringify(position);
    this.position = position;
    this.playable = playable;
    this.look = { last, hint, ownership };
    if (!same) this.from = this.to = null;
    this.build();
    this.draw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.shape = "";
    if (this.position) { this.build(); this.draw(); }
  }

  build() {
    const { columns, rows } = this.position;
    const shape = `${columns} ${rows} ${this.flipped}`;
    if (shape === this.shape) return;
    this.shape = shape;
    this.squares.clear();
    this.element.replaceChildren();
    this.element.style.setProperty("--columns", columns);
    this.element.style.setProperty("--rows", rows);
    const order = (length) => [...Array(length).keys()];
    const rowOrder = this.flipped ? order(rows) : order(rows).reverse();
    const columnOrder = this.flipped ? order(columns).reverse() : order(columns);
    for (const row of rowOrder) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (const column of columnOrder) {
        const name = squareName(column, row);
        const square = document.createElement("button");
        square.type = "button";
        square.setAttribute("role", "gridcell");
        square.dataset.square = name;
        square.className = (column + row) % 2 ? "light" : "dark";
        if (column === columnOrder[0]) square.dataset.rank = row + 1;
        if (row === rowOrder.at(-1)) square.dataset.file = name[0];
        this.squares.set(name, square);
        line.append(square);
      }
      this.element.append(line);
    }
    if (!this.squares.has(this.focused)) this.focused = "a1";
  }

  draw() {
    const { position, look } = this;
    const shown = this.to ? slid(position, this.from, this.to) : position;
    const targets = new Set(this.targets());
    const last = look.last ? squaresOf(look.last) : [];
    const hint = look.hint ? squaresOf(look.hint) : [];
    let index = 0;
    const owners = new Map();
    if (look.ownership) {
      for (let row = 0; row < position.rows; row++) {
        for (let column = 0; column < position.columns; column++) owners.set(squareName(column, row), look.ownership[index++]);
      }
    }
    for (const [name, square] of this.squares) {
      const cell = at(shown, name);
      const owned = cell === "" ? owners.get(name) ?? 0 : 0;
      const marks = [];
      if (targets.has(name)) marks.push(this.to ? "shot" : "target");
      if (name === (this.to ?? this.from)) marks.push("chosen");
      if (last.includes(name)) marks.push("last");
      if (hint.includes(name)) marks.push(["hint-from", "hint-to", "hint-arrow"][hint.lastIndexOf(name)]);
      square.className = [square.classList.contains("light") ? "light" : "dark", ...marks].join(" ");
      const key = `${cell} ${owned.toFixed(2)}`;
      if (square.dataset.key !== key) {
        square.dataset.key = key;
        square.innerHTML = { Q: '<svg><use href="#w"/></svg>', q: '<svg><use href="#b"/></svg>', "*": '<span class="burnt"></span>', "": "" }[cell];
        if (Math.abs(owned) > 0.08) {
          const sign = document.createElement("span");
          sign.className = owned > 0 ? "own white" : "own black";
          sign.style.setProperty("--side", `${50 * Math.sqrt(Math.abs(owned))}%`);
          square.append(sign);
        }
      }
      const states = marks.map((mark) => ({ target: "can slide here", shot: "can shoot here", chosen: "chosen" })[mark]).filter(Boolean);
      square.setAttribute("aria-label", [name, NAMES[cell], ...states].join(", "));
      square.tabIndex = name === this.focused ? 0 : -1;
    }
  }

  /** Where what is chosen can go. */
  targets() {
    if (!this.from) return [];
    return this.to ? queenMoves(slid(this.position, this.from, this.to), this.to) : queenMoves(this.position, this.from);
  }

  isOwn(name) {
    return this.playable && at(this.position, name) === (this.position.turn === "w" ? "Q" : "q");
  }

  choose(name) {
    if (this.editor) return this.editor(name);
    if (this.from && this.targets().includes(name)) {
      if (this.to) {
        const move = `${this.from}-${this.to}/${name}`;
        this.onMove(move);
        return;
      }
      this.to = name;
    } else if (this.to && name === this.to) {
      this.to = null;
    } else if (this.isOwn(name) && name !== this.from) {
      [this.from, this.to] = [name, null];
    } else {
      this.from = this.to = null;
    }
    this.draw();
    this.onChoice();
  }

  cancel() {
    this.from = this.to = null;
    this.draw();
    this.onChoice();
  }

  click(event) {
    const name = event.target.closest("[data-square]")?.dataset.square;
    if (!name || this.swallow) { this.swallow = false; return; }
    this.focused = name;
    this.choose(name);
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key === "Escape") return this.cancel();
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = this.flipped ? -1 : 1;
    const [column, row] = squareAt(this.focused);
    const next = squareName(column + sign * step[0], row + sign * step[1]);
    if (!this.squares.has(next)) return;
    this.focused = next;
    for (const [name, square] of this.squares) square.tabIndex = name === next ? 0 : -1;
    this.squares.get(next).focus();
  }

  press(event) {
    this.swallow = false;
    const name = event.target.closest("[data-square]")?.dataset.square;
    if (!name || event.button !== 0 || this.editor) return;
    const standing = this.to ?? (this.isOwn(name) ? name : null);
    if (name === standing) this.start = { name, x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  drag(event) {
    if (!this.start || event.pointerId !== this.start.id) return;
    const { name, x, y } = this.start;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
      this.element.setPointerCapture(event.pointerId);
      if (!this.to && this.from !== name) this.choose(name);
      const square = this.squares.get(name);
      this.ghost = document.createElement("div");
      this.ghost.className = this.to ? "ghost arrow" : "ghost";
      this.ghost.innerHTML = this.to ? '<span class="burnt"></span>' : square.innerHTML;
      this.ghost.style.width = this.ghost.style.height = `${square.offsetWidth}px`;
      document.body.append(this.ghost);
    }
    this.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  drop(event) {
    if (!this.ghost) { this.start = null; return; }
    const name = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.dataset?.square)?.dataset.square;
    this.endDrag();
    this.swallow = true;
    // The click of this very press comes before the next event loop turn; later ones count.
    setTimeout(() => { this.swallow = false; });
    if (name && this.targets().includes(name)) this.choose(name);
  }

  endDrag() {
    this.ghost?.remove();
    this.ghost = this.start = null;
  }
}
