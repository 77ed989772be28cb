import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lostRows } from "#server/custody/lost-rows.ts";
import { verifyAudit } from "#server/custody/verify-audit.ts";
import { anchorValue } from "#server/custody/anchor.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import {
  isRestoring,
  readRestored,
  RESTORES,
  type RestoredState,
  type RestoreMark,
} from "#server/platform/restored/state.ts";
import { rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { LANDED_KIND, landedCollection, unknownPayments } from "#server/platform/submissions/landed.ts";
import { HOUSE_USER, type SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { revisionOf, toCheckpoint } from "#server/platform/sync/checkpoint.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { awaitsOperator } from "./awaits-operator.ts";
import { beginRestored } from "./begin-restored.ts";
import { markRestored } from "./mark.ts";

interface Counter {
  readonly _id: string;
  readonly value: number;
}

const HOUR_MS = 3_600_000;
const TAKEN = new Date("2030-05-02T00:00:00Z");
const RESTORED = new Date(TAKEN.getTime() + 24 * HOUR_MS);
const clock = { now: () => RESTORED };
let mongo: TestMongo;
let database: Database;
let made = 0;

beforeAll(async () => {
  mongo = await startMongo();
});
afterAll(() => mongo.stop());
beforeEach(async () => {
  made += 1;
  database = await openDatabase(mongo.url, `restored-${made}`, 10_000);
  useSeals(database, rowSeals(Buffer.alloc(32, 1)));
  return () => database.close();
});

async function begin(): Promise<RestoredState> {
  await markRestored(database, { takenAt: TAKEN, restoredAt: RESTORED });
  await beginRestored({ database, clock });
  const state = await readRestored(database, null);
  if (!state) throw new Error("it was not marked");
  return state;
}

async function counted(collection: string, name: string): Promise<number> {
  return (await database.collection<Counter>(collection).findOne({ _id: name }))?.value ?? 0;
}

test("sessions are over and counters move on, once for a restore, whoever begins it how often", async () => {
  const bornAt = new Date(TAKEN.getTime() - 10 * 24 * HOUR_MS);
  await database.collection<{ _id: number; appliedAt: Date }>("migrations").insertOne({ _id: 1, appliedAt: bornAt });
  await database.collection<Counter>("counters").insertOne({ _id: "submissions", value: 500 });
  await database.collection<Counter>("sync_revisions").insertOne({ _id: "contacts:7", value: 3 });
  await database.collection("sessions").insertOne({ userId: 7 });
  expect((await begin()).phase).toBe("reading");
  expect(await isRestoring(database, null)).toBe(true);
  expect(await database.collection("sessions").countDocuments()).toBe(0);
  // A tenth of its age, at twenty times the pace.
  const [ids, revisions] = [500 + 1000 + 1000, 3 + 2 ** 32];
  for (let again = 0; again < 2; again += 1) {
    expect(await counted("counters", "submissions")).toBe(ids);
    expect(await counted("counters", "deposits")).toBeLessThanOrEqual(1000);
    expect(await counted("sync_revisions", "contacts:7")).toBe(revisions);
    // The same restore, whose first server died before it had said how far it was.
    await begin();
  }
});

test("a checkpoint of before is refused, and one of the restored database is taken", async () => {
  const before = toCheckpoint(database, 35);
  expect([before, revisionOf(database, before)]).toEqual(["rz", 35]);
  await begin();
  expect(() => revisionOf(database, before)).toThrow("set back to a backup");
  expect(revisionOf(database, toCheckpoint(database, 36))).toBe(36);
  expect(revisionOf(database, null)).toBe(0);
  expect(() => revisionOf(database, "r!")).toThrow("does not understand");
});

test("what the house owes to whom it paid for something unknown waits, and nothing else does", async () => {
  await begin();
  const hash = "a".repeat(64);
  const ledger = {
    hash,
    innerHash: null,
    isSuccessful: true,
    ledger: 5,
    closedAt: TAKEN,
    resultXdr: "",
    envelopeXdr: "",
  };
  const [treasury, ana, ben] = [`G${"A".repeat(55)}`, `G${"B".repeat(55)}`, `G${"C".repeat(55)}`];
  const paid = [{ to: ana, amount: "5", assetCode: "XLM", issuer: "" }];
  const row = { _id: hash, ...ledger, ledgerKey: 7, payers: [treasury], paid, submission: null, settledBy: null };
  await landedCollection(database).insertOne({ ...row, seal: sealRow(database, LANDED_KIND, row) });
  const waits = (to: string, kind: SubmissionDocument["kind"] = "deposit", account = treasury) => {
    const steps = [{ type: "payment", source: account, to, assetCode: "XLM", issuer: "", amount: "9" }] as const;
    const owed: Pick<SubmissionDocument, "userId" | "kind" | "account" | "steps"> = {
      userId: HOUSE_USER,
      kind,
      account,
      steps,
    };
    return awaitsOperator({ database }, owed, null);
  };
  expect([await waits(ana), await waits(ben), await waits(ana, "house"), await waits(ana, "deposit", ben)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  await landedCollection(database).updateOne({ _id: hash }, { $set: { settledBy: 3 } });
  expect(await waits(ana)).toBe(false);
});

test("an account that was opened with nothing in it is no payment that somebody has to know", async () => {
  await begin();
  const [sponsor, ana] = [`G${"A".repeat(55)}`, `G${"B".repeat(55)}`];
  const of = { innerHash: null, isSuccessful: true, ledger: 5, closedAt: TAKEN, resultXdr: "", envelopeXdr: "" };
  for (const [hash, amount] of [
    ["a".repeat(64), "0"],
    ["b".repeat(64), "5"],
  ] as const) {
    const paid = [{ to: ana, amount, assetCode: "XLM", issuer: "" }];
    const row = { _id: hash, hash, ...of, ledgerKey: 7, payers: [sponsor], paid, submission: null, settledBy: null };
    await landedCollection(database).insertOne({ ...row, seal: sealRow(database, LANDED_KIND, row) });
  }
  const amountsOf = async (to?: readonly string[]) =>
    (await unknownPayments(database, null, [sponsor], to)).map(({ paid }) => paid[0]?.amount);
  expect([await amountsOf(), await amountsOf([ana]), await amountsOf([sponsor])]).toEqual([["5"], ["5"], []]);
});

test("the audit log goes on after a row that names what was lost, and nobody else excuses a gap", async () => {
  const audit = openAuditLog(database, clock);
  const event = {
    action: "create",
    address: "G",
    purpose: "wallet",
    payloadHash: "",
    requestedBy: "house",
    reason: "",
  } as const;
  await audit.append(event);
  const lost = { sequence: 4, hash: "b".repeat(64) };
  expect((await verifyAudit(database, [lost])).isWhole).toBe(false);
  const network = { dataEntry: () => Promise.resolve(Buffer.from(anchorValue(lost))) };
  await database.collection<{ _id: string; address: string; seal: string }>("house_accounts").insertOne({
    ...house(),
    seal: sealRow(database, { collection: "house_accounts", contentOf: (each: object) => each }, house()),
  });
  const note = await lostRows({ database, horizonUrls: [], network, audit }, await begin());
  await database.transaction((session) => note(session));
  await audit.drain();
  for (let more = 0; more < 4; more += 1) await audit.append(event);
  expect(await verifyAudit(database, [lost])).toMatchObject({ isWhole: true });
  expect((await verifyAudit(database, [{ ...lost, hash: "c".repeat(64) }])).isWhole).toBe(false);
});

test("a server that was cut off while the database was set back signs nothing, and then asks what that is at", async () => {
  const cutOff = await openDatabase(mongo.url, `restored-${made}`, 10_000);
  try {
    useSeals(cutOff, rowSeals(Buffer.alloc(32, 1)));
    const audit = openAuditLog(cutOff, clock);
    const told = { address: "G", purpose: "wallet", payloadHash: "", requestedBy: "house", reason: "" } as const;
    const event = { action: "sign", ...told } as const;
    expect(await isRestoring(cutOff, null)).toBe(false);
    await audit.append(event);
    await markRestored(database, { takenAt: TAKEN, restoredAt: RESTORED });
    await expect(audit.append(event)).rejects.toThrow("set back to a backup while the server was cut off");
    expect(await isRestoring(cutOff, null)).toBe(true);
    expect(await database.collection("audit_log").countDocuments()).toBe(1);
  } finally {
    await cutOff.close();
  }
});

test("a database into which a backup is being put back counts as set back", async () => {
  await database.collection<RestoreMark>(RESTORES).insertOne({ _id: "under-way", startedAt: RESTORED, file: "f" });
  expect(await isRestoring(database, null)).toBe(true);
  expect(await readRestored(database, null)).toBeNull();
  await database.collection<RestoreMark>(RESTORES).deleteOne({ _id: "under-way" });
  expect(await isRestoring(database, null)).toBe(false);
});

function house() {
  return { _id: "suspense", address: `G${"A".repeat(55)}` };
}
