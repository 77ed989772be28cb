import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { readCursor } from "#server/platform/ingest/cursor.ts";
import { ingestPage } from "#server/platform/ingest/ingester.ts";
import { startIngestion } from "#server/platform/ingest/start-ingestion.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { eventually } from "#tests/support/app.ts";
import { startStellar, steer, type TestStellar } from "#tests/support/embedded.ts";
import { NATIVE } from "./assets.ts";
import { cursorAfterLedger, type StellarNetwork } from "./network.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { openRpcNetwork } from "./rpc-network.ts";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy.fixture.ts";

const TIMEOUT_MS = 4000;
const UNIT = 10_000_000n;
let world: World;
let left: RpcProxy;
let right: RpcProxy;
let network: StellarNetwork;
let from: string;
let to: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  [from, to] = [await world.wallet(1), await world.wallet(2)];
});
beforeEach(async () => {
  [left, right] = await Promise.all([startRpcProxy(world.stellar.rpcUrl), startRpcProxy(world.stellar.rpcUrl)]);
  network = openRpcNetwork({ ...world.runtime.config.stellar, rpcUrls: [left.url, right.url] }, TIMEOUT_MS);
});
afterEach(() => Promise.all([left.stop(), right.stop()]));
afterAll(() => world.stop());

async function pay(): Promise<number> {
  made += 1;
  const draft = {
    userId: 1,
    idempotencyKey: `key-${made}`,
    fingerprint: "",
    kind: "send",
    account: from,
    steps: [{ type: "payment", source: from, to, ...NATIVE, amount: String(UNIT) }],
    memo: "",
    holds: [{ ...NATIVE, amount: String(UNIT + 100n) }],
    fee: "100",
    feePayer: null,
    viaChannel: false,
  } as const;
  const { id } = await world.database.transaction((session) => insertSubmission(world.runtime, session, draft));
  return id;
}

async function stateOf(id: number): Promise<string | undefined> {
  return (await submissionCollection(world.database).findOne({ id }))?.state;
}

async function balanceOf(address: string): Promise<bigint> {
  return (await world.network.holdings([{ address, assets: [] }])).accounts.get(address)?.balance ?? 0n;
}

/** Says that the node is so many ledgers behind, and knows nothing of them. */
function behindBy(ledgers: number) {
  return (method: string, result: Record<string, unknown>): Record<string, unknown> => {
    const latest = Number(result["latestLedger"]) - ledgers;
    if (!("latestLedger" in result)) return result;
    const isLater = method === "getTransaction" && Number(result["ledger"]) > latest;
    return { ...result, latestLedger: latest, ...(isLater && { status: "NOT_FOUND", ledger: 0 }) };
  };
}

test("a node that is gone is passed over, and used again once it is back", async () => {
  left.behave({ isGone: true });
  const head = await network.head();
  expect(head.sequence).toBeGreaterThan(0);
  expect(network.nodes()).toMatchObject([{ state: "silent" }, { state: "fresh" }]);
  left.behave({});
  right.behave({ isGone: true });
  expect((await network.head()).sequence).toBeGreaterThanOrEqual(head.sequence);
  expect(network.nodes()).toMatchObject([{ state: "fresh" }, { state: "silent" }]);
});

test("a node that says nothing holds an answer up for two seconds at most, and only once", async () => {
  left.behave({ isSilent: true });
  const beganMs = performance.now();
  await network.head();
  expect(performance.now() - beganMs).toBeLessThan(TIMEOUT_MS);
  const before = left.asked.get("getTransaction") ?? 0;
  for (let turn = 0; turn < 5; turn += 1) await network.head();
  expect(left.asked.get("getTransaction") ?? 0).toBe(before);
});

test("with every node gone there is an error, and an unclear answer to a submission", async () => {
  for (const node of [left, right]) node.behave({ isGone: true });
  await expect(network.head()).rejects.toMatchObject({ name: "NetworkError" });
});

test("a node that lags behind is passed over as soon as another is known to be further", async () => {
  for (let closed = 0; closed < 25; closed += 1) await world.close();
  left.behave({ alter: behindBy(20) });
  // Both are asked once, so that it is known how far each is.
  await eventually(async () => {
    await network.head();
    return network.nodes().every(({ latestLedger }) => latestLedger > 0);
  });
  const { sequence } = await world.network.head();
  expect((await network.head()).sequence).toBe(sequence);
  expect((await network.holdings([{ address: from, assets: [] }])).ledger).toBe(sequence);
  expect(network.nodes()[0]?.state).toBe("lagging");
}, 20_000);

