// The dialogs, and the editor of positions.

import { emptyBoard, fenOf, parseFen, withCell } from "./rules.js";
import { fillPlayers, playerOf } from "./panels.js";

const get = (id) => document.getElementById(id);

/** Asks yes or no. */
export function ask(text) {
  const dialog = get("ask");
  get("ask-text").textContent = text;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true }));
}

/** The dialog of a new game; `start` is called with the setup. */
export function newGameDialog(start) {
  const dialog = get("new-game");
  fillPlayers(get("new-white"), { kind: "human" });
  fillPlayers(get("new-black"), { kind: "level", level: 3 });
  get("open-new").addEventListener("click", () => { dialog.returnValue = "cancel"; dialog.showModal(); });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "start") return;
    const [seconds, increment] = get("new-clock").value.split(",").map(Number);
    start({
      fen: get("new-start").value || null,
      white: playerOf(get("new-white").value),
      black: playerOf(get("new-black").value),
      clock: seconds ? { seconds, increment } : null,
    });
  });
}

/** Copying and pasting; `open` is called with what was pasted and answers with what is wrong with it, if anything is. */
export function shareDialog({ fen, record, open }) {
  const dialog = get("share");
  const fault = get("share-fault");
  const copy = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      get("share-text").value = text;
      get("share-text").select();
      button.textContent = "Shown below";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  get("open-share").addEventListener("click", () => {
    fault.textContent = "";
    get("share-fen").value = fen();
    get("share-text").value = "";
    dialog.showModal();
  });
  get("copy-fen").addEventListener("click", (event) => copy(event.target, get("share-fen").value));
  get("copy-game").addEventListener("click", async (event) => {
    try {
      copy(event.target, await record(get("share-format").value));
    } catch (error) {
      fault.textContent = error.message;
    }
  });
  get("paste-open").addEventListener("click", async () => {
    fault.textContent = (await open(get("share-text").value.trim())) ?? "";
    if (!fault.textContent) dialog.close();
  });
}

/** Sets up positions on the board; `start` is called with the FEN and answers with what is wrong with it. */
export class Editor {
  constructor(board, start, done) {
    Object.assign(this, { board, start, done, open: false });
    this.form = get("editor");
    const change = (position) => { this.position = position; this.show(); };
    get("editor-size").addEventListener("change", (event) => change(emptyBoard(Number(event.target.value))));
    get("editor-turn").addEventListener("change", (event) => change({ ...this.position, turn: event.target.value }));
    get("editor-clear").addEventListener("click", () => change({ ...emptyBoard(this.position.columns), turn: this.position.turn }));
    get("editor-fen").addEventListener("input", (event) => {
      const position = parseFen(event.target.value);
      get("editor-fault").textContent = position ? "" : "That is no FEN yet.";
      if (position) { this.position = position; this.show(false); }
    });
    get("editor-cancel").addEventListener("click", () => this.close());
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const fault = await this.start(get("editor-fen").value);
      get("editor-fault").textContent = fault ?? "";
      if (!fault) this.close();
    });
    this.put = (name) => {
      const piece = new FormData(this.form).get("piece");
      change(withCell(this.position, name, piece));
    };
  }

  begin(position) {
    this.open = true;
    this.position = position;
    this.form.hidden = false;
    this.board.editor = this.put;
    get("editor-fault").textContent = "";
    this.show();
    this.form.querySelector("input").focus();
  }

  show(withText = true) {
    if (withText) get("editor-fen").value = fenOf(this.position);
    get("editor-turn").value = this.position.turn;
    get("editor-size").value = String(this.position.columns);
    this.board.show(this.position, { playable: false });
  }

  close() {
    this.open = false;
    this.form.hidden = true;
    this.board.editor = null;
    this.done();
  }
}
