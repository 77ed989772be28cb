import { squareRoot } from "#schemas/values/exchange.ts";
import { worthAt } from "#schemas/values/price.ts";
import { mulDiv, type Price, type Rounding } from "#schemas/values/money.ts";
import { type DatedPrice, OLDEST_PRICE_MS, type Valuation, type Worth } from "#server/prices/index.ts";
import { type AssetName, isNative } from "#server/platform/network/assets.ts";
import type { Portion, Spending } from "#server/platform/submissions/spending.ts";

export type ValuationOf = (asset: AssetName) => Valuation;

/** What an exchange may give away without that counting as a payment: the larger of the two. */
export interface LossTolerance {
  /** Of what is given, in hundredths of a percent. */
  readonly share: bigint;
  /** In ten-millionths of USD; of XLM while it has no price. */
  readonly floor: bigint;
}

/** What an exchange gives away beyond what it surely brings. */
export interface LossReading {
  /** Of what has prices; null where nothing of it is lost. */
  readonly priced: Worth | null;
  /** Of what never had one: all of it, in its own units. */
  readonly unpriced: readonly Portion[];
  readonly isTolerated: boolean;
}

const NOTHING: LossReading = { priced: null, unpriced: [], isTolerated: true };
const WHOLE_SHARE = 10_000n;

/** How several assets are counted as one. */
interface Measure {
  readonly unit: "USD" | "XLM";
  /** The oldest price that had to do for lack of a newer one. */
  readonly since?: Date;
}

type Exchange = Extract<Spending, { readonly kind: "exchange" | "pool" }>;

/**
 * What an exchange gives away at the guarded prices: what leaves, less what surely comes in. An asset surely is worth its price only
 * where the house lists it and the price is of today; of anything else nothing counts, whoever says what it is worth.
 */
export function lossOf(spending: Exchange, of: ValuationOf, tolerance: LossTolerance, now: Date): LossReading {
  return spending.kind === "exchange"
    ? lossOfExchange(spending, of, tolerance, now)
    : lossOfDeposit(spending, of, tolerance, now);
}

function lossOfExchange(
  { gives, takes }: Extract<Exchange, { readonly kind: "exchange" }>,
  of: ValuationOf,
  tolerance: LossTolerance,
  now: Date,
): LossReading {
  const measure = measureOf(
    gives.filter(({ asset }) => hasPrice(asset, of)),
    of,
    now,
  );
  const isCounted = ({ asset }: Portion) => priceIn(measure.unit, asset, of, now) !== null;
  const priced = gives.filter(isCounted);
  const unpriced = gives.filter((portion) => portion.amount > 0n && !isCounted(portion));
  const given = sumOf(priced, (portion) => worthIn(measure.unit, portion, of, now, "up"));
  const received = sumOf(takes, (portion) => sureWorthIn(measure.unit, portion, of, now));
  return readLoss({ measure, given, lost: given - received, unpriced }, tolerance);
}

/**
 * Of a deposit the shares surely bring what both parts are worth where the pool's ratio is that of the prices; the further it is from
 * that, the more goes to whoever sets it right: (√a - √b)² of parts worth a and b.
 */
function lossOfDeposit(
  { a, b, minPrice, maxPrice }: Extract<Exchange, { readonly kind: "pool" }>,
  of: ValuationOf,
  tolerance: LossTolerance,
  now: Date,
): LossReading {
  const measure = measureOf([a, b], of, now);
  const isSure = [a, b].every(({ asset }) => isSurelyWorth(asset, of, now, measure.unit));
  if (!isSure) {
    const nothing: Exchange = { kind: "exchange", operation: "trade", gives: [a, b], takes: [], adds: [], through: [] };
    return lossOfExchange(nothing, of, tolerance, now);
  }
  const losses = [minPrice, maxPrice, { n: 0, d: 0 }].map((price) => {
    const [amountA, amountB] = partsAt(price, a.amount, b.amount);
    const worthA = worthIn(measure.unit, { asset: a.asset, amount: amountA }, of, now, "up");
    const worthB = worthIn(measure.unit, { asset: b.asset, amount: amountB }, of, now, "up");
    const kept = 2n * squareRoot(worthA * worthB);
    return readLoss({ measure, given: worthA + worthB, lost: worthA + worthB - kept, unpriced: [] }, tolerance);
  });
  return losses.reduce((worst, one) => (lostIn(one) > lostIn(worst) ? one : worst));
}