test("where all nodes lag, the one that lags least answers", async () => {
  left.behave({ alter: behindBy(50) });
  right.behave({ alter: behindBy(20) });
  for (let closed = 0; closed < 60; closed += 1) await world.close();
  const { sequence } = await world.network.head();
  await eventually(async () => (await network.head()).sequence === sequence - 20);
}, 20_000);

test("a submission without a clear answer goes to the other node at once, and is paid once", async () => {
  const before = await balanceOf(to);
  left.behave({ timesOut: true });
  const id = await pay();
  const deps = { ...world.deps, network };
  await advanceOpen(deps);
  expect(left.asked.get("sendTransaction")).toBe(1);
  expect(right.asked.get("sendTransaction")).toBe(1);
  expect(await submissionCollection(world.database).findOne({ id })).toMatchObject({
    state: "submitted",
    reason: "sent: duplicate",
  });
  await world.settle();
  expect(await stateOf(id)).toBe("confirmed");
  expect((await balanceOf(to)) - before).toBe(UNIT);
});

test("a submission reaches the network through the one node that is left", async () => {
  const before = await balanceOf(to);
  left.behave({ isGone: true });
  const id = await pay();
  await advanceOpen({ ...world.deps, network });
  await world.settle();
  expect(await stateOf(id)).toBe("confirmed");
  expect((await balanceOf(to)) - before).toBe(UNIT);
});

test("a payment that a node does not find for a while is neither repeated nor given up", async () => {
  const before = await balanceOf(to);
  const id = await pay();
  await advanceOpen(world.deps);
  await world.close();
  left.behave({ alter: (method, result) => hidden(method, result) });
  right.behave({ alter: (method, result) => hidden(method, result) });
  for (let turn = 0; turn < 10; turn += 1) {
    await advanceOpen({ ...world.deps, network });
    await world.close();
  }
  expect(await stateOf(id)).toBe("submitted");
  await world.settle();
  expect(await submissionCollection(world.database).findOne({ id })).toMatchObject({ state: "confirmed", rebuilds: 0 });
  expect((await balanceOf(to)) - before).toBe(UNIT);
});

function hidden(method: string, result: Record<string, unknown>): Record<string, unknown> {
  return method === "getTransaction" ? { ...result, status: "NOT_FOUND", ledger: 0 } : result;
}

test("a node that lags does not prove that a payment expired", async () => {
  const before = await balanceOf(to);
  const id = await pay();
  await advanceOpen(world.deps);
  await world.close();
  await world.close();
  // Whoever asks the lagging node hears "not found" of a ledger before the bounds.
  const lagging = openRpcNetwork({ ...world.runtime.config.stellar, rpcUrls: [left.url] }, TIMEOUT_MS);
  left.behave({ alter: behindBy(2) });
  await advanceOpen({ ...world.deps, network: lagging });
  expect(await stateOf(id)).toBe("submitted");
  await world.settle();
  expect(await stateOf(id)).toBe("confirmed");
  expect((await balanceOf(to)) - before).toBe(UNIT);
});

test.each([3_600_000, -3_600_000])(
  "with our clock wrong by %i ms a payment is made once, not built anew",
  async (offsetMs) => {
    const before = await balanceOf(to);
    const first = await pay();
    await advanceOpen(world.deps);
    world.clock.advance(offsetMs);
    const second = await pay();
    await advanceOpen(world.deps);
    await world.close();
    for (let turn = 0; turn < 3; turn += 1) {
      await advanceOpen(world.deps);
      await world.close();
    }
    world.clock.advance(-offsetMs);
    await world.settle();
    for (const id of [first, second]) {
      expect(await submissionCollection(world.database).findOne({ id })).toMatchObject({
        state: "confirmed",
        rebuilds: 0,
      });
    }
    expect((await balanceOf(to)) - before).toBe(2n * UNIT);
  },
);

