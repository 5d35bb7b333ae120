// The little of the rules that a page needs to show where an amazon may go. The server has the last word.

/** A position: cells[row][column] from a1, "Q", "q", "*" or "". */
export function parseFen(fen) {
  const [board, turn = "w"] = fen.trim().split(/\s+/);
  const rows = board.split("/").map((text) =>
    [...text.matchAll(/\d+|[Qq*]/g)].flatMap(([token]) => (/\d/.test(token) ? Array(Number(token)).fill("") : [token])));
  const columns = rows[0]?.length ?? 0;
  const known = /^[Qq*\d/]+$/.test(board) && /^[wb]$/.test(turn);
  if (!known || columns < 1 || columns > 10 || rows.length > 10 || rows.some((row) => row.length !== columns)) return null;
  return { columns, rows: rows.length, cells: rows.reverse(), turn };
}

export function fenOf({ cells, turn }) {
  const rows = cells.map((row) => row.map((cell) => cell || "1").join("").replace(/1+/g, (run) => String(run.length)));
  return `${rows.reverse().join("/")} ${turn}`;
}

export const squareName = (column, row) => String.fromCharCode(97 + column) + (row + 1);

/** [column, row] of a name such as "d10". */
export const squareAt = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

export const at = (position, name) => {
  const [column, row] = squareAt(name);
  return position.cells[row]?.[column] ?? "*";
};

/** From, to and arrow of a move such as "d1-d7/g7". */
export const squaresOf = (move) => move.split(/[-/]/);

/** The squares that a queen on `from` sees. */
export function queenMoves(position, from) {
  const [column, row] = squareAt(from);
  const seen = [];
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      if (!dx && !dy) continue;
      for (let x = column + dx, y = row + dy; position.cells[y]?.[x] === ""; x += dx, y += dy) seen.push(squareName(x, y));
    }
  }
  return seen;
}

function put(position, changes) {
  const cells = position.cells.map((row) => [...row]);
  for (const [name, cell] of changes) {
    const [column, row] = squareAt(name);
    cells[row][column] = cell;
  }
  return { ...position, cells };
}

export const slid = (position, from, to) => put(position, [[from, ""], [to, at(position, from)]]);

export function played(position, move) {
  const [from, to, arrow] = squaresOf(move);
  return { ...put(slid(position, from, to), [[arrow, "*"]]), turn: position.turn === "w" ? "b" : "w" };
}

export const withCell = (position, name, cell) => put(position, [[name, cell]]);

export function emptyBoard(size) {
  return { columns: size, rows: size, cells: Array.from({ length: size }, () => Array(size).fill("")), turn: "w" };
}
