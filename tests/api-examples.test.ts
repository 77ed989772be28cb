import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examplesOf } from "#pwa/pages/key-examples.ts";
import { funded } from "./attacks/thief.ts";
import { aKey, aPayingWish } from "./support/api-keys.ts";
import { startTestApp, type TestApp } from "./support/app.ts";
import { anOutsider } from "./support/outsider.ts";

const run = promisify(execFile);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
}, 120_000);
afterAll(() => app.stop());

/** Runs a command line as whoever copies it from the page does. */
async function answerTo(command: string, env: Record<string, string>) {
  const { PATH = "" } = process.env;
  const { stdout } = await run("bash", ["-c", `${command.replace(/^curl /, "curl -sS ")}`], { env: { PATH, ...env } });
  return JSON.parse(stdout);
}

test("every command line that the API's page shows for a key is answered as it says", async () => {
  const origin = await app.listen();
  const owner = await funded(app);
  const { address: RECIPIENT } = await anOutsider(app.stellar);
  const { key } = await aKey(app, owner, { ...aPayingWish(RECIPIENT), scopes: ["read", "pay"] });
  const env = { ASTROLABE_KEY: key, RECIPIENT, SUBMISSION: "" };
  const answers = [];
  for (const { command } of examplesOf(origin)) {
    const answer = await answerTo(command, env);
    expect(answer.code, JSON.stringify(answer)).toBeUndefined();
    if (answer.submission) env.SUBMISSION = String(answer.submission.id);
    answers.push(answer);
  }
  const [wallet, markets, check, paid, looked, history] = answers;
  expect(wallet.address).toBe(owner.user.walletAddress);
  expect(markets.tickers).toBeInstanceOf(Array);
  expect(check.refusals).toEqual([]);
  expect(looked.submission.id).toBe(paid.submission.id);
  expect(history.movements.length).toBeGreaterThan(0);
  const again = examplesOf(origin).find(({ command }) => command.includes("idempotencyKey"));
  expect((await answerTo(again?.command ?? "", env)).submission.id).toBe(paid.submission.id);
  expect(await answerTo(again?.command ?? "", { ...env, ASTROLABE_KEY: `${key}0` })).toMatchObject({
    code: "api-key-invalid",
  });
}, 120_000);
