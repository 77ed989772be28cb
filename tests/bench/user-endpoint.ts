import { Worker } from "node:worker_threads";
import Fastify from "fastify";
import { startTestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { median, ratioOf, type Result, roundsAndLoad } from "./results.ts";

const ROUND_MS = 2000;
const CONNECTIONS = 32;

interface Round {
  readonly perSecond: number;
  /** Requests that this thread would answer in a second of its own time. */
  readonly perBusySecond: number;
}

/**
 * `GET /api/user` beside a bare Fastify's hello, in turns. Both servers run on this thread, and whoever asks runs on
 * another, so that a round measures the server alone.
 */
export async function measureUserEndpoint(rounds: number): Promise<Result[]> {
  const client = new Worker(new URL("./load-client.ts", import.meta.url));
  const app = await startTestApp({ closeIntervalMs: 1000 });
  const bare = Fastify();
  try {
    const { cookie } = await aUser(app);
    const userUrl = `${await app.listen()}/api/user`;
    bare.get("/", () => ({ hello: "world" }));
    const helloUrl = await bare.listen({ host: "127.0.0.1", port: 0 });
    const [hello, user]: [Round[], Round[]] = [[], []];
    for (const url of [helloUrl, userUrl]) await oneRound(client, url, cookie);
    for (let round = 0; round < rounds; round += 1) {
      hello.push(await oneRound(client, helloUrl, cookie));
      user.push(await oneRound(client, userUrl, cookie));
    }
    return [
      // Requests by the clock are bounded by the asking thread; the server's own time is not.
      ratioOf({
        name: "GET /api/user beside bare Fastify",
        unit: "/s of a core",
        own: user.map(({ perBusySecond }) => perBusySecond),
        other: hello.map(({ perBusySecond }) => perBusySecond),
        counterpart: "of a bare hello",
        goal: { kind: "at least", value: 0.5 },
      }),
      {
        name: "GET /api/user, one client thread asking",
        value: median(user.map(({ perSecond }) => perSecond)),
        unit: "/s",
        note: `hello ${Math.round(median(hello.map(({ perSecond }) => perSecond)))}/s (${roundsAndLoad(rounds)})`,
      },
    ];
  } finally {
    await client.terminate();
    await bare.close();
    await app.stop();
  }
}

async function oneRound(client: Worker, url: string, cookie: string): Promise<Round> {
  const before = process.threadCpuUsage();
  const answer = new Promise<number>((resolve, reject) => {
    client.once("message", resolve).once("error", reject);
  });
  // A worker's port has no origin; the rule is about windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  client.postMessage({ url, cookie, connections: CONNECTIONS, durationMs: ROUND_MS });
  const perSecond = await answer;
  client.removeAllListeners("error");
  const { user, system } = process.threadCpuUsage(before);
  return { perSecond, perBusySecond: (perSecond * ROUND_MS * 1000) / (user + system) };
}
