import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rowsFromBefore } from "#server/custody/rows-from-before.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { AUDIT_LOG } from "#server/platform/vault/audit-rows.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { startWorld, type World } from "#tests/support/world.ts";

/** The thief has the database, every row of it, and nothing else of ours. */
const THIEF = 666;
const AMOUNT = "10000000";
let world: World;
let treasury: string;
let victim: string;
let loot: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  [treasury, victim] = [await world.wallet(0, "house"), await world.wallet(1)];
});
afterAll(() => world.stop());
beforeEach(async () => {
  loot = (await world.stranger()).publicKey();
});

const rows = () => submissionCollection(world.database);

/** A payment that its owner asked for. */
function paid(to: string, state: "created" | "held" = "created"): Promise<SubmissionDocument> {
  made += 1;
  return world.database.transaction((session) =>
    insertSubmission(
      world.runtime,
      session,
      {
        userId: 1,
        idempotencyKey: `key-${made}`,
        fingerprint: "",
        kind: "send",
        account: victim,
        steps: [{ type: "payment", source: victim, to, ...NATIVE, amount: AMOUNT }],
        memo: "",
        holds: [{ ...NATIVE, amount: AMOUNT }],
        fee: "100",
        feePayer: null,
        viaChannel: false,
      },
      state,
    ),
  );
}

async function holdingsOf(address: string): Promise<bigint> {
  const { accounts } = await world.network.holdings([{ address, assets: [] }]);
  return accounts.get(address)?.balance ?? 0n;
}

/** What the thief has got, once everything had its chance. */
async function lootAfter(before: bigint): Promise<bigint> {
  await world.settle();
  return (await holdingsOf(loot)) - before;
}

async function read(id: number): Promise<SubmissionDocument> {
  const row = await rows().findOne({ id });
  if (!row) throw new Error(`submission ${id} is gone`);
  return row;
}

const issuesOf = (id: number) =>
  world.database
    .collection("system_issues")
    .find({ checkId: "forged", subject: `submission-${id}` })
    .toArray();

test("a row written into the submissions pays nobody, is told once, and keeps no other from its turn", async () => {
  const template = await paid(victim);
  const before = await holdingsOf(loot);
  const { _id, ...fields } = template;
  const steps = [{ type: "payment", source: treasury, to: loot, ...NATIVE, amount: "30000000000" }] as const;
  const forged = { ...fields, id: 9001, userId: 0, idempotencyKey: "forged", kind: "house", account: treasury, steps };
  await rows().insertOne({ ...forged, state: "created" } as never);
  const honest = await paid(victim);
  expect(await lootAfter(before)).toBe(0n);
  expect(await read(9001)).toMatchObject({ state: "created", attempt: null });
  expect((await read(honest.id)).state).toBe("confirmed");
  expect(await issuesOf(9001)).toMatchObject([{ status: "active", occurrences: 1, severity: "critical" }]);
  await rows().deleteOne({ id: 9001 });
});

const CHANGES: Readonly<Record<string, () => Record<string, unknown>>> = {
  steps: () => ({ steps: [{ type: "payment", source: victim, to: loot, ...NATIVE, amount: AMOUNT }] }),
  amount: () => ({ "steps.0.amount": "500000000" }),
  memo: () => ({ memo: "for another account" }),
  fee: () => ({ fee: "900000000" }),
  "fee bound": () => ({ fee: "900000000", feeBound: "900000000" }),
  "fee payer": () => ({ feePayer: treasury }),
  account: () => ({ account: treasury, "steps.0.source": treasury }),
  owner: () => ({ userId: 0 }),
  "idempotency key": () => ({ idempotencyKey: "another" }),
};

test.each(Object.keys(CHANGES))("a payment whose %s was changed before it was signed is not signed", async (what) => {
  const { id } = await paid(what === "steps" ? treasury : loot);
  const before = await holdingsOf(loot);
  await rows().updateOne({ id }, { $set: CHANGES[what]?.() ?? {} });
  expect(await lootAfter(before)).toBe(0n);
  expect((await read(id)).state).toBe("created");
  expect(await issuesOf(id)).toHaveLength(1);
  await rows().deleteOne({ id });
});

test("a payment that operators hold is not signed because its row says that it was approved", async () => {
  const { id } = await paid(loot, "held");
  const before = await holdingsOf(loot);
  await rows().updateOne({ id }, { $set: { state: "created", needsApproval: true } });
  expect(await lootAfter(before)).toBe(0n);
  await rows().updateOne({ id }, { $set: { needsApproval: false } });
  expect(await lootAfter(before)).toBe(0n);
  await rows().updateOne({ id }, { $set: { needsApproval: true, approval: { by: 1, at: new Date(), seal: "x" } } });
  expect(await lootAfter(before)).toBe(0n);
  await rows().deleteOne({ id });
});

test("a payment that was made is not made again because its row was set back", async () => {
  const { id } = await paid(loot);
  const before = await holdingsOf(loot);
  const original = await read(id);
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  const fresh = {
    state: "created",
    attempt: null,
    sends: 0,
    rebuilds: 0,
    formerHashes: [],
    isReserving: true,
  } as const;
  await rows().updateOne({ id }, { $set: fresh });
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await rows().updateOne({ id }, { $set: { state: "expired" } });
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await rows().replaceOne({ id }, original);
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  expect(await issuesOf(id)).toHaveLength(1);
  await rows().deleteOne({ id });
});

