import { Asset, type Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { ingestPage } from "#server/platform/ingest/ingester.ts";
import { readStates } from "#server/platform/ingest/resync.ts";
import { quarantineCollection } from "#server/platform/ingest/quarantine.ts";
import { retryQuarantined } from "#server/platform/ingest/retry-quarantined.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { NetworkTransaction, StellarNetwork } from "#server/platform/network/network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { startWorld, type World } from "#tests/support/world.ts";

const [ANA, BEN] = [1, 2];
let world: World;
let ana: Keypair;
let ben: Keypair;
let stranger: Keypair;
let issuer: Keypair;
let usd: Asset;

beforeAll(async () => {
  world = await startWorld();
  [stranger, issuer] = [await world.stranger(), await world.stranger()];
  [ana, ben] = [await world.ours(ANA), await world.ours(BEN)];
  usd = new Asset("USD", issuer.publicKey());
  await world.apply([ana], [Operation.changeTrust({ asset: usd })]);
  await world.ingest();
});
afterAll(() => world.stop());

type Garble = (transaction: NetworkTransaction) => Partial<NetworkTransaction>;

/** A network that tells of these transactions as a protocol would that we do not know yet. */
function garbling(hashes: ReadonlyMap<string, Garble>): StellarNetwork {
  return {
    ...world.network,
    transactions: async (cursor, limit) => {
      const page = await world.network.transactions(cursor, limit);
      const transactions = page.transactions.map((each) => ({ ...each, ...hashes.get(each.hash)?.(each) }));
      return { ...page, transactions };
    },
  };
}

async function ingestGarbled(hashes: ReadonlyMap<string, Garble>): Promise<void> {
  while (await ingestPage({ runtime: world.runtime, network: garbling(hashes), parts: INGEST_PARTS }));
}

/** With another number in the place of its version or type. */
function withNumber(base64: string, at: number, value: number): string {
  const bytes = Buffer.from(base64, "base64");
  bytes.writeInt32BE(value, at);
  return bytes.toString("base64");
}

const WAYS: readonly (readonly [string, Garble])[] = [
  ["metadata of a version that is not known", ({ metaXdr }) => ({ metaXdr: withNumber(metaXdr, 0, 99) })],
  ["an envelope of a type that is not known", ({ envelopeXdr }) => ({ envelopeXdr: withNumber(envelopeXdr, 0, 77) })],
  ["a result of a code that is not known", ({ resultXdr }) => ({ resultXdr: withNumber(resultXdr, 8, 55) })],
  ["a result that ends too early", () => ({ resultXdr: "AAAA" })],
];

const pay = (destination: Keypair, amount: string) =>
  Operation.payment({ destination: destination.publicKey(), asset: Asset.native(), amount });

async function isAsTheLedgerSays(): Promise<void> {
  const accounts = await accountCollection(world.database).find({}).toArray();
  const { byAddress } = await readStates(world.network, accounts);
  for (const { _id, balance, reserves } of accounts)
    expect({ balance, reserves }, _id).toEqual({
      balance: byAddress.get(_id)?.balance,
      reserves: byAddress.get(_id)?.reserves,
    });
}

test.each(WAYS)("%s holds up nobody, and leaves the money right", async (_name, garble) => {
  const bad = await world.apply([stranger], [pay(ana, "3")]);
  const good = await world.apply([stranger], [pay(ben, "2")]);
  await ingestGarbled(new Map([[bad, garble]]));
  expect((await world.rows(BEN)).map((row) => row["hash"])).toContain(good);
  await isAsTheLedgerSays();
  expect(await quarantineCollection(world.database).findOne({ _id: bad })).toMatchObject({ state: "waiting" });
  const issues = await world.database
    .collection("system_issues")
    .find({ checkId: /^quarantine/ })
    .toArray();
  expect(issues).toHaveLength(1);
});

test("what cannot be folded, though it can be read, holds up nobody either", async () => {
  await world.apply([issuer], [Operation.payment({ destination: ana.publicKey(), asset: usd, amount: "50" })]);
  await world.apply(
    [ana],
    [Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "9", price: "1" })],
  );
  await world.ingest();
  const other = await world.apply([stranger], [pay(ana, "1")]);
  const [{ metaXdr } = { metaXdr: "" }] = (await pageOf(other)).filter(({ hash }) => hash === other);
  await world.ingest();
  const path = Operation.pathPaymentStrictSend({
    sendAsset: Asset.native(),
    sendAmount: "2",
    destAsset: usd,
    destination: issuer.publicKey(),
    destMin: "1",
  });
  const bad = await world.apply([stranger], [path]);
  const good = await world.apply([stranger], [pay(ben, "2")]);
  // A result that crosses an offer of which the metadata says nothing.
  await ingestGarbled(new Map([[bad, () => ({ metaXdr })]]));
  expect((await world.rows(BEN)).map((row) => row["hash"])).toContain(good);
  await isAsTheLedgerSays();
});

