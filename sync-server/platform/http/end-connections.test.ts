import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { eventually } from "#tests/support/app.ts";
import { endConnectionsOnClose } from "./end-connections.ts";

/** Far below what a request may take to come in, and what a supervisor waits. */
const SOON_MS = 6000;

async function listening() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const app = Fastify({ forceCloseConnections: "idle" });
  endConnectionsOnClose(app);
  let connections = 0;
  let isBegun = false;
  app.server.on("connection", () => {
    connections += 1;
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    isBegun = true;
    done();
  });
  app.get("/slow", () => {
    asked.resolve();
    return answer.promise;
  });
  app.post("/", () => "read");
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const hasHeard = (): boolean => connections === 2 && isBegun;
  return { app, hasHeard, asked: asked.promise, answer: (text: string) => answer.resolve(text), port: Number(port) };
}

async function open(port: number): Promise<{ socket: Socket; said: () => string; ended: Promise<void> }> {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  socket.on("error", () => socket.destroy());
  const ended = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
  });
  await new Promise<void>((resolve) => {
    socket.once("connect", () => resolve());
  });
  return { socket, said: () => said, ended };
}

test("neither a silent connection nor a request that never comes to its end holds up the closing", async () => {
  const { app, port, hasHeard } = await listening();
  const silent = await open(port);
  const halting = await open(port);
  halting.socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\nContent-Type: application/json\r\n\r\n{");
  await eventually(hasHeard);
  const beganMs = performance.now();
  await app.close();
  expect(performance.now() - beganMs).toBeLessThan(SOON_MS);
  await Promise.all([silent.ended, halting.ended]);
});

test("what was asked before the closing is still answered", async () => {
  const { app, port, asked, answer } = await listening();
  const { socket, said, ended } = await open(port);
  socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await asked;
  const closed = app.close();
  answer("the last answer");
  await Promise.all([closed, ended]);
  expect(said()).toContain("the last answer");
});
