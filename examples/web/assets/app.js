// The page: a game's state comes from the server, and everything shown follows from it.

import { Board } from "./board.js";
import { Connection, createGame, remember } from "./connection.js";
import { Editor, ask, newGameDialog, shareDialog } from "./dialogs.js";
import { Moves, Seat, hideAnalysis, playerOf, showAnalysis, showWinBar, whiteWins } from "./panels.js";
import { fenOf, parseFen, played } from "./rules.js";

const get = (id) => document.getElementById(id);

let connection;
let state = null;
let positions = [];
/** The ply shown; null for the last one, whichever that is. */
let viewed = null;
let analysis = null;
let hint = null;
let unreachable = false;
let refusal = "";
let flippedBySeat = null;

const board = new Board(
  get("board"),
  (move) => connection.ask("move", { ply: state.moves.length, move }),
  () => { refusal = ""; showStatus(); },
);
const seats = ["white", "black"].map((color) => new Seat(color, () => {
  connection.ask("players", { white: playerOf(seats[0].select.value), black: playerOf(seats[1].select.value) });
}));
const moves = new Moves(get("moves"), (ply) => view(ply));
const editor = new Editor(board, (fen) => begin({ fen }), render);

/** Begins another game at this table with the same players; answers with what is wrong, if anything is. */
async function begin(setup) {
  const { white, black } = state;
  // A game of its own for a look: what is wrong comes back as an answer, and the table is not touched.
  try {
    await connection.move({ white, black, ...setup });
    return null;
  } catch (error) {
    return error.message;
  }
}

function shownPly() {
  return viewed ?? state.moves.length;
}

function view(ply) {
  viewed = ply >= state.moves.length ? null : Math.max(0, ply);
  if (state.analysis) connection.ask("analysis", { on: true, ply: viewed });
  render();
}

function hear(message) {
  if (message.type === "state") {
    const isOther = state?.game !== message.game;
    const grew = !isOther && message.moves.length !== state.moves.length;
    const restarted = !isOther && message.start !== state.start;
    state = { ...message, turn: / b/.test(message.position) ? "black" : "white" };
    positions = [parseFen(state.start)];
    for (const move of state.moves) positions.push(played(positions.at(-1), move));
    // What was refused before is past.
    refusal = "";
    if (isOther || grew || restarted) { viewed = null; hint = null; }
    if (isOther || restarted) analysis = null;
    // A player who sits down at Black's side alone looks from there.
    const sits = `${state.game} ${state.white.kind === "human"} ${state.black.kind === "human"}`;
    if (sits !== flippedBySeat) {
      flippedBySeat = sits;
      if (board.flipped !== (state.white.kind !== "human" && state.black.kind === "human")) board.flip();
    }
    remember(state);
  } else if (message.type === "analysis") {
    analysis = message;
  } else if (message.type === "hint") {
    hint = message;
  } else if (message.type === "refusal") {
    refusal = message.reason;
  }
  render();
}

function humanToMove() {
  return !state.result && state[state.turn].kind === "human";
}

const ENDINGS = { no_move: "has no move left", resignation: "resigned", time: "ran out of time" };
const NAME = { white: "White", black: "Black" };

function statusText() {
  if (unreachable) return "The server can't be reached. Trying again …";
  if (!state) return "Connecting …";
  if (editor.open) return "Choose what to put, then the squares. Play from here when it is done.";
  if (refusal) return `Not possible: ${refusal}.`;
  if (state.result) {
    const loser = NAME[state.result.winner === "white" ? "black" : "white"];
    const how = ENDINGS[state.result.ending];
    return `${NAME[state.result.winner]} wins${how ? `: ${loser} ${how}` : ""}.`;
  }
  if (board.to) return `${board.from} to ${board.to}. Now shoot the arrow, or choose ${board.to} again to slide elsewhere.`;
  if (board.from) return `${board.from} chosen. Where does it slide?`;
  if (viewed !== null) return `Looking at ply ${viewed} of ${state.moves.length}.`;
  if (hint && hint.ply === state.moves.length && hint.report.best_move) return `Hint: ${hint.report.best_move}.`;
  const last = state.moves.at(-1);
  const before = last ? `${NAME[state.turn === "white" ? "black" : "white"]} played ${last}. ` : "";
  const both = state.white.kind === "human" && state.black.kind === "human";
  if (!humanToMove()) return `${before}${NAME[state.turn]} is thinking.`;
  return `${before}${both ? `${NAME[state.turn]} to move.` : "Your turn."}`;
}

