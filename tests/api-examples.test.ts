import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examplesOf, operatorExamplesOf } from "#pwa/pages/key-examples.ts";
import { standingSet } from "#server/platform/operators/standing.ts";
import { funded } from "./attacks/thief.ts";
import { aKey, anOperatorKey, aPayingWish } from "./support/api-keys.ts";
import { startTestApp, type TestApp } from "./support/app.ts";
import { aConfirmedAdmin } from "./support/operators.ts";
import { anOutsider } from "./support/outsider.ts";

const run = promisify(execFile);
let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await startTestApp();
  origin = await app.listen();
}, 120_000);
afterAll(() => app.stop());

/** Runs a command line as whoever copies it from the page does. */
async function answerTo(command: string, env: Record<string, string>) {
  const { PATH = "" } = process.env;
  const { stdout } = await run("bash", ["-c", `${command.replace(/^curl /, "curl -sS ")}`], { env: { PATH, ...env } });
  return JSON.parse(stdout);
}

test("every command line that the API's page shows for a key is answered as it says", async () => {
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

test("every command line for an operator's key is answered, and none once the operator may not", async () => {
  const owner = await aConfirmedAdmin(app);
  const { key } = await anOperatorKey(app, owner);
  const env = { ASTROLABE_OPERATOR_KEY: key };
  const answers = [];
  for (const { command } of operatorExamplesOf(origin)) answers.push(await answerTo(command, env));
  const [overview, deposits, acts] = answers;
  expect(overview.waiting).toBeDefined();
  expect(deposits.deposits).toEqual([]);
  expect(acts.actions[0]).toMatchObject({ action: "make-api-key", operatorId: owner.user.id });
  const set = standingSet(app.database, owner.user.id, { roles: [], since: new Date(0) });
  await app.database.collection("users").updateOne({ id: owner.user.id }, { $set: set });
  for (const { command } of operatorExamplesOf(origin))
    expect(await answerTo(command, env)).toMatchObject({ code: "admin-required" });
});
