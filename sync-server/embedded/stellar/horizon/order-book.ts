import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import { inLowestTerms } from "#schemas/values/money.ts";
import type { LedgerView } from "#server/embedded/stellar/view.ts";
import type { HorizonContext } from "./context.ts";
import { readLimit } from "./paging.ts";
import { requiredAsset } from "./parameters.ts";
import { priceText } from "./price-text.ts";
import { HorizonProblem, problem } from "./problem.ts";
import { assetFields, formatAmount } from "./text.ts";

const DEFAULT_LEVELS = 20;

/** Bids and asks of a pair, summed up by price. */
export function orderBook(query: URLSearchParams, { view }: HorizonContext): object {
  const { selling, buying, limit } = readQuestion(query);
  const asks = levels(selling, buying, limit, view);
  const bids = levels(buying, selling, limit, view);
  return {
    bids: bids.map(({ n, d, amount }) => level(d, n, amount)),
    asks: asks.map(({ n, d, amount }) => level(n, d, amount)),
    base: assetFields(selling),
    counter: assetFields(buying),
  };
}

function readQuestion(query: URLSearchParams) {
  try {
    return {
      selling: requiredAsset("selling_", query),
      buying: requiredAsset("buying_", query),
      limit: readLimit(query, DEFAULT_LEVELS),
    };
  } catch (error) {
    if (!(error instanceof HorizonProblem)) throw error;
    throw new HorizonProblem(
      problem(
        "invalid_order_book",
        400,
        "Invalid Order Book Parameters",
        "The parameters that specify what order book to view are invalid in some way. Please ensure that your type parameters (selling_asset_type and buying_asset_type) are one the following valid values: native, credit_alphanum4, credit_alphanum12.  Also ensure that you have specified selling_asset_code and selling_asset_issuer if selling_asset_type is not 'native', as well as buying_asset_code and buying_asset_issuer if buying_asset_type is not 'native'",
      ),
    );
  }
}

interface Level {
  readonly n: number;
  readonly d: number;
  amount: bigint;
}

function levels(selling: AssetWire, buying: AssetWire, limit: number, { state }: LedgerView): Level[] {
  const found: Level[] = [];
  for (const key of state.book.listings(selling, buying)) {
    const data = state.peek(key)?.data;
    if (data?.type !== 2) continue;
    const { price, amount } = data.offer;
    const last = found.at(-1);
    if (last && last.n / last.d === price.n / price.d) {
      last.amount += amount;
      continue;
    }
    if (found.length === limit) break;
    found.push({ n: price.n, d: price.d, amount });
  }
  return found;
}

function level(n: number, d: number, amount: bigint): object {
  const price = inLowestTerms({ n, d });
  return { price_r: price, price: priceText(price), amount: formatAmount(amount) };
}
