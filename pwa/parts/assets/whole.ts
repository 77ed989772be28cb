import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { codeOf, issuerOf } from "#pwa/parts/market-data/pair.ts";
import { amountsOfShares, type Pair, worthOfPair } from "#pwa/parts/market-data/pool-math.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { claimTime } from "#schemas/claims.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import type { AssetPrice } from "#schemas/markets.ts";
import { mulDiv, parseAmount } from "#schemas/values/money.ts";
import { type Balance, type Holding, holdingOf, type PriceOf, readPercent, WHOLE } from "./holdings.ts";
import {
  type MarketPoolRow,
  marketWorths,
  priceIn,
  type StakedRow,
  stakedWorths,
  type StakedWorth,
} from "./kept-elsewhere.ts";
import { worthOf } from "./worth.ts";

export type PoolShare = LocalRow<"pool_shares">;
export type Claimable = LocalRow<"claimable_balances">;

/** What a person's rows on this device, and the markets, tell of what they have. */
export interface WholeInput {
  readonly balances: readonly Balance[];
  readonly poolShares: readonly PoolShare[];
  /** By its id; null where nothing is known of it. */
  readonly poolOf: (poolId: string) => PoolSummary | null;
  readonly claimables: readonly Claimable[];
  /** What was staked, which is still one's own. */
  readonly stakes?: readonly StakedRow[];
  /** Pools that make markets: what their wallets hold is one's own. */
  readonly marketPools?: readonly MarketPoolRow[];
  /** One's own open orders. */
  readonly orders: readonly Pick<LocalRow<"orders">, "side" | "base" | "quote" | "offered">[];
  readonly priceOf: PriceOf;
  /** Whoever set something aside themselves has not been given it. Plain accounts, not muxed ones. */
  readonly isOwn: (address: string) => boolean;
  readonly nowMs: number;
  /** By how much each asset of wallet and pools together changed within 24 hours, in stroops; null where that is not known. */
  readonly movedToday: ReadonlyMap<string, bigint> | null;
}

/** Where money is: free in the wallet, kept there by open orders, in pools, staked, making markets, or set aside on the ledger to be claimed. */
export type Place = "wallet" | "offers" | "pools" | "stakes" | "markets" | "claims";

/** What is in one place, in ten-millionths of a dollar. */
export interface PlaceWorth {
  readonly place: Place;
  readonly usd: bigint;
}

/** A share of a pool and what it comes to. */
export interface PoolHolding {
  readonly row: PoolShare;
  /** Null where what the pool holds is not known here: then nothing of it is counted. */
  readonly amounts: Pair | null;
  readonly usd: bigint | null;
  readonly xlm: bigint | null;
}

/** Something that can be claimed now. */
export interface ClaimHolding {
  readonly row: Claimable;
  readonly usd: bigint | null;
  readonly xlm: bigint | null;
}

/** All of one asset, wherever it is. */
export interface AssetWorth {
  /** `XLM` or `CODE-ISSUER`. */
  readonly asset: string;
  readonly stroops: bigint;
  readonly usd: bigint;
}

/** What a person has, and where. */
export interface Whole {
  readonly holdings: readonly Holding[];
  readonly pools: readonly PoolHolding[];
  readonly claims: readonly ClaimHolding[];
  /** What is staked, by asset and stake. */
  readonly staked: readonly StakedWorth[];
  /** Those that hold something, with what they hold: together exactly `usd`. Empty where no price is known. */
  readonly places: readonly PlaceWorth[];
  /** Those whose worth is known: together exactly `usd`. */
  readonly assets: readonly AssetWorth[];
  /** Of all whose price is known; null where none is. */
  readonly usd: bigint | null;
  readonly xlm: bigint | null;
  /**
   * By how much prices moved what was held all of the last 24 hours, and in hundredths of a percent; null where that is not known.
   * What came within them has no gain of yesterday.
   */
  readonly change: { readonly usd: bigint; readonly part: bigint } | null;
  /** Codes of what is held and has no price, and so is not counted. */
  readonly uncounted: readonly string[];
  /** Names of the pools of which nothing is known here, and whose money is not counted. */
  readonly uncountedPools: readonly string[];
  /** The oldest ledger any balance is from; null where there is none. */
  readonly asOfLedger: number | null;
}

interface Worths {
  readonly asset: string;
  readonly stroops: bigint;
  readonly usd: bigint | null;
}

