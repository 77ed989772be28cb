import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerSummary } from "#server/platform/network/ledgers.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { openNetworkStats } from "./read-stats.ts";

let app: TestApp;
let network: StellarNetwork;

beforeAll(async () => {
  app = await startTestApp();
  network = openRpcNetwork(app.config.stellar);
});
afterAll(() => app.stop());

test("people see the latest ledgers, the fees and the links, and no address of a node", async () => {
  const { cookie } = await aUser(app);
  const ask = async () =>
    (await app.server.inject({ method: "GET", url: "/api/network/stats", headers: { cookie } })).json();
  // The payments that made the first accounts.
  const stats = await eventually(async () => {
    const seen = await ask();
    return seen.ledgers.some(({ operations }: { operations: number }) => operations > 0) && seen;
  }, 30_000);
  const [first, second] = stats.ledgers.slice(-2);
  expect(second.sequence).toBe(first.sequence + 1);
  expect(second.tookSeconds).toBe((Date.parse(second.closedAt) - Date.parse(first.closedAt)) / 1000);
  expect(stats).toMatchObject({
    baseFee: "100",
    baseReserve: "0.5000000",
    nodes: [{ name: "Node 1", state: "fresh" }],
  });
  expect(Number(stats.totalXlm)).toBeGreaterThan(1e9);
  expect(JSON.stringify(stats)).not.toContain(app.config.stellar.rpcUrls[0]);
  expect(JSON.stringify(stats)).not.toContain("127.0.0.1");
});

test("however many look, the network is asked once for a ledger", async () => {
  const asked = { heads: 0, ledgers: 0 };
  const counting: StellarNetwork = {
    ...network,
    head: () => {
      asked.heads += 1;
      return network.head();
    },
    ledgers: (first, limit) => {
      asked.ledgers += 1;
      return network.ledgers(first, limit);
    },
  };
  const stats = openNetworkStats(app.runtime, counting);
  const answers = await Promise.all(Array.from({ length: 20 }, () => stats.read()));
  expect(asked).toEqual({ heads: 1, ledgers: 1 });
  expect(new Set(answers).size).toBe(1);
});

test("ledgers that nobody looked at leave no false close time behind", async () => {
  const at = (sequence: number): LedgerSummary => ({
    sequence,
    closedAt: new Date(sequence * 5000),
    protocol: 22,
    transactions: 1,
    failedTransactions: 0,
    operations: 2,
    baseFee: 100n,
    baseReserve: 5_000_000n,
    totalCoins: 1n,
    feePool: 1n,
  });
  const place = { newest: 100 };
  const moving: StellarNetwork = {
    ...network,
    head: () => Promise.resolve({ sequence: place.newest, closedAt: new Date() }),
    ledgers: (first, limit) =>
      Promise.resolve(
        Array.from({ length: Math.min(limit, place.newest - first + 1) }, (_each, index) => at(first + index)),
      ),
  };
  const stats = openNetworkStats(app.runtime, moving);
  expect((await stats.read()).ledgers.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 12 }, (_each, index) => 89 + index),
  );
  place.newest = 500;
  const later = await eventually(async () => {
    const seen = await stats.read();
    return seen.ledgers.at(-1)?.sequence === 500 && seen;
  });
  expect(later.ledgers[0]).toMatchObject({ sequence: 489, tookSeconds: null });
  expect(later.ledgers.slice(1).every(({ tookSeconds }) => tookSeconds === 5)).toBe(true);
});

test("a network that is away is a named error", async () => {
  const away: StellarNetwork = {
    ...network,
    head: () => openRpcNetwork({ ...app.config.stellar, rpcUrls: [] }).head(),
  };
  await expect(openNetworkStats(app.runtime, away).read()).rejects.toMatchObject({ code: "network-unreachable" });
});
