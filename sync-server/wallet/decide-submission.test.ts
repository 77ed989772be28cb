import { afterAll, beforeAll, expect, test } from "vitest";
import type { ResolutionInput } from "#schemas/wallet.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { releaseForgotten } from "#server/platform/ingest/resync.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { evidenceApart } from "#server/platform/submissions/migrations.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { addOperator } from "#tests/support/operators.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { findSubmission } from "./decide-submission.ts";
import { resolveAct, settleByHand } from "./resolve-submission.ts";
import { submissionOutput } from "./routes.ts";

const UNIT = 10_000_000n;
const OPERATOR = 99;
let world: World;
let from: string;
let to: string;

beforeAll(async () => {
  world = await startWorld();
  await addOperator(world.database, OPERATOR);
  [from, to] = [await world.wallet(1), await world.wallet(2)];
});
afterAll(() => world.stop());

/** A payment that a ledger holds, of which nothing could be proven. */
async function anAmbiguous(key: string): Promise<{ readonly id: number; readonly ledger: number }> {
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: 1,
      idempotencyKey: `${key}-0123456789`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount: String(UNIT) }],
      memo: "",
      holds: [{ ...NATIVE, amount: String(UNIT + 100n) }],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await advanceOpen(world.deps);
  await world.close();
  await submissionCollection(world.database).updateOne({ id, state: "submitted" }, { $set: { state: "ambiguous" } });
  return { id, ledger: (await world.network.head()).sequence };
}

/** Settles it as if whoever has to had agreed. */
async function settleAs(id: number, resolution: ResolutionInput) {
  const ambiguous = await findSubmission(world.runtime, id);
  const evidence = { operatorId: OPERATOR, text: resolution.evidence };
  await world.database.transaction((session) => settleByHand(world.runtime, session, ambiguous, resolution, evidence));
  const moved = await findSubmission(world.runtime, id);
  await releaseForgotten(world.runtime);
  return moved;
}

function resolve(id: number, ledger: number) {
  return settleAs(id, { outcome: "confirmed", ledger, evidence: "seen on an explorer" });
}

function read(id: number) {
  return submissionCollection(world.database).findOne({ id });
}

test("a payment that is confirmed by hand keeps its money back until its ledger is in the records", async () => {
  const { id, ledger } = await anAmbiguous("ahead");
  expect(await ingestedLedger(world.database, null)).toBeLessThan(ledger);
  expect(await resolve(id, ledger)).toMatchObject({ state: "confirmed", ledger, isReserving: true });
  expect(await read(id)).toMatchObject({ state: "confirmed", isReserving: true });
  await world.ingest();
  expect(await read(id)).toMatchObject({ state: "confirmed", ledger, isReserving: false });
});

test("one whose ledger is long in the records lets go of it at once", async () => {
  const { id } = await anAmbiguous("past");
  expect(await resolve(id, await ingestedLedger(world.database, null))).toMatchObject({ state: "confirmed" });
  expect(await read(id)).toMatchObject({ isReserving: false });
});

test("one that is said to have failed lets go of it at once", async () => {
  const { id } = await anAmbiguous("failed");
  const failed = { outcome: "failed", evidence: "no ledger has it: Jo called" } as const;
  expect(await settleAs(id, failed)).toMatchObject({ isReserving: false });
  // What the operator knows is kept, and told to nobody else.
  const settled = await read(id);
  expect(settled?.evidence).toEqual({ operatorId: OPERATOR, text: failed.evidence });
  const told = settled && submissionOutput(settled).submission.message;
  expect(told).toBe("We looked into it: the money was not sent.");
});

test("what our own node has of a payment, no operator says otherwise", async () => {
  const { id, ledger } = await anAmbiguous("contradicted");
  const about = { kind: "resolve-submission", submissionId: id, userId: 1, isProven: true } as const;
  const act = resolveAct(world.deps);
  const failed = { outcome: "failed", evidence: "nothing arrived" } as const;
  const refusal = { code: "resolution-contradicted", message: expect.stringContaining(`ledger ${ledger}`) };
  await expect(act.prepare({ ...about, resolution: failed })).rejects.toMatchObject(refusal);
  const elsewhere = { outcome: "confirmed", ledger: ledger + 1, evidence: "seen" } as const;
  await expect(act.prepare({ ...about, resolution: elsewhere })).rejects.toMatchObject(refusal);
  const carryOut = await act.prepare({ ...about, resolution: { ...elsewhere, ledger } });
  await world.database.transaction((session) => carryOut(session, { operatorId: OPERATOR, reason: "" }));
  expect(await read(id)).toMatchObject({ state: "confirmed", ledger });
});

test("what operators wrote before is taken out of what owners read", async () => {
  const { id } = await anAmbiguous("former");
  const reason = "operator 7: seen at node X,\nsuspected";
  await submissionCollection(world.database).updateOne({ id }, { $set: { state: "failed", reason } });
  await evidenceApart.run(world.database, world.clock.now());
  await evidenceApart.run(world.database, world.clock.now());
  const settled = await read(id);
  expect(settled).toMatchObject({ evidence: { operatorId: 7, text: "seen at node X,\nsuspected" } });
  expect(JSON.stringify(settled && submissionOutput(settled))).not.toContain("suspected");
});
