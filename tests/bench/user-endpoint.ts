import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import Fastify from "fastify";
import { startTestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

const ROUNDS = 5;
const ROUND_MS = 2000;
const CONNECTIONS = 32;

/** Both servers run on this thread, and whoever asks runs on another, so that a round measures the server alone. */
const client = new Worker(new URL("./load-client.ts", import.meta.url));

interface Round {
  readonly perSecond: number;
  /** Time of this thread spent for one request, in microseconds. */
  readonly busyMicros: number;
}

async function measure(url: string, cookie: string): Promise<Round> {
  const before = performance.eventLoopUtilization();
  const answer = new Promise<number>((resolve, reject) => {
    client.once("message", resolve).once("error", reject);
  });
  // A worker's port has no origin; the rule is about windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  client.postMessage({ url, cookie, connections: CONNECTIONS, durationMs: ROUND_MS });
  const perSecond = await answer;
  client.removeAllListeners("error");
  const { active } = performance.eventLoopUtilization(before);
  return { perSecond, busyMicros: (active * 1000) / ((perSecond * ROUND_MS) / 1000) };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function line(name: string, rounds: readonly Round[]): string {
  const perSecond = Math.round(median(rounds.map((round) => round.perSecond)));
  const busyMicros = median(rounds.map((round) => round.busyMicros)).toFixed(0);
  return `${name.padEnd(20)} ${String(perSecond).padStart(6)} requests/s asked, ${busyMicros} microseconds of the server each`;
}

const app = await startTestApp({ closeIntervalMs: 1000 });
const { cookie } = await aUser(app);
const userUrl = `${await app.listen()}/api/user`;
const bare = Fastify();
bare.get("/", () => ({ hello: "world" }));
const helloUrl = await bare.listen({ host: "127.0.0.1", port: 0 });

const hello: Round[] = [];
const user: Round[] = [];
await measure(helloUrl, cookie);
await measure(userUrl, cookie);
for (let round = 0; round < ROUNDS; round += 1) {
  hello.push(await measure(helloUrl, cookie));
  user.push(await measure(userUrl, cookie));
}
console.log(line("bare Fastify hello", hello));
console.log(line("GET /api/user", user));
// Requests per second are bounded by the asking thread on an idle machine; the server's own time is not.
const ratio = median(hello.map((round) => round.busyMicros)) / median(user.map((round) => round.busyMicros));
console.log(`ratio ${ratio.toFixed(2)} (requests that one busy server thread could answer, beside the hello)`);
await client.terminate();
await bare.close();
await app.stop();
