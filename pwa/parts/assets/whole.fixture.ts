import type { AssetPrice } from "#schemas/markets.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import type { Balance } from "./holdings.ts";
import { type Claimable, type PoolShare, type Whole, type WholeInput, wholeOf } from "./whole.ts";

const AT = "2026-01-01T00:00:00.000Z";
export const FIXTURE_NOW_MS = Date.parse("2026-06-01T12:00:00.000Z");
export const POOL_ID = "ab".repeat(32);

/** A balance, for tests. */
export function aBalance(fields: Partial<Balance> = {}): Balance {
  return { uid: "XLM", id: 1, assetCode: "XLM", issuer: "", balance: "100", spendable: "99", asOfLedger: 9, ...fields };
}

/** A price, for tests. */
export function aPriceOf(prices: Readonly<Record<string, Partial<AssetPrice>>>): WholeInput["priceOf"] {
  return (assetCode, issuer) =>
    prices[assetCode] === undefined
      ? null
      : { assetCode, issuer, usd: null, xlm: null, change24h: null, at: AT, ...prices[assetCode] };
}

/** A pool of 1,000 XLM and 250 USDC with 500 shares, for tests. */
export function aPool(fields: Partial<PoolSummary> = {}): PoolSummary {
  return {
    poolId: POOL_ID,
    assetA: { assetCode: "XLM", issuer: "" },
    assetB: { assetCode: "USDC", issuer: "G" },
    reserveA: "1000.0000000",
    reserveB: "250.0000000",
    totalShares: "500.0000000",
    feeBasisPoints: 30,
    holders: 3,
    volumeA: "0.0000000",
    volumeB: "0.0000000",
    trades: 0,
    yearlyRate: null,
    ...fields,
  };
}

/** Shares of that pool, for tests. */
export function aPoolShare(fields: Partial<PoolShare> = {}): PoolShare {
  return { uid: POOL_ID, id: 1, assetA: "XLM", assetB: "USDC-G", shares: "50.0000000", asOfLedger: 9, ...fields };
}

/** Money that Ana set aside, for tests. */
export function aClaimable(fields: Partial<Claimable> = {}): Claimable {
  return {
    uid: "claim",
    id: 1,
    balanceId: "0".repeat(72),
    assetCode: "XLM",
    issuer: "",
    amount: "5.0000000",
    from: "GANA",
    fromName: "",
    memo: "",
    claimants: ["GME"],
    windows: [{ from: null, until: null }],
    state: "open",
    takenBy: "",
    isHidden: false,
    hash: "",
    ledger: 2,
    createdAt: "2026-05-01T00:00:00.000Z",
    ...fields,
  };
}

/** What somebody has whose address is GME, for tests. */
export function aWhole(fields: Partial<WholeInput> = {}): Whole {
  return wholeOf({
    balances: [],
    poolShares: [],
    poolOf: (poolId) => (poolId === POOL_ID ? aPool() : null),
    claimables: [],
    orders: [],
    priceOf: () => null,
    isOwn: (address) => address === "GME",
    nowMs: FIXTURE_NOW_MS,
    movedToday: new Map(),
    ...fields,
  });
}
