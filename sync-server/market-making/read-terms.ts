import { readPool, type ReadPool, TermsError } from "#schemas/market-maker/terms.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";

/** Reads what was entered. Throws an AppError of the first thing that no ladder can be made of; see {@link readPool}. */
export function poolOf(terms: PoolTerms): ReadPool {
  try {
    return readPool(terms);
  } catch (error) {
    if (error instanceof TermsError) throw new AppError(error.code, error.facts, { cause: error });
    throw error;
  }
}

/** Terms as they are kept: amounts with all their places. */
export function keptTerms(terms: PoolTerms, read: ReadPool): PoolTerms {
  return {
    ...terms,
    baseAmount: formatAmount(read.baseAmount),
    quoteAmount: formatAmount(read.quoteAmount),
    minTradeSize: formatAmount(read.minSize),
    maxTradeSize: formatAmount(read.maxSize),
    maxDailyLoss: formatAmount(read.maxDailyLoss),
  };
}
