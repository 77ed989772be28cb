import { afterAll, beforeAll, expect, test } from "vitest";
import { NATIVE } from "#server/platform/network/assets.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { startWorld, type World } from "#tests/support/world.ts";

/** The thief has the database, copies of its rows from before, and patience for the servers' next start. */
const AMOUNT = 10_000_000n;
const TURNS = 10;
const TURN_MS = 6000;
let world: World;
let payer: string;

beforeAll(async () => {
  world = await startWorld();
  payer = await world.wallet(1);
});
afterAll(() => world.stop());

/** What a deposit, an item in suspense or a run of a standing order begins, with what is known of it. */
function begin(key: string, to: string, knownSince: Date) {
  return world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: 1,
      idempotencyKey: key,
      fingerprint: "",
      kind: "send",
      account: payer,
      steps: [{ type: "payment", source: payer, to, ...NATIVE, amount: String(AMOUNT) }],
      memo: "",
      holds: [],
      fee: "100",
      feePayer: null,
      viaChannel: false,
      knownSince,
    }),
  );
}

/** The servers as they come up again: nothing is remembered but what is stored. */
async function startAgain(): Promise<void> {
  const { database, clock, config } = world.runtime;
  const vault = openVault(database, openKeyRing(config.vault, clock), openAuditLog(database, clock), clock);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await advanceOpen({ ...world.deps, vault });
    await world.close();
    await world.ingest();
    world.clock.advance(TURN_MS);
  }
}

async function holdingsOf(address: string): Promise<bigint> {
  const { accounts } = await world.network.holdings([{ address, assets: [] }]);
  return accounts.get(address)?.balance ?? 0n;
}

test("what was paid is not paid again where its row was set back and its payment's row taken away", async () => {
  const loot = (await world.stranger()).publicKey();
  const before = await holdingsOf(loot);
  const approvedAt = world.clock.now();
  await begin("deposit:1", loot, approvedAt);
  await world.settle();
  expect((await holdingsOf(loot)) - before).toBe(AMOUNT);
  await submissionCollection(world.database).deleteMany({ idempotencyKey: "deposit:1" });
  world.clock.advance(3_600_000);
  await begin("deposit:1", loot, approvedAt);
  await startAgain();
  expect((await holdingsOf(loot)) - before).toBe(AMOUNT);
  const issues = world.database.collection("system_issues").find({ checkId: "forged", subject: /^submission-/ });
  expect(await issues.toArray()).toHaveLength(1);
});

test("since when it is known is under the seal: it cannot be made to begin later", async () => {
  const loot = (await world.stranger()).publicKey();
  const before = await holdingsOf(loot);
  const { id } = await begin("deposit:2", loot, world.clock.now());
  await submissionCollection(world.database).updateOne({ id }, { $unset: { knownSince: "" } });
  await startAgain();
  expect(await holdingsOf(loot)).toBe(before);
});