async function pageOf(_hash: string): Promise<readonly NetworkTransaction[]> {
  const cursor = await world.database.collection<{ _id: string; cursor: string }>("cursors").findOne({ _id: "ledger" });
  return (await world.network.transactions(cursor?.cursor ?? "", 200)).transactions;
}

test("a payment of ours that cannot be decoded settles once, by its hash, and keeps nothing back", async () => {
  const from = await world.wallet(3);
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: 3,
      idempotencyKey: "own",
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to: ben.publicKey(), ...NATIVE, amount: "70000000" }],
      memo: "",
      holds: [{ ...NATIVE, amount: "70000000" }],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  await advanceOpen(world.deps);
  await world.close();
  const hash = (await submissionCollection(world.database).findOne({ id }))?.attempt?.hash ?? "";
  await ingestGarbled(new Map([[hash, ({ metaXdr }) => ({ metaXdr: withNumber(metaXdr, 0, 99) })]]));
  await world.settle();
  const settled = await submissionCollection(world.database).findOne({ id });
  expect(settled).toMatchObject({ state: "confirmed", isReserving: false, rebuilds: 0, sends: 1 });
  await isAsTheLedgerSays();
  const shown = await world.database.collection("balances").findOne({ userId: 3, assetCode: "XLM" });
  const account = await accountCollection(world.database).findOne({ _id: from });
  expect(Number(shown?.["balance"])).toBe(Number(account?.balance) / 1e7);
  expect(Number(shown?.["spendable"])).toBe(Number(shown?.["balance"]) - 1);
});

test("what a later version can read is taken up, once, and the issue closes", async () => {
  const before = await world.rows(ANA);
  expect(await quarantineCollection(world.database).countDocuments({ state: "waiting" })).toBeGreaterThan(3);
  // The garbled copies were kept as they came; what the newer version reads is what the ledger holds.
  for await (const { _id } of quarantineCollection(world.database).find({ state: "waiting" })) {
    const raw = await rawOf(_id);
    await quarantineCollection(world.database).updateOne({ _id }, { $set: raw });
  }
  const deps = { runtime: world.runtime, network: world.network };
  await retryQuarantined({ ...deps, parts: INGEST_PARTS });
  await retryQuarantined({ ...deps, parts: INGEST_PARTS });
  expect(await quarantineCollection(world.database).countDocuments({ state: "waiting" })).toBe(0);
  const after = await world.rows(ANA);
  expect(after.length).toBe(before.length + WAYS.length + 2);
  expect(new Set(after.map((row) => row["operationId"])).size).toBe(after.length);
  await isAsTheLedgerSays();
  expect(
    await world.database.collection("system_issues").countDocuments({ checkId: /^quarantine/, status: "active" }),
  ).toBe(0);
});

async function rawOf(hash: string): Promise<Pick<NetworkTransaction, "envelopeXdr" | "resultXdr" | "metaXdr">> {
  let cursor = "0";
  for (;;) {
    const page = await world.network.transactions(cursor, 200);
    const found = page.transactions.find((each) => each.hash === hash);
    if (found) return { envelopeXdr: found.envelopeXdr, resultXdr: found.resultXdr, metaXdr: found.metaXdr };
    if (page.transactions.length < 200) throw new Error(`${hash} is nowhere`);
    cursor = page.cursor;
  }
}