test("nor because another row was copied from it", async () => {
  const { id } = await paid(loot);
  const before = await holdingsOf(loot);
  const { _id, ...original } = await read(id);
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await rows().insertOne({ ...original, id: 9002, idempotencyKey: "a copy" });
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await rows().deleteMany({ id: { $in: [id, 9002] } });
  await rows().insertOne({ ...original, idempotencyKey: "a copy" });
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await rows().deleteOne({ id });
});

test("while its envelope can still land, no other is signed for a payment", async () => {
  const { id } = await paid(loot);
  const before = await holdingsOf(loot);
  await advanceOpen(world.deps);
  const first = await read(id);
  await rows().updateOne({ id }, { $set: { state: "created", attempt: null, sends: 0 } });
  await accountCollection(world.database).updateMany({}, { $set: { inFlight: null } });
  // A payment of the thief's own making would move the sequence on in between.
  await advanceOpen(world.deps);
  const second = await read(id);
  expect(second.attempt?.hash ?? first.attempt?.hash).toBe(first.attempt?.hash);
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
});

test("who cuts the audit log short in a running server signs nothing by it", async () => {
  const { id } = await paid(loot);
  const before = await holdingsOf(loot);
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  const kept = await world.database.collection(AUDIT_LOG).find().toArray();
  const heads = world.database.collection<{ _id: string; sequence: number; hash: string }>("audit_head");
  const head = await heads.findOne({ _id: "head" });
  await world.database.collection<{ _id: number }>(AUDIT_LOG).deleteMany({ _id: { $gt: 1 } });
  await heads.updateOne({ _id: "head" }, { $set: { sequence: 1, hash: String(kept[0]?.["hash"]) } });
  await rows().updateOne({ id }, { $set: { state: "created", attempt: null, sends: 0, rebuilds: 0 } });
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await world.database.collection(AUDIT_LOG).deleteMany({});
  await world.database.collection(AUDIT_LOG).insertMany(kept);
  if (head) await heads.replaceOne({ _id: "head" }, head);
  await rows().deleteOne({ id });
});

/** The worker of a server that was started just now, and remembers nothing. */
function restarted(): World["deps"] {
  const { config, clock } = world.runtime;
  const audit = openAuditLog(world.database, clock);
  return { ...world.deps, vault: openVault(world.database, openKeyRing(config.vault, clock), audit, clock) };
}

test("a server that starts anew does not make a payment again whose row was set back", async () => {
  const { id } = await paid(loot);
  const before = await holdingsOf(loot);
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await rows().updateOne({ id }, { $set: { state: "created", attempt: null, sends: 0, rebuilds: 0 } });
  await advanceOpen(restarted());
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await rows().deleteOne({ id });
});

test("who takes rows out of the audit log signs nothing by it, in a running server or a new one", async () => {
  const { id } = await paid(loot);
  const before = await holdingsOf(loot);
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  const log = world.database.collection(AUDIT_LOG);
  const its = { "envelope.submission": id };
  const kept = await log.find(its).toArray();
  expect(kept.length).toBeGreaterThan(0);
  await log.deleteMany(its);
  await openAuditLog(world.database, world.clock).append({
    action: "rewrap",
    address: "",
    purpose: "test",
    payloadHash: "",
    requestedBy: "test",
    reason: "so that the gap is not at the end",
  });
  await rows().updateOne({ id }, { $set: { state: "created", attempt: null, sends: 0, rebuilds: 0 } });
  await advanceOpen(restarted());
  expect(await lootAfter(before)).toBe(BigInt(AMOUNT));
  await log.insertMany(kept);
  await rows().deleteOne({ id });
});

test("a victim's wallet that the accounts give to the thief pays nothing", async () => {
  const before = await holdingsOf(loot);
  await accountCollection(world.database).updateOne({ _id: victim }, { $set: { userId: THIEF } });
  made += 1;
  // What the front door accepts then, sealed like everything that comes through it.
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: THIEF,
      idempotencyKey: `key-${made}`,
      fingerprint: "",
      kind: "send",
      account: victim,
      steps: [{ type: "payment", source: victim, to: loot, ...NATIVE, amount: AMOUNT }],
      memo: "",
      holds: [],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  expect(await lootAfter(before)).toBe(0n);
  const keys = world.database.collection<{ _id: string; userId: number }>("vault_keys");
  await keys.updateOne({ _id: victim }, { $set: { userId: THIEF } });
  expect(await lootAfter(before)).toBe(0n);
  await keys.updateOne({ _id: victim }, { $set: { userId: 1 } });
  await accountCollection(world.database).updateOne({ _id: victim }, { $set: { userId: 1 } });
  await rows().deleteOne({ id });
});

test("who takes the sealing key away has no other made: the server does not start", async () => {
  const secrets = world.database.collection<{ _id: string }>("vault_secrets");
  const kept = await secrets.find().toArray();
  await secrets.deleteMany({});
  await world.database.collection("migrations").deleteMany({});
  const { config, clock } = world.runtime;
  const audit = openAuditLog(world.database, clock);
  const starting = openVault(world.database, openKeyRing(config.vault, clock), audit, clock);
  await expect(starting.verifyKey()).rejects.toThrow("The key that sealed this database's rows is gone.");
  await world.database.collection("vault_keys").updateMany({}, { $unset: { seals: "", seal: "" } });
  // As if no server had known seals before: then the keys are what tells.
  await starting.verifyKey();
  const sealing = rowsFromBefore(
    { database: world.database, ring: openKeyRing(config.vault, clock) },
    { first: [], peoples: [] },
  );
  await expect(migrate(world.database, [sealing], clock)).rejects.toThrow("does not open, so it cannot be sealed");
  await secrets.deleteMany({});
  await secrets.insertMany(kept);
});