/** What a person has: in their wallet, with what offers keep of it, in pools, and set aside for them to claim. */
export function wholeOf(input: WholeInput): Whole {
  const { balances, priceOf } = input;
  const holdings = balances.map((row) => holdingOf(row, priceOf(row.assetCode, row.issuer)));
  const pools = input.poolShares
    .filter(({ shares }) => parseAmount(shares) > 0n)
    .map((row) => poolHoldingOf(row, input.poolOf(row.uid), priceOf));
  const claims = input.claimables
    .filter((row) => isClaimable(row, input))
    .map((row) => claimHoldingOf(row, priceOf(row.assetCode, row.issuer)));
  const stakes = (input.stakes ?? []).flatMap((row) => stakedWorths(row, priceOf));
  const markets = (input.marketPools ?? []).flatMap((row) => marketWorths(row, priceOf));
  const parts = [...partsOf(holdings, pools, claims), ...stakes, ...markets];
  const assets = assetsOf(parts);
  const usd = sumOf(parts.map((part) => part.usd));
  const unpriced = parts.filter((part) => usd !== null && part.usd === null && part.stroops > 0n);
  return {
    holdings,
    pools: pools.map(({ holding }) => holding),
    claims,
    staked: stakes,
    places:
      usd === null
        ? []
        : placesOf(holdings, pools, claims, {
            orders: input.orders,
            staked: sumOf(stakes.map((stake) => stake.usd)) ?? 0n,
            markets: sumOf(markets.map((market) => market.usd)) ?? 0n,
          }),
    assets,
    usd,
    xlm: sumOf(
      [...holdings, ...pools.map(({ holding }) => holding), ...claims, ...stakes, ...markets].map(({ xlm }) => xlm),
    ),
    change: changeOf(assets, input),
    uncounted: [...new Set(unpriced.map(({ asset }) => codeOf(asset)))],
    uncountedPools: pools.filter(({ holding }) => holding.amounts === null).map(({ holding }) => poolName(holding.row)),
    asOfLedger: balances.length === 0 ? null : Math.min(...balances.map((row) => row.asOfLedger)),
  };
}

/** A part of the whole in hundredths of a percent; null where it or the whole has no known worth. */
export function shareOf({ usd }: { readonly usd: bigint | null }, whole: Pick<Whole, "usd">): bigint | null {
  if (usd === null || whole.usd === null || whole.usd === 0n) return null;
  return mulDiv(usd, WHOLE, whole.usd, "half-up");
}

/** The two assets of a pool: "XLM / USDC". */
export function poolName({ assetA, assetB }: Pick<PoolShare, "assetA" | "assetB">): string {
  return `${codeOf(assetA)} / ${codeOf(assetB)}`;
}

/** Whether it is money that waits for this person: open, in sight, theirs to claim now, and not what they set aside for others. */
function isClaimable(row: Claimable, { isOwn, nowMs }: WholeInput): boolean {
  if (row.state !== "open" || row.isHidden || isOwn(row.from)) return false;
  return claimTime(row.windows, new Date(nowMs)).kind === "now";
}

function claimHoldingOf(row: Claimable, price: AssetPrice | null): ClaimHolding {
  const xlm = row.issuer === "" ? parseAmount(row.amount) : worthOf(row.amount, price, "xlm");
  return { row, usd: worthOf(row.amount, price, "usd"), xlm };
}

interface ValuedPool {
  readonly holding: PoolHolding;
  /** What each of both amounts is worth: together what the share is. */
  readonly parts: readonly Worths[];
}

function poolHoldingOf(row: PoolShare, pool: PoolSummary | null, priceOf: PriceOf): ValuedPool {
  const shares = parseAmount(row.shares);
  // More shares than there are: what was told is from before the last deposit.
  if (pool === null || parseAmount(pool.totalShares) < shares)
    return { holding: { row, amounts: null, usd: null, xlm: null }, parts: [] };
  const amounts = amountsOfShares(shares, pool);
  const [priceA, priceB] = [priceIn(row.assetA, priceOf), priceIn(row.assetB, priceOf)];
  const usd = worthOfPair(amounts, pool, { a: priceA?.usd ?? null, b: priceB?.usd ?? null });
  const xlm = worthOfPair(amounts, pool, { a: xlmOf(row.assetA, priceA), b: xlmOf(row.assetB, priceB) });
  // Where the pool's ratio tells the price of one, it has what the other does not account for.
  const [a, b] = [worthOf(amounts.a, priceA, "usd"), worthOf(amounts.b, priceB, "usd")];
  const usdA = usd === null ? null : (a ?? usd - (b ?? 0n));
  return {
    holding: { row, amounts, usd, xlm },
    parts: [
      { asset: row.assetA, stroops: amounts.a, usd: usdA },
      { asset: row.assetB, stroops: amounts.b, usd: usd === null || usdA === null ? null : usd - usdA },
    ],
  };
}

