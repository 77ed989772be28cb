import * as v from "valibot";
import { FeeConfig, type FeeOperation } from "#schemas/fees.ts";
import { isAmount, mulDiv, parseAmount } from "#schemas/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isRowSealed, type Sealed, type SealedKind } from "#server/platform/seals/sealed-rows.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";

/** What the operator takes for an operation; `amount` in stroops, more than nothing. */
export interface OperatorFee {
  readonly asset: AssetName;
  readonly amount: bigint;
}

export type FeeRule = v.InferOutput<typeof FeeConfig.schema>;

/** What is taken of people, and of what. */
export const FEE_KIND: SealedKind<FeeRule & Sealed> = {
  collection: FeeConfig.collection,
  contentOf: ({ id, operationType, feeType, feeValue, minFee, maxFee, assetCode, active }) => {
    const bounds = { minFee: minFee ?? null, maxFee: maxFee ?? null };
    return { id, operationType, feeType, feeValue, ...bounds, assetCode, active };
  },
};

/** The fee rules in force for a kind of operation; one that was written past the server is none. */
export async function activeFees(
  database: Database,
  operationType: v.InferOutput<typeof FeeOperation>,
): Promise<FeeRule[]> {
  const stored = await database
    .collection(FeeConfig.collection)
    .find({ operationType, active: true }, { projection: { _id: 0 }, sort: { id: 1 } })
    .toArray();
  return stored.flatMap(({ seal, ...fields }) => {
    const rule = v.parse(FeeConfig.schema, fields);
    return isRowSealed(database, FEE_KIND, { ...rule, seal }) ? [rule] : [];
  });
}

/**
 * The operator's fee on `amount` stroops of `asset`. Of several rules the one in the asset that moves comes first, then one
 * in XLM. A flat fee is in the asset of its rule; a percentage is of what moves, in that asset, and the bounds of its rule
 * count where they are in the same asset. Null where no rule applies or the fee comes to nothing.
 */
export function operatorFee(rules: readonly FeeRule[], asset: AssetName, amount: bigint): OperatorFee | null {
  const rule = rules.find(isIn(asset.assetCode)) ?? rules.find(isIn(NATIVE.assetCode));
  if (!rule) return null;
  const isOwn = rule.assetCode === asset.assetCode;
  if (rule.feeType === "flat")
    return isAmount(rule.feeValue) ? feeOf(isOwn ? asset : NATIVE, parseAmount(rule.feeValue)) : null;
  const share = percentOf(amount, rule.feeValue);
  return feeOf(asset, isOwn ? within(share, rule) : share);
}

function isIn(code: string) {
  return ({ assetCode }: FeeRule) => assetCode === code;
}

function feeOf(asset: AssetName, amount: bigint): OperatorFee | null {
  return amount > 0n ? { asset, amount } : null;
}

/** `percent` is a decimal such as "0.25", of at most 12 places; what is less than a stroop counts as none. */
function percentOf(amount: bigint, percent: string): bigint {
  const [whole = "0", places = ""] = percent.replace("-", "").split(".");
  if (percent.startsWith("-")) return 0n;
  return mulDiv(amount, BigInt(whole + places), 100n * 10n ** BigInt(places.length), "down");
}

function within(share: bigint, { minFee, maxFee }: FeeRule): bigint {
  const least = minFee === null ? 0n : parseAmount(minFee);
  const most = maxFee === null ? null : parseAmount(maxFee);
  const raised = share < least ? least : share;
  return most !== null && raised > most ? most : raised;
}