function showStatus() {
  const status = statusText();
  if (get("status").textContent !== status) get("status").textContent = status;
  get("status").classList.toggle("over", Boolean(state?.result));
}

function render() {
  if (!state) return showStatus();
  const order = board.flipped ? [0, 1] : [1, 0];
  for (const [place, index] of [["seat-top", order[0]], ["seat-bottom", order[1]]]) {
    if (get(place).firstChild !== seats[index].element) get(place).replaceChildren(seats[index].element);
  }
  for (const seat of seats) seat.show(state);
  const ply = shownPly();
  const live = viewed === null;
  moves.show(state.moves, positions[0].turn === "b", ply);
  const position = positions[ply];
  const found = state.analysis && analysis?.ply === ply ? analysis : null;
  if (!editor.open) {
    board.show(position, {
      playable: live && humanToMove(),
      last: state.moves[ply - 1] ?? null,
      hint: live && hint?.ply === ply ? hint.report.best_move : null,
      ownership: found?.report.ownership ?? null,
    });
  }
  showStatus();
  showWinBar(found ? whiteWins(found.report, position.turn) : state.analysis ? 0.5 : null);
  if (found) showAnalysis(found.report, position.turn, found.running);
  else if (!state.analysis) hideAnalysis();
  const humans = [state.white, state.black].filter((player) => player.kind === "human").length;
  get("analyse").setAttribute("aria-pressed", String(state.analysis));
  get("undo").disabled = humans === 0 || state.result?.ending === "time" || (!state.moves.length && !state.result);
  get("hint").disabled = !humanToMove();
  get("resign").disabled = Boolean(state.result) || humans === 0;
  get("typed").hidden = !humanToMove();
}

function start() {
  get("undo").addEventListener("click", () => connection.ask("undo"));
  get("hint").addEventListener("click", () => { viewed = null; connection.ask("hint"); });
  get("flip").addEventListener("click", () => { board.flip(); render(); });
  get("resign").addEventListener("click", async () => { if (await ask("Give up this game?")) connection.ask("resign"); });
  get("analyse").addEventListener("click", () => connection.ask("analysis", { on: !state.analysis, ply: viewed }));
  get("setup").addEventListener("click", () => {
    if (editor.open) return editor.close();
    editor.begin(positions[shownPly()]);
    showStatus();
  });
  get("steps").addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]")?.dataset.step;
    if (step) view({ first: 0, back: shownPly() - 1, on: shownPly() + 1, last: state.moves.length }[step]);
  });
  get("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = get("typed-move");
    viewed = null;
    connection.ask("move", { ply: state.moves.length, move: input.value });
    input.value = "";
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, dialog, #board") || !state) return;
    const to = { ArrowLeft: shownPly() - 1, ArrowRight: shownPly() + 1 }[event.key];
    if (to !== undefined) { event.preventDefault(); view(to); }
  });
  newGameDialog((setup) => connection.ask("new", setup));
  shareDialog({
    fen: () => fenOf(positions[shownPly()]),
    record: (format) => connection.record(format),
    open: (text) => (text ? begin(parseFen(text) ? { fen: text } : { record: text }) : "There is nothing pasted."),
  });
  setInterval(() => seats.forEach((seat) => seat.tick()), 100);
}

async function connect() {
  const named = /^\/game\/([0-9a-f-]{36})$/.exec(location.pathname);
  let game = named?.[1];
  while (!game) {
    game = await createGame({ white: { kind: "human" }, black: { kind: "level", level: 3 } }).catch(async (error) => {
      refusal = error.message;
      get("status").textContent = `No game: ${error.message}. Trying again …`;
      await new Promise((done) => setTimeout(done, 3000));
      return null;
    });
  }
  refusal = "";
  history.replaceState(null, "", `/game/${game}`);
  connection = new Connection(game, hear, (silent) => { unreachable = silent; render(); });
}

render();
start();
connect();
