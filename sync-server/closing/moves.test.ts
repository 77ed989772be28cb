import { expect, test } from "vitest";
import { formatAmount } from "#schemas/values/money.ts";
import type { OrderDocument, ShareDocument } from "#server/orders/index.ts";
import type { AccountDocument, StoredLine } from "#server/platform/ingest/account.ts";
import { NO_ACCOUNT } from "#server/platform/ingest/account.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import type { Holdings } from "./holdings.ts";
import { movesOf, nextStep } from "./moves.ts";

const OWN = `G${"A".repeat(55)}`;
const ISSUER = `G${"B".repeat(55)}`;
const TO = { to: `G${"C".repeat(55)}`, memo: { type: "text", text: "" }, isAnnounced: false } as const;
const OPERATIONS = 100;
/** More transactions than any of these wallets needs. */
const MOST_STEPS = 60;

/** The same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

interface World {
  holdings: Holdings;
  pools: Map<string, { reserveA: bigint; reserveB: bigint; totalShares: bigint }>;
}

/** A wallet with some lines, orders and shares of pools between its assets. */
function aWorld(seed: number): World {
  const random = randomOf(seed);
  const lines = Array.from({ length: random(90) }, (_, at): StoredLine => {
    const balance = String(random(3) === 0 ? 0 : random(1_000_000));
    const name = { assetCode: `A${at}`, issuer: ISSUER };
    return { ...name, balance, limit: "9", selling: "0", buying: "0", isAuthorized: true };
  });
  const pools: World["pools"] = new Map();
  const shares = lines.slice(0, random(45)).map((line, at) => {
    const uid = `pool${at}`;
    pools.set(uid, { reserveA: BigInt(random(9999)), reserveB: BigInt(random(9999)), totalShares: 1_000_000n });
    const held = formatAmount(BigInt(random(2) === 0 ? 0 : 1 + random(1_000_000)));
    return stored<ShareDocument>({ uid, assetA: "XLM", assetB: assetKey(line), shares: held });
  });
  const orders = Array.from({ length: random(120) }, (_, at) =>
    stored<OrderDocument>({
      offerId: String(at),
      side: "sell",
      base: "XLM",
      quote: `EUR-${ISSUER}`,
      price: { n: 1, d: 4 },
    }),
  );
  const account: AccountDocument = {
    ...NO_ACCOUNT,
    _id: OWN,
    userId: 1,
    role: "wallet",
    number: 1,
    version: 0,
    inFlight: null,
    exists: true,
    balance: String(1 + random(1_000_000)),
    lines,
  };
  return { holdings: { account, orders, shares, setAside: [], unclaimed: [], isUnderWay: false }, pools };
}

/** A row with what is read of it. */
function stored<T>(fields: Partial<Record<keyof T, unknown>>): T {
  const row: unknown = fields;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what these functions read of a row is there.
  return row as T;
}

/** Does what the ledger does, as strictly; adds up what somebody else gets. */
function apply(world: World, steps: readonly Step[], got: Map<string, bigint>): void {
  for (const step of steps) {
    const { account, orders, shares } = world.holdings;
    const line = (asset: AssetName) => account.lines.find(({ assetCode }) => assetCode === asset.assetCode);
    switch (step.type) {
      case "cancel_offer":
        world.holdings = { ...world.holdings, orders: orders.filter(({ offerId }) => offerId !== step.offerId) };
        break;
      case "pool_withdraw": {
        const pool = world.pools.get(step.poolId);
        if (!pool) throw new Error("a pool that is not there");
        const part = (reserve: bigint) => (BigInt(step.shares) * reserve) / pool.totalShares;
        give(world, step.assetA, part(pool.reserveA));
        give(world, step.assetB, part(pool.reserveB));
        const left = shares.map((row) => (row.uid === step.poolId ? { ...row, shares: "0.0000000" } : row));
        world.holdings = { ...world.holdings, shares: left };
        break;
      }
      case "pool_untrust": {
        const row = shares.find(({ assetB }) => assetB === assetKey(step.assetB));
        expect(row?.shares, "shares are left").toBe("0.0000000");
        world.holdings = { ...world.holdings, shares: shares.filter((each) => each !== row) };
        break;
      }
      case "payment":
        give(world, step, -BigInt(step.amount));
        got.set(assetKey(step), (got.get(assetKey(step)) ?? 0n) + BigInt(step.amount));
        break;
      case "remove_trust":
        expect(line(step)?.balance, "money is left").toBe("0");
        expect(shares.some(({ assetB }) => assetB === assetKey(step))).toBe(false);
        world.holdings = { ...world.holdings, account: without(account, step) };
        break;
      case "account_merge":
        expect([account.lines, orders, shares]).toEqual([[], [], []]);
        got.set("XLM", BigInt(account.balance));
        world.holdings = { ...world.holdings, account: { ...account, exists: false, balance: "0" } };
        break;
      default:
        throw new Error(`no step of a closing: ${step.type}`);
    }
  }
}

function give(world: World, asset: AssetName, amount: bigint): void {
  const { account } = world.holdings;
  const changed =
    asset.issuer === ""
      ? { ...account, balance: String(BigInt(account.balance) + amount) }
      : {
          ...account,
          lines: account.lines.map((line) =>
            line.assetCode === asset.assetCode ? { ...line, balance: String(BigInt(line.balance) + amount) } : line,
          ),
        };
  world.holdings = { ...world.holdings, account: changed };
}

function without(account: AccountDocument, asset: AssetName): AccountDocument {
  return { ...account, lines: account.lines.filter(({ assetCode }) => assetCode !== asset.assetCode) };
}

test.each(Array.from({ length: 60 }, (_, at) => at + 1))(
  "whatever is in a wallet moves out of it, all that was planned and nothing else (seed %i)",
  (seed) => {
    const world = aWorld(seed);
    const planned = movesOf(world.holdings, world.pools);
    const got = new Map<string, bigint>();
    let count = 0;
    while (world.holdings.account.exists && count < MOST_STEPS) {
      const { steps } = nextStep(world.holdings.account, movesOf(world.holdings, world.pools), TO);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.length).toBeLessThanOrEqual(OPERATIONS);
      apply(world, steps, got);
      count += 1;
    }
    expect(world.holdings.account.exists).toBe(false);
    const all = [{ asset: NATIVE, amount: planned.xlm }, ...planned.assets];
    expect(got).toEqual(new Map(all.map(({ asset, amount }) => [assetKey(asset), amount])));
  },
);