test("a node that forgot ledgers is passed over for one that remembers; where none does, balances are read anew", async () => {
  const stranger = await world.stranger();
  await world.ingest();
  const payment = Operation.payment({ destination: to, asset: Asset.native(), amount: "3" });
  await world.apply([stranger], [payment]);
  const { ledger } = (await readCursor(world.database, null)) ?? { ledger: 0 };
  const forgot = (_method: string, result: Record<string, unknown>) =>
    "oldestLedger" in result ? { ...result, oldestLedger: ledger + 5 } : result;
  left.behave({ alter: forgot });
  const rows = (await world.rows(2)).length;
  while (await ingestPage({ runtime: world.runtime, network, parts: INGEST_PARTS }));
  expect((await world.rows(2)).length).toBe(rows + 1);

  await world.apply([stranger], [payment]);
  for (let closed = 0; closed < 3; closed += 1) await world.close();
  const now = (await readCursor(world.database, null)) ?? { ledger: 0 };
  const lost = (_method: string, result: Record<string, unknown>) =>
    "oldestLedger" in result ? { ...result, oldestLedger: now.ledger + 2 } : result;
  for (const node of [left, right]) node.behave({ alter: lost });
  await ingestPage({ runtime: world.runtime, network, parts: INGEST_PARTS });
  const account = await accountCollection(world.database).findOne({ _id: to });
  expect(BigInt(account?.balance ?? 0)).toBe(await balanceOf(to));
  // The history says that something is missing, and nothing else.
  expect((await world.rows(2)).slice(rows + 1)).toMatchObject([{ type: "missing", amount: "0.0000000" }]);
  const issue = await world.database.collection("system_issues").findOne({ checkId: "ingestion-gap" });
  expect(issue?.["metadata"]).toMatchObject({ from: now.ledger + 1 });
});

test("a page with a hole is refused, and taken from the node that has it whole", async () => {
  const stranger = await world.stranger();
  await world.ingest();
  const rows = (await world.rows(2)).length;
  const payment = Operation.payment({ destination: to, asset: Asset.native(), amount: "3" });
  for (let sent = 0; sent < 3; sent += 1) await world.apply([stranger], [payment]);
  const holed = (method: string, result: Record<string, unknown>) => {
    if (method !== "getTransactions" || !Array.isArray(result["transactions"])) return result;
    const shifted = result["transactions"].map((transaction, index) =>
      index === 1 ? { ...transaction, applicationOrder: 2 } : transaction,
    );
    return { ...result, transactions: shifted };
  };
  left.behave({ alter: holed });
  right.behave({ alter: holed });
  await expect(ingestPage({ runtime: world.runtime, network, parts: INGEST_PARTS })).rejects.toThrow("gap");
  right.behave({});
  while (await ingestPage({ runtime: world.runtime, network, parts: INGEST_PARTS }));
  expect((await world.rows(2)).length).toBe(rows + 3);
});

test("silence is an issue, the links are opened anew, and it is over with the next ledger", async () => {
  const issues = world.database.collection("system_issues");
  const silence = { checkId: "ingestion-silent", status: "active" };
  const loop = startIngestion(
    { runtime: world.runtime, network, leases: openLeases(world.database), parts: INGEST_PARTS },
    300,
  );
  try {
    await eventually(() => issues.findOne(silence));
    await world.close();
    await eventually(async () => (await issues.countDocuments({ ...silence })) === 0);
    expect(await issues.countDocuments({ checkId: "ingestion-silent", status: "resolved" })).toBeGreaterThan(0);
  } finally {
    await loop.stop();
  }
}, 30_000);

let other: TestStellar | null = null;
afterAll(() => other?.stop());

test("a node of another network, or of another past, is told nothing and believed nothing", async () => {
  left.behave({
    alter: (method, result) => (method === "getNetwork" ? { ...result, passphrase: "Another Network ; 2015" } : result),
  });
  await network.head();
  expect(network.nodes()).toMatchObject([{ state: "foreign" }, { state: "fresh" }]);
  expect(left.asked.get("getTransaction")).toBe(undefined);

  // The same passphrase and numbers, but other ledgers.
  other = await startStellar({ closeIntervalMs: 0 });
  const { sequence, hash } = await world.network.headHash();
  for (let closed = 0; closed < sequence + 2; closed += 1) await steer(other, "/close");
  await world.close();
  const mixed = openRpcNetwork({ ...world.runtime.config.stellar, rpcUrls: [other.rpcUrl, right.url] }, TIMEOUT_MS);
  mixed.setAnchor({ sequence, hash });
  await mixed.transactions(cursorAfterLedger(1), 10);
  expect(mixed.nodes()).toMatchObject([{ state: "foreign" }, { state: "fresh" }]);
  const loop = startIngestion(
    { runtime: world.runtime, network: mixed, leases: openLeases(world.database), parts: INGEST_PARTS },
    60_000,
  );
  const issues = world.database.collection("system_issues");
  await eventually(() => issues.findOne({ checkId: "network-foreign", status: "active" }));
  await loop.stop();

  const alone = openRpcNetwork({ ...world.runtime.config.stellar, rpcUrls: [other.rpcUrl] }, TIMEOUT_MS);
  alone.setAnchor({ sequence, hash });
  await expect(alone.transactions(cursorAfterLedger(1), 10)).rejects.toThrow("is not the one that we know");
}, 30_000);
