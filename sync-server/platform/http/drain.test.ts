import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { drainable } from "./drain.ts";

/** Far below what connections are waited for that nobody ends. */
const SOON_MS = 2000;

async function listening() {
  const app = Fastify({ forceCloseConnections: "idle" });
  const drain = drainable(app);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get("/", () => "served");
  app.get("/slow", () => {
    asked.resolve();
    return answer.promise;
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, drain, url, asked: asked.promise, answer: answer.resolve };
}

/** Asks over a connection that is kept, as a proxy's. */
function ask(url: string, agent: Agent): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const onAnswer = (response: IncomingMessage) => {
      response.resume().once("end", () => {
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
      });
    };
    get(url, { agent }, onAnswer).once("error", reject);
  });
}

test("a kept connection is answered once more, and told to go; a new one goes elsewhere", async () => {
  const { app, drain, url, asked, answer } = await listening();
  const proxy = new Agent({ keepAlive: true, maxSockets: 1 });
  const other = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(url, proxy)).toEqual({ status: 200, connection: "keep-alive" });
  const slow = ask(`${url}/slow`, other);
  await asked;
  const beganMs = performance.now();
  const drained = drain();
  const { port } = new URL(url);
  const refused = new Promise<string>((resolve) => {
    connect(Number(port), "127.0.0.1").once("error", ({ message }) => resolve(message));
  });
  expect(await refused).toContain("ECONNREFUSED");
  expect(await ask(url, proxy)).toEqual({ status: 200, connection: "close" });
  answer("the last answer");
  expect(await slow).toEqual({ status: 200, connection: "close" });
  await drained;
  expect(performance.now() - beganMs).toBeLessThan(SOON_MS);
  await app.close();
});

test("connections that nobody ends are not waited for without end", async () => {
  const { app, drain, url } = await listening();
  const proxy = new Agent({ keepAlive: true, maxSockets: 1 });
  await ask(url, proxy);
  await drain();
  await app.close();
});
