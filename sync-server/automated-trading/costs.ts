import { mulDiv } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";
import { activeFees, type FeeRule, operatorFee } from "#server/fees/index.ts";
import { guardedPrice } from "#server/prices/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AssetName, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { BestPrices } from "#server/standing-orders/index.ts";
import { numberOf } from "./books.ts";
import type { StoredCosts } from "./store.ts";

const MILLION = 1_000_000n;
/** A trade is an exchange, and what the operator takes. */
const OPERATIONS = 2n;
/** Nobody trades at the middle: 0.1 percent apart at least, 2 percent where nobody offers anything. */
const LEAST_SPREAD_PPM = 1000;
const UNKNOWN_SPREAD_PPM = 20_000;
/** Of what is traded in a candle a tenth can be had. */
const DEPTH_PPM = 100_000;

/** The rules by which the operator takes something of each trade, as text: other rules are another text. */
export async function feeRulesNow(runtime: Runtime): Promise<string> {
  return JSON.stringify((await activeFees(runtime, "swap")).map(({ id: _id, ...rule }) => rule));
}

/** What trades of about so many stroops of `quote` cost as things stand; what is taken in another asset counts by its guarded price, and where that is not known, not. */
export async function costsNow(
  runtime: Runtime,
  { quote, perTrade, feeBid }: { readonly quote: AssetName; readonly perTrade: bigint; readonly feeBid: bigint },
  prices: readonly BestPrices[],
): Promise<StoredCosts> {
  const rules = await activeFees(runtime, "swap");
  const fee = operatorFee(rules, quote, perTrade);
  const isPercent = isOfWhatMoves(rules, quote) && fee !== null;
  const network = await inQuote(runtime, { asset: NATIVE, amount: feeBid * OPERATIONS }, quote);
  const flat = fee === null || isPercent ? 0n : await inQuote(runtime, fee, quote);
  return {
    feePpm: isPercent ? Number(mulDiv(fee.amount, MILLION, perTrade, "up")) : 0,
    flat: String(network + flat),
    spreadPpm: Math.max(...prices.map(spreadOf), LEAST_SPREAD_PPM),
    depthPpm: DEPTH_PPM,
  };
}

function isOfWhatMoves(rules: readonly FeeRule[], quote: AssetName): boolean {
  const rule = rules.find((each) => isSameAsset(each, quote)) ?? rules.find((each) => isSameAsset(each, NATIVE));
  return rule?.feeType === "percent";
}

async function inQuote(
  runtime: Runtime,
  { asset, amount }: { readonly asset: AssetName; readonly amount: bigint },
  quote: AssetName,
): Promise<bigint> {
  if (isSameAsset(asset, quote)) return amount;
  const [own, other] = await Promise.all([guardedPrice(runtime, asset), guardedPrice(runtime, quote)]);
  const [n, d] = [own === null ? null : readPrice(own), other === null ? null : readPrice(other)];
  return n && d ? mulDiv(amount, n.n * d.d, n.d * d.n, "up") : 0n;
}

function spreadOf({ bid, ask }: BestPrices): number {
  if (!bid || !ask) return UNKNOWN_SPREAD_PPM;
  const [low, high] = [numberOf(bid), numberOf(ask)];
  const spread = Math.ceil(((high - low) / ((high + low) / 2)) * Number(MILLION));
  return Math.min(Math.max(spread, 0), Number(MILLION));
}