function partsOf(
  holdings: readonly Holding[],
  pools: readonly ValuedPool[],
  claims: readonly ClaimHolding[],
): Worths[] {
  return [
    ...holdings.map(({ row, usd }) => ({ asset: assetKeyOf(row), stroops: parseAmount(row.balance), usd })),
    ...pools.flatMap(({ parts }) => parts),
    ...claims.map(({ row, usd }) => ({ asset: assetKeyOf(row), stroops: parseAmount(row.amount), usd })),
  ];
}

function assetsOf(parts: readonly Worths[]): AssetWorth[] {
  const found = new Map<string, AssetWorth>();
  for (const { asset, stroops, usd } of parts) {
    if (usd === null) continue;
    const former = found.get(asset);
    found.set(asset, { asset, stroops: (former?.stroops ?? 0n) + stroops, usd: (former?.usd ?? 0n) + usd });
  }
  return [...found.values()];
}

function placesOf(
  holdings: readonly Holding[],
  pools: readonly ValuedPool[],
  claims: readonly ClaimHolding[],
  { orders, staked, markets }: Pick<WholeInput, "orders"> & { readonly staked: bigint; readonly markets: bigint },
): PlaceWorth[] {
  const wallet = sumOf(holdings.map(({ usd }) => usd)) ?? 0n;
  const offers = offersWorth(holdings, orders);
  const all: PlaceWorth[] = [
    { place: "wallet", usd: wallet - offers },
    { place: "offers", usd: offers },
    { place: "pools", usd: sumOf(pools.map(({ holding }) => holding.usd)) ?? 0n },
    { place: "stakes", usd: staked },
    { place: "markets", usd: markets },
    { place: "claims", usd: sumOf(claims.map(({ usd }) => usd)) ?? 0n },
  ];
  return all.filter(({ usd }) => usd > 0n);
}

/** What open orders keep of the wallet: never more than there is of an asset. */
function offersWorth(holdings: readonly Holding[], orders: WholeInput["orders"]): bigint {
  const kept = new Map<string, bigint>();
  for (const { side, base, quote, offered } of orders) {
    const asset = side === "sell" ? base : quote;
    kept.set(asset, (kept.get(asset) ?? 0n) + parseAmount(offered));
  }
  return holdings.reduce((sum, { row, usd }) => {
    const balance = parseAmount(row.balance);
    const offered = kept.get(assetKeyOf(row)) ?? 0n;
    if (usd === null || balance === 0n || offered === 0n) return sum;
    return sum + mulDiv(usd, offered < balance ? offered : balance, balance, "half-up");
  }, 0n);
}

function changeOf(assets: readonly AssetWorth[], { priceOf, movedToday }: WholeInput): Whole["change"] {
  if (movedToday === null) return null;
  let before = 0n;
  let now = 0n;
  for (const { asset, stroops } of assets) {
    const price = priceIn(asset, priceOf);
    const change = readPercent(price?.change24h ?? null);
    const formerly = stroops - (movedToday.get(asset) ?? 0n);
    const usd = worthOf(formerly < 0n ? 0n : formerly < stroops ? formerly : stroops, price, "usd");
    // A price that has lost all of its worth within a day tells nothing of the day before.
    if (usd === null || change === null || change <= -WHOLE) continue;
    now += usd;
    before += mulDiv(usd, WHOLE, WHOLE + change, "half-up");
  }
  return before === 0n ? null : { usd: now - before, part: mulDiv(now - before, WHOLE, before, "half-up") };
}

/** What is XLM needs no market to be worth itself. */
function xlmOf(asset: string, price: AssetPrice | null): string | null {
  return issuerOf(asset) === "" ? "1" : (price?.xlm ?? null);
}

/** Null where there is nothing that has a worth. */
function sumOf(worths: readonly (bigint | null)[]): bigint | null {
  const known = worths.filter((worth) => worth !== null);
  return known.length === 0 ? null : known.reduce((sum, worth) => sum + worth, 0n);
}
