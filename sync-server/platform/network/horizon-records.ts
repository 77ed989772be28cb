import * as v from "valibot";
import { STROOPS_PER_UNIT } from "#schemas/values/money.ts";
import { type AssetName, isNative, NATIVE } from "./assets.ts";
import type { LedgerOffer, LedgerPool, LedgerTrade, TradePrice } from "./markets.ts";
import { ledgerOfCursor } from "./network.ts";

/** What Horizon writes, read: prices and counts stand in it as numbers or as texts, by its version. */

export const Int32 = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number))]),
  v.integer(),
  v.minValue(1),
  v.maxValue(2 ** 31 - 1),
);
export const Count = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger(), v.minValue(0));
/** Stroops; of a sum of amounts, which may be more than one amount can be. */
export const Volume = v.pipe(
  v.string(),
  v.regex(/^\d{1,30}\.\d{7}$/),
  v.transform((text) => {
    const [whole = "0", fraction = "0"] = text.split(".");
    return BigInt(whole) * STROOPS_PER_UNIT + BigInt(fraction);
  }),
);
const Whole = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^\d{1,19}$/))]),
  v.transform((value) => BigInt(value)),
);
export const TradePriceRecord = v.object({ n: Whole, d: Whole }) satisfies v.GenericSchema<unknown, TradePrice>;
const Price = v.object({ n: Int32, d: Int32 });

export const AssetRecord = v.pipe(
  v.object({ asset_type: v.string(), asset_code: v.optional(v.string()), asset_issuer: v.optional(v.string()) }),
  v.transform((record) => assetOf(record.asset_type, record.asset_code, record.asset_issuer)),
);

export const OfferRecord = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
    seller: v.string(),
    selling: AssetRecord,
    buying: AssetRecord,
    amount: Volume,
    price_r: Price,
    last_modified_ledger: Count,
  }),
  v.transform(({ id, seller, selling, buying, amount, price_r: price, last_modified_ledger: ledger }): LedgerOffer => ({
    offerId: id,
    seller,
    selling,
    buying,
    amount,
    price,
    ledger,
  })),
);

const Reserve = v.pipe(
  v.object({ asset: v.string(), amount: Volume }),
  v.transform(({ asset, amount }) => ({ asset: assetOfText(asset), amount })),
);

export const PoolRecord = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    fee_bp: Count,
    total_trustlines: Count,
    total_shares: Volume,
    reserves: v.tuple([Reserve, Reserve]),
    last_modified_ledger: Count,
  }),
  v.transform((record): LedgerPool => {
    const [a, b] = record.reserves;
    return {
      poolId: record.id,
      assetA: a.asset,
      assetB: b.asset,
      reserveA: a.amount,
      reserveB: b.amount,
      totalShares: record.total_shares,
      feeBasisPoints: record.fee_bp,
      holders: record.total_trustlines,
      ledger: record.last_modified_ledger,
    };
  }),
);

const Text = v.optional(v.string());
const TradeSides = v.object({
  base_account: Text,
  base_offer_id: Text,
  base_liquidity_pool_id: Text,
  base_amount: Volume,
  base_asset_type: v.string(),
  base_asset_code: Text,
  base_asset_issuer: Text,
  counter_account: Text,
  counter_offer_id: Text,
  counter_liquidity_pool_id: Text,
  counter_amount: Volume,
  counter_asset_type: v.string(),
  counter_asset_code: Text,
  counter_asset_issuer: Text,
});

export const TradeRecord = v.pipe(
  v.object({
    ...TradeSides.entries,
    id: v.pipe(v.string(), v.regex(/^\d{1,19}-\d{1,4}$/)),
    ledger_close_time: v.pipe(v.string(), v.isoTimestamp()),
    base_is_seller: v.boolean(),
    price: TradePriceRecord,
  }),
  v.transform((record): LedgerTrade => {
    const [base, counter] = sidesOf(record);
    const [seller, taker] = record.base_is_seller ? [base, counter] : [counter, base];
    const { n, d } = record.price;
    return {
      id: record.id,
      ledger: ledgerOfCursor(record.id.split("-")[0] ?? ""),
      closedAt: new Date(record.ledger_close_time),
      sold: seller.asset,
      soldAmount: seller.amount,
      bought: taker.asset,
      boughtAmount: taker.amount,
      price: record.base_is_seller ? { n, d } : { n: d, d: n },
      maker:
        seller.poolId === undefined
          ? { kind: "offer", offerId: seller.offerId ?? "", seller: seller.account ?? "" }
          : { kind: "pool", poolId: seller.poolId },
      taker: taker.account ?? "",
    };
  }),
);

function sidesOf(record: v.InferOutput<typeof TradeSides>) {
  const base = {
    asset: assetOf(record.base_asset_type, record.base_asset_code, record.base_asset_issuer),
    amount: record.base_amount,
    account: record.base_account,
    offerId: record.base_offer_id,
    poolId: record.base_liquidity_pool_id,
  };
  const counter = {
    asset: assetOf(record.counter_asset_type, record.counter_asset_code, record.counter_asset_issuer),
    amount: record.counter_amount,
    account: record.counter_account,
    offerId: record.counter_offer_id,
    poolId: record.counter_liquidity_pool_id,
  };
  return [base, counter] as const;
}

/** Records of a page. */
export function pageOf<T>(record: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.object({ _embedded: v.object({ records: v.array(record) }) }),
    v.transform(({ _embedded }): readonly T[] => _embedded.records),
  );
}

/** The parameters by which Horizon is asked for an asset. */
export function assetQuery(prefix: string, asset: AssetName): Record<string, string> {
  if (isNative(asset)) return { [`${prefix}_asset_type`]: "native" };
  return {
    [`${prefix}_asset_type`]: asset.assetCode.length <= 4 ? "credit_alphanum4" : "credit_alphanum12",
    [`${prefix}_asset_code`]: asset.assetCode,
    [`${prefix}_asset_issuer`]: asset.issuer,
  };
}

/** An asset in one parameter. */
export function assetText({ assetCode, issuer }: AssetName): string {
  return issuer === "" ? "native" : `${assetCode}:${issuer}`;
}

/** The asset of an {@link assetText}. */
export function assetOfText(text: string): AssetName {
  const [assetCode = "", issuer] = text.split(":");
  return issuer === undefined ? NATIVE : { assetCode, issuer };
}

function assetOf(type: string, assetCode: string | undefined, issuer: string | undefined): AssetName {
  return type === "native" ? NATIVE : { assetCode: assetCode ?? "", issuer: issuer ?? "" };
}
