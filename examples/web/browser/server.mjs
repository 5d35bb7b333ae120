// Builds and starts the server on a free port; AMAZONS_WEB names a program that is built already.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("..", import.meta.url));

export async function startServer() {
  const built = process.env.AMAZONS_WEB;
  const options = ["--port", "0"];
  const [program, args] = built ? [built, options] : ["cargo", ["run", "--release", "--", ...options]];
  const server = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) return { address, stop: () => server.kill() };
  }
  throw new Error("the server did not start");
}
