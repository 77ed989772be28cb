import * as v from "valibot";
import { AssetRecord, assetOfText, Count, pageOf, Volume } from "./horizon-records.ts";
import type { AssetName } from "./assets.ts";
import { operationIndexOf } from "./network.ts";

/** By how much an operation changed what an account holds of an asset, in stroops; below zero it is less. */
export interface PastAmount {
  readonly asset: AssetName;
  readonly change: bigint;
}

/** What an operation did to an account, as far as it is about money. */
export interface PastEffect {
  readonly token: string;
  /** The operation's place in its transaction, from 0. */
  readonly operation: number;
  /** G... */
  readonly account: string;
  readonly type: string;
  readonly amounts: readonly PastAmount[];
  /** The line that it made or ended. */
  readonly line: AssetName | null;
  readonly balance: { readonly balanceId: string; readonly asset: AssetName; readonly amount: bigint } | null;
}

const Text = v.optional(v.string());
const Reserves = v.optional(v.array(v.object({ asset: v.string(), amount: Volume })), []);
const Fields = v.object({
  paging_token: v.pipe(v.string(), v.regex(/^\d{1,19}-\d{1,10}$/)),
  type: v.string(),
  account: v.optional(v.string(), ""),
  amount: v.optional(Volume),
  starting_balance: v.optional(Volume),
  asset_type: Text,
  asset_code: Text,
  asset_issuer: Text,
  asset: Text,
  balance_id: v.optional(v.pipe(v.string(), v.regex(/^0{8}[0-9a-f]{64}$/))),
  sold_amount: v.optional(Volume),
  sold_asset_type: Text,
  sold_asset_code: Text,
  sold_asset_issuer: Text,
  bought_amount: v.optional(Volume),
  bought_asset_type: Text,
  bought_asset_code: Text,
  bought_asset_issuer: Text,
  reserves_deposited: Reserves,
  reserves_received: Reserves,
  offer_id: v.optional(v.union([v.string(), Count])),
});
type Fields = v.InferOutput<typeof Fields>;

export const EffectRecords = pageOf(
  v.pipe(
    Fields,
    v.transform((record): PastEffect => {
      const { paging_token: token, type, account, balance_id: balanceId, amount } = record;
      const isOfLine = type === "trustline_created" || type === "trustline_removed";
      const isOfBalance = type === "claimable_balance_created" || type === "claimable_balance_claimed";
      const balance =
        isOfBalance && balanceId !== undefined && amount !== undefined && record.asset !== undefined
          ? { balanceId, asset: assetOfText(record.asset), amount }
          : null;
      return {
        token,
        operation: operationIndexOf(token.slice(0, token.indexOf("-"))),
        account,
        type,
        amounts: amountsOf(record),
        line: isOfLine && record.asset_code !== undefined ? assetIn(record, "") : null,
        balance,
      };
    }),
  ),
);

function amountsOf(record: Fields): PastAmount[] {
  switch (record.type) {
    case "account_created":
      return of(record.starting_balance, { assetCode: "XLM", issuer: "" }, 1n);
    case "account_credited":
      return of(record.amount, assetIn(record, ""), 1n);
    case "account_debited":
      return of(record.amount, assetIn(record, ""), -1n);
    case "trade":
      return [
        ...of(record.sold_amount, assetIn(record, "sold_"), -1n),
        ...of(record.bought_amount, assetIn(record, "bought_"), 1n),
      ];
    case "liquidity_pool_deposited":
      return record.reserves_deposited.flatMap(({ asset, amount }) => of(amount, assetOfText(asset), -1n));
    case "liquidity_pool_withdrew":
      return record.reserves_received.flatMap(({ asset, amount }) => of(amount, assetOfText(asset), 1n));
    default:
      return [];
  }
}

function of(amount: bigint | undefined, asset: AssetName, sign: 1n | -1n): PastAmount[] {
  return amount === undefined || amount === 0n ? [] : [{ asset, change: sign * amount }];
}

function assetIn(record: Fields, prefix: "" | "sold_" | "bought_"): AssetName {
  const type = record[`${prefix}asset_type`] ?? "native";
  const code = record[`${prefix}asset_code`];
  const issuer = record[`${prefix}asset_issuer`];
  return v.parse(AssetRecord, {
    asset_type: type,
    ...(code !== undefined && { asset_code: code }),
    ...(issuer !== undefined && { asset_issuer: issuer }),
  });
}
