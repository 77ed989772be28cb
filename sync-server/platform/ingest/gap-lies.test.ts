import { createHash } from "node:crypto";
import { Asset, type Keypair, Operation, xdr } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { alterRecords, type HorizonProxy, startHorizonProxy } from "#server/platform/network/horizon-proxy.fixture.ts";
import { openLedgerHistory } from "#server/platform/network/horizon-history.ts";
import { operationId } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { storeAnchor } from "./cursor.ts";
import { GapFiller } from "./fill-gaps.ts";
import { followOn } from "./follow.ts";
import { type GapWay, gapCollection, LONGEST_REST_MS } from "./gap-store.ts";
import { OwnAccounts } from "./own-accounts.ts";

const RETAINED = 5;
const ANA = 1;
let world: World;
let proxy: HorizonProxy;
let runtime: Runtime;
let stranger: Keypair;
let ana: Keypair;
/** What Ana was paid in the gap of each test. */
let hashes: string[] = [];

beforeAll(async () => {
  world = await startWorld({ retainLedgers: RETAINED });
  proxy = await startHorizonProxy(world.stellar.horizonUrl);
  const { config } = world.runtime;
  runtime = { ...world.runtime, config: { ...config, stellar: { ...config.stellar, horizonUrls: [proxy.url] } } };
  stranger = await world.stranger();
  ana = await world.ours(ANA);
});
afterAll(async () => {
  await proxy.stop();
  await world.stop();
});

beforeEach(async () => {
  await world.database.collection("system_issues").deleteMany({});
  hashes = [];
  for (let paid = 0; paid < 3; paid += 1) hashes.push(await world.apply([stranger], [pay()]));
  for (let closed = 0; closed < 2 * RETAINED; closed += 1) await world.close();
});
afterEach(async () => {
  proxy.behave({});
  world.clock.advance(LONGEST_REST_MS);
  await follow(new GapFiller());
  expect(await taken()).toBe(3);
  expect(await gapCollection(world.database).countDocuments({ state: "open" })).toBe(0);
});

function pay() {
  return Operation.payment({ destination: ana.publicKey(), asset: Asset.native(), amount: "1" });
}

function deps() {
  return { runtime, network: openRpcNetwork(runtime.config.stellar), parts: INGEST_PARTS };
}

async function follow(filler: GapFiller): Promise<void> {
  const own = new OwnAccounts();
  while (await followOn(deps(), own, filler));
}

/** Comes to the gap, and has it filled by this way. */
async function comeToGap(way: GapWay = "walk"): Promise<GapFiller> {
  const filler = new GapFiller();
  await followOn(deps(), new OwnAccounts(), filler);
  await gapCollection(world.database).updateOne({ state: "open" }, { $set: { way } });
  return filler;
}

function taken(): Promise<number> {
  return world.database.collection("transactions").countDocuments({ userId: ANA, hash: { $in: hashes } });
}

function refusal() {
  return world.database.collection("system_issues").findOne({ checkId: "ingestion-gap-refused", status: "active" });
}

const isOfPayments = (path: string) => path.includes("/transactions");
const otherOf = alterRecords((records) => {
  const envelopes = records.map((record) => record["envelope_xdr"]);
  return records.map((record, index) => ({ ...record, envelope_xdr: envelopes[(index + 1) % envelopes.length] }));
});
const LIES: readonly (readonly [string, GapWay, (path: string, body: Record<string, unknown>) => object, string])[] = [
  ["a transaction whose hash is not that of its envelope", "walk", otherOf, "is not that of its envelope"],
  ["a transaction whose hash is not that of its envelope", "ask", otherOf, "is not that of its envelope"],
  ["a transaction that is left out", "walk", alterRecords((records) => records.slice(1)), "join"],
  [
    "an outcome that is not that of its result",
    "walk",
    alterRecords((records) => records.map((record) => ({ ...record, successful: false }))),
    "is not that of its outcome",
  ],
  [
    "a page that tells the same once more",
    "ask",
    alterRecords((records) => [...records, ...records]),
    "does not join on",
  ],
  [
    "a ledger whose hash is not that of its header",
    "walk",
    alterRecords((records) => records.map((record) => ({ ...record, hash: "ab".repeat(32) }))),
    "is not that of its header",
  ],
];

test.each(LIES)("%s, by the way %s, is refused, and nothing of the page taken", async (_name, way, lie, sentence) => {
  const filler = await comeToGap(way);
  const lies = (path: string, body: Record<string, unknown>) =>
    isOfPayments(path) || sentence.includes("header") ? Object(lie(path, body)) : body;
  proxy.behave({ alter: lies });
  expect((await filler.step(deps(), new OwnAccounts())).outcome).toBe("waits");
  expect((await refusal())?.["metadata"]).toMatchObject({ problem: expect.stringContaining(sentence) });
  expect(await taken()).toBe(0);
});

/** txBadAuth, for a fee of 100 stroops. */
const FAILED = Buffer.from("0000000000000064fffffffa00000000", "hex").toString("base64");
const turned = alterRecords((records) => records.map((each) => ({ ...each, successful: false, result_xdr: FAILED })));
const emptied = alterRecords((records) =>
  records.map((each) => ({ ...each, successful_transaction_count: 0, failed_transaction_count: 0 })),
);

