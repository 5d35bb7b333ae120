// The way to the server: a game's socket that comes back by itself, and games that come back from this browser's memory
// when the server has forgotten them.

const saved = (id) => `amazons ${id}`;

async function post(path, body) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({ reason: response.statusText }));
  if (!response.ok) throw new Error(answer.reason);
  return answer;
}

/** Begins a game and returns its name. */
export const createGame = async (setup) => (await post("/games", setup)).game;

/** Remembers a game in this browser. */
export function remember(state) {
  const { start, moves, white, black } = state;
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("amazons ") && key !== saved(state.game)) localStorage.removeItem(key);
    localStorage.setItem(saved(state.game), JSON.stringify({ record: JSON.stringify({ start, moves }), white, black }));
  } catch { /* Without storage there is nothing to come back to. */ }
}

function remembered(id) {
  try { return JSON.parse(localStorage.getItem(saved(id))); } catch { return null; }
}

export class Connection {
  /** Calls `hear` with every message, and `silence` with whether the server can't be reached. */
  constructor(game, hear, silence) {
    Object.assign(this, { game, hear, silence, wait: 250 });
    this.open();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/game/${this.game}/socket`);
    this.socket = socket;
    socket.onopen = () => { this.wait = 250; this.silence(false); };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type !== "gone") this.hear(message);
    };
    socket.onclose = () => { if (socket === this.socket) this.again(); };
  }

  async again() {
    this.silence(true);
    await new Promise((done) => setTimeout(done, this.wait));
    this.wait = Math.min(2 * this.wait, 5000);
    const response = await fetch(`/game/${this.game}/record?format=json`).catch(() => null);
    if (response?.status === 404 || response?.status === 400) {
      const setup = remembered(this.game) ?? { white: { kind: "human" }, black: { kind: "level", level: 3 } };
      await this.move(setup).catch(() => this.again());
    } else {
      this.open();
    }
  }

  /** Goes on in another game. */
  async move(setup) {
    this.game = await createGame(setup);
    history.replaceState(null, "", `/game/${this.game}`);
    this.open();
  }

  ask(type, more = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ game: this.game, request: { type, ...more } }));
  }

  async record(format) {
    const response = await fetch(`/game/${this.game}/record?format=${format}`);
    if (response.ok) return response.text();
    throw new Error((await response.json().catch(() => ({}))).reason ?? response.statusText);
  }
}
