import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import type { HorizonContext } from "./context.ts";
import { priceText } from "./price-text.ts";
import { badRequest } from "./problem.ts";
import { assetFields, assetOf, formatAmount } from "./text.ts";

const DEFAULT_LEVELS = 20;
const MAX_LEVELS = 200;

/** Bids and asks of a pair, summed up by price. */
export function orderBook(query: URLSearchParams, { network }: HorizonContext): object {
  const selling = requiredAsset("selling_", query);
  const buying = requiredAsset("buying_", query);
  const limitText = query.get("limit") ?? String(DEFAULT_LEVELS);
  const limit = Number(limitText);
  if (!/^\d+$/.test(limitText) || limit < 1 || limit > MAX_LEVELS) {
    throw badRequest("limit", `limit must be between 1 and ${MAX_LEVELS}`);
  }
  const asks = levels(selling, buying, limit, network.chain);
  const bids = levels(buying, selling, limit, network.chain);
  return {
    bids: bids.map(({ n, d, amount }) => level(d, n, amount)),
    asks: asks.map(({ n, d, amount }) => level(n, d, amount)),
    base: assetFields(selling),
    counter: assetFields(buying),
  };
}

interface Level {
  readonly n: number;
  readonly d: number;
  amount: bigint;
}

function levels(
  selling: AssetWire,
  buying: AssetWire,
  limit: number,
  { state }: HorizonContext["network"]["chain"],
): Level[] {
  const found: Level[] = [];
  for (const key of state.book.listings(selling, buying)) {
    const data = state.peek(key)?.data;
    if (data?.type !== 2) continue;
    const { price, amount } = data.offer;
    const last = found.at(-1);
    if (last && BigInt(last.n) * BigInt(price.d) === BigInt(price.n) * BigInt(last.d)) {
      last.amount += amount;
      continue;
    }
    if (found.length === limit) break;
    found.push({ n: price.n, d: price.d, amount });
  }
  return found;
}

function level(n: number, d: number, amount: bigint): object {
  return { price_r: { n, d }, price: priceText({ n, d }), amount: formatAmount(amount) };
}

/** Reads the asset of `<prefix>asset_type`, `<prefix>asset_code` and `<prefix>asset_issuer`. */
export function requiredAsset(prefix: string, query: URLSearchParams): AssetWire {
  const asset = optionalAsset(prefix, query);
  if (!asset) throw badRequest(`${prefix}asset_type`, "Missing required field");
  return asset;
}

export function optionalAsset(prefix: string, query: URLSearchParams): AssetWire | undefined {
  const type = query.get(`${prefix}asset_type`);
  if (type === null) return undefined;
  if (type === "native") return { type: 0 };
  const asset = assetOf(query.get(`${prefix}asset_code`) ?? "", query.get(`${prefix}asset_issuer`) ?? "");
  if (!asset) throw badRequest(`${prefix}asset_code`, "not a valid asset");
  return asset;
}