test.each([
  ["a result that was turned", "walk", "/transactions", turned],
  ["a result that was turned", "ask", "/transactions", turned],
  ["a ledger that is told to be empty", "walk", "/ledgers", emptied],
] as const)("%s, by the way %s, is not what its ledger's header vouches for", async (_name, way, of, lie) => {
  const filler = await comeToGap(way);
  proxy.behave({ alter: (path, body) => (path.includes(of) ? Object(lie(path, body)) : body) });
  let outcome = "more";
  while (outcome === "more") ({ outcome } = await filler.step(deps(), new OwnAccounts()));
  expect(await taken()).toBe(0);
  expect((await refusal())?.["metadata"]).toMatchObject({ problem: expect.stringContaining("of its header") });
  // What was found by asking is held against what is true now, and asked for anew.
  proxy.behave({});
  world.clock.advance(LONGEST_REST_MS);
  await follow(new GapFiller());
});

/** Ledgers of another past: each joins the one before it, the first what is given or what it did; their transactions are the same. */
function otherPast(former: string | null) {
  let previous = former;
  return alterRecords((records) =>
    records.map((record) => {
      const header = xdr.LedgerHeader.schema.decode(Buffer.from(String(record["header_xdr"]), "base64"));
      const previousLedgerHash = previous === null ? header.previousLedgerHash : Buffer.from(previous, "hex");
      const turned = { ...header, previousLedgerHash, feePool: header.feePool + 1n };
      const bytes = Buffer.from(xdr.LedgerHeader.schema.encode(turned));
      previous = createHash("sha256").update(bytes).digest("hex");
      return { ...record, hash: previous, header_xdr: bytes.toString("base64") };
    }),
  );
}

test("ledgers that RPC does not go on from are refused before any of them is taken", async () => {
  const filler = await comeToGap();
  proxy.behave({ alter: (path, body) => (path.startsWith("/ledgers") ? otherPast(null)(path, body) : body) });
  expect((await filler.step(deps(), new OwnAccounts())).outcome).toBe("waits");
  expect((await refusal())?.["metadata"]).toMatchObject({ problem: expect.stringContaining("RPC goes on from") });
  expect(await taken()).toBe(0);
});

test("ledgers that do not join the last one that was taken in are refused", async () => {
  const filler = await comeToGap();
  const gap = await gapCollection(world.database).findOne({ state: "open" });
  const sequence = (gap?.first ?? 0) - 1;
  const [known] = await openLedgerHistory(runtime.config.stellar, world.network).ledgers({
    first: sequence,
    last: sequence,
  });
  await storeAnchor(world.database, { sequence, hash: known?.hash ?? "" });
  const isOfGap = (path: string) => path.startsWith(`/ledgers?cursor=${operationId(sequence, 0, 0)}&`);
  const lie = otherPast("ab".repeat(32));
  proxy.behave({ alter: (path, body) => (isOfGap(path) ? lie(path, body) : body) });
  expect((await filler.step(deps(), new OwnAccounts())).outcome).toBe("waits");
  const problem = `ledger ${gap?.first} does not join on to ${sequence}`;
  expect((await refusal())?.["metadata"]).toMatchObject({ problem });
  expect(await taken()).toBe(0);
});

test.each(["walk", "ask"] as const)("by the way %s a page that is cut short ends no list", async (way) => {
  const filler = await comeToGap(way);
  proxy.behave({
    alter: (path, body) => (path.startsWith("/ledgers") ? body : alterRecords((all) => all.slice(0, 1))(path, body)),
  });
  await follow(filler);
  expect(await taken()).toBe(3);
});

test("a Horizon of another network, or one that is away, tells nothing; later ledgers go on, and the gap is filled once it is back", async () => {
  const filler = await comeToGap();
  const other = (_path: string, body: Record<string, unknown>) =>
    "network_passphrase" in body ? { ...body, network_passphrase: "Another Network ; 2015" } : body;
  proxy.behave({ alter: other });
  expect(await filler.step(deps(), new OwnAccounts())).toEqual({ outcome: "waits", holdsBack: true });
  expect(JSON.stringify(await refusal())).toContain("of another network");
  proxy.behave({ isGone: true });
  const later = await world.apply([stranger], [pay()]);
  await follow(new GapFiller());
  expect(await world.database.collection("transactions").countDocuments({ hash: later })).toBe(0);
  world.clock.advance(2 * 60_000);
  await follow(new GapFiller());
  expect(await world.database.collection("transactions").countDocuments({ hash: later })).toBe(1);
  expect(await taken()).toBe(0);
});

test("whoever wants no more questions is asked none until then", async () => {
  const filler = await comeToGap();
  proxy.behave({ allows: { questions: 2, retryAfterSeconds: 600 } });
  let outcome = "more";
  while (outcome === "more") ({ outcome } = await filler.step(deps(), new OwnAccounts()));
  expect(JSON.stringify(await refusal())).toMatch(/Horizon answered 429/);
  proxy.takeAsked();
  proxy.behave({});
  expect((await filler.step(deps(), new OwnAccounts())).outcome).toBe("waits");
  expect(proxy.takeAsked()).toEqual([]);
});

test("what Horizon's history does not reach back to is told to be missing, and the rest is filled", async () => {
  const filler = await comeToGap();
  const gap = await gapCollection(world.database).findOne({ state: "open" });
  const first = gap?.first ?? 0;
  const late = (_path: string, body: Record<string, unknown>) =>
    "history_elder_ledger" in body ? { ...body, history_elder_ledger: first + 1 } : body;
  proxy.behave({ alter: late });
  await follow(filler);
  const told = await world.database.collection("transactions").find({ userId: ANA, type: "missing" }).toArray();
  expect(told).toMatchObject([{ uid: `missing-${first}-${first}`, amount: "0.0000000", event: { act: "missing" } }]);
  expect(await taken()).toBe(2);
  expect(await world.database.collection("system_issues").findOne({ checkId: "ingestion-gap-missing" })).toMatchObject({
    status: "active",
    metadata: { from: first, to: first },
  });
  hashes = hashes.slice(1);
  hashes.push(await world.apply([stranger], [pay()]));
});
