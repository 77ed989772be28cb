import type { ErrorCode, ErrorFacts } from "#schemas/errors.ts";
import type { PoolReference, PoolTerms } from "#schemas/market-making.ts";
import { AmountError, parseAmount } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";
import { type Exact, roundedAway } from "./prices.ts";

/** Terms as they are reckoned with. Amounts are stroops, shares millionths of the reference, the rest percent. */
export interface ReadPool {
  /** Asset keys. */
  readonly base: string;
  readonly quote: string;
  readonly baseAmount: bigint;
  readonly quoteAmount: bigint;
  readonly walletCount: number;
  /** Offers on each side. */
  readonly levels: number;
  /** From the reference to the best offer, rounded up. */
  readonly halfSpreadPpm: bigint;
  readonly depthPpm: bigint;
  readonly marginPpm: bigint;
  /** Of base. */
  readonly minSize: bigint;
  readonly maxSize: bigint;
  /** Of quote. */
  readonly maxDailyLoss: bigint;
  readonly inventoryTarget: number;
  readonly skew: number;
  readonly autoRebalance: boolean;
  readonly maxDrawdown: number;
  readonly maxFillsPerMinute: number;
  readonly reference: PoolReference;
  /** Of a fixed reference; null for every other. */
  readonly targetPrice: Exact | null;
}

type TermsCode = Extract<
  ErrorCode,
  | AmountError["code"]
  | "market-amounts"
  | "market-sizes"
  | "market-depth"
  | "market-ladder-wide"
  | "market-wallets-idle"
  | "market-price"
  | "market-loss"
>;

/** Why terms are none; `code` is one of `errors.ts`, whose sentences a device has in its catalogues. */
export class TermsError extends Error {
  readonly code: TermsCode;
  readonly facts: ErrorFacts;

  constructor(code: TermsCode, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(code, options);
    this.name = "TermsError";
    this.code = code;
    this.facts = facts;
  }
}

/** Reads what somebody entered. Throws {@link TermsError} for the first thing that no ladder can be made of. */
export function readPool(terms: PoolTerms): ReadPool {
  const { base, quote, walletCount, levels, reference } = terms;
  const pool = {
    base,
    quote,
    baseAmount: amountOf(terms.baseAmount),
    quoteAmount: amountOf(terms.quoteAmount),
    walletCount,
    levels,
    // Half of an odd millionth is rounded to the wider ladder.
    halfSpreadPpm: (ppmOf(terms.spreadPercentage) + 1n) / 2n,
    depthPpm: ppmOf(terms.depthPercentage),
    marginPpm: ppmOf(terms.priceMargin),
    minSize: amountOf(terms.minTradeSize),
    maxSize: amountOf(terms.maxTradeSize),
    maxDailyLoss: amountOf(terms.maxDailyLoss),
    inventoryTarget: terms.inventoryTarget,
    skew: terms.skew,
    autoRebalance: terms.autoRebalance,
    maxDrawdown: terms.maxDrawdown,
    maxFillsPerMinute: terms.maxFillsPerMinute,
    reference,
    targetPrice: reference.kind === "fixed" ? targetOf(reference.targetPrice) : null,
  };
  refuse(pool);
  return pool;
}

/** Throws the first thing that is wrong with terms that can be read each by itself. */
function refuse(pool: ReadPool): void {
  const [base = "", quote = ""] = [pool.base, pool.quote].map((key) => key.split("-")[0]);
  if (pool.baseAmount === 0n && pool.quoteAmount === 0n) throw new TermsError("market-amounts", { base, quote });
  if (pool.minSize === 0n || pool.minSize > pool.maxSize) throw new TermsError("market-sizes");
  if (pool.depthPpm < pool.halfSpreadPpm) throw new TermsError("market-depth");
  if (pool.depthPpm > pool.marginPpm) throw new TermsError("market-ladder-wide");
  const offers = 2 * pool.levels;
  if (pool.walletCount > offers) throw new TermsError("market-wallets-idle", { offers });
  if (pool.maxDailyLoss === 0n) throw new TermsError("market-loss", { quote });
}

function amountOf(text: string): bigint {
  try {
    return parseAmount(text.trim());
  } catch (error) {
    if (error instanceof AmountError) throw new TermsError(error.code, {}, { cause: error });
    throw error;
  }
}

/** A percent with at most 4 places, which the schema has checked, in millionths. */
function ppmOf(percent: string): bigint {
  const [whole = "0", places = ""] = percent.split(".");
  return BigInt(whole + places.padEnd(4, "0"));
}

function targetOf(text: string): Exact {
  const price = readPrice(text.trim());
  // What the ledger cannot express on either side is no price for a ladder.
  if (!price || !roundedAway(price, "sell") || !roundedAway(price, "buy")) throw new TermsError("market-price");
  return price;
}