/** What both amounts allow of at a price (A for one of B); all of both at none, which is the ratio they themselves are in. */
function partsAt({ n, d }: Price, maxA: bigint, maxB: bigint): readonly [bigint, bigint] {
  if (n === 0 || d === 0) return [maxA, maxB];
  const forAllB = mulDiv(maxB, BigInt(n), BigInt(d), "up");
  return forAllB <= maxA ? [forAllB, maxB] : [maxA, mulDiv(maxA, BigInt(d), BigInt(n), "up")];
}

interface Found {
  readonly measure: Measure;
  readonly given: bigint;
  readonly lost: bigint;
  readonly unpriced: readonly Portion[];
}

function readLoss({ measure, given, lost, unpriced }: Found, { share, floor }: LossTolerance): LossReading {
  if (lost <= 0n && unpriced.length === 0) return NOTHING;
  const tolerated = mulDiv(given, share, WHOLE_SHARE, "down");
  const most = tolerated > floor ? tolerated : floor;
  return {
    priced: lost > 0n ? { ...measure, amount: lost } : null,
    unpriced,
    isTolerated: lost <= most && unpriced.length === 0,
  };
}

function lostIn({ priced, isTolerated }: LossReading): bigint {
  return (priced?.amount ?? 0n) + (isTolerated ? 0n : 1n);
}

/** USD before XLM, prices of today before older ones: the first in which all of it can be counted. */
function measureOf(portions: readonly Portion[], of: ValuationOf, now: Date): Measure {
  const since = new Date(now.getTime() - OLDEST_PRICE_MS);
  const inUnit = (unit: Measure["unit"]) => portions.map(({ asset }) => priceIn(unit, asset, of, now));
  for (const unit of ["USD", "XLM"] as const)
    if (inUnit(unit).every((price) => price && price.at >= since)) return { unit };
  for (const unit of ["USD", "XLM"] as const) {
    const prices = inUnit(unit).filter((price) => price !== null);
    if (prices.length < portions.length) continue;
    return { unit, since: prices.reduce((oldest, { at }) => (at < oldest ? at : oldest), now) };
  }
  return { unit: "XLM" };
}

function hasPrice(asset: AssetName, of: ValuationOf): boolean {
  const { known } = of(asset);
  return isNative(asset) || (known !== null && (known.usd !== null || known.xlm !== null));
}

function priceIn(unit: Measure["unit"], asset: AssetName, of: ValuationOf, now: Date): DatedPrice | null {
  const { known } = of(asset);
  if (unit === "XLM") return isNative(asset) ? { price: "1", at: now } : (known?.xlm ?? null);
  return known?.usd ?? null;
}

function worthIn(unit: Measure["unit"], { asset, amount }: Portion, of: ValuationOf, now: Date, rounding: Rounding) {
  return worthAt(amount, priceIn(unit, asset, of, now)?.price ?? null, rounding) ?? 0n;
}

function sureWorthIn(unit: Measure["unit"], portion: Portion, of: ValuationOf, now: Date): bigint {
  return isSurelyWorth(portion.asset, of, now, unit) ? worthIn(unit, portion, of, now, "down") : 0n;
}

function isSurelyWorth(asset: AssetName, of: ValuationOf, now: Date, unit: Measure["unit"]): boolean {
  const price = priceIn(unit, asset, of, now);
  const isListed = isNative(asset) || of(asset).isListed;
  return isListed && price !== null && price.at.getTime() >= now.getTime() - OLDEST_PRICE_MS;
}

function sumOf(portions: readonly Portion[], worth: (portion: Portion) => bigint): bigint {
  return portions.reduce((sum, portion) => sum + worth(portion), 0n);
}
