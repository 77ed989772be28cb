import { Agent, request } from "node:http";
import { parentPort } from "node:worker_threads";
import * as v from "valibot";

/** What the bench asks of this thread. */
const Round = v.strictObject({ url: v.string(), cookie: v.string(), connections: v.number(), durationMs: v.number() });

parentPort?.on("message", (message: unknown) => void answer(message));

async function answer(message: unknown): Promise<void> {
  const perSecond = await run(v.parse(Round, message));
  // A thread's port has no origin; the rule is about windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(perSecond);
}

/** Requests answered per second by one URL, asked over kept-alive connections for one round. */
async function run({ url, cookie, connections, durationMs }: v.InferOutput<typeof Round>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let answered = 0;
  const endsAt = performance.now() + durationMs;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        response.resume().once("end", () => {
          answered += 1;
          resolve();
        });
      });
      sent.once("error", reject).end();
    });
  const askUntilTheEnd = async () => {
    while (performance.now() < endsAt) await ask();
  };
  await Promise.all(Array.from({ length: connections }, askUntilTheEnd));
  agent.destroy();
  return (answered * 1000) / durationMs;
}
