import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { feeOn } from "#schemas/fee-amounts.ts";
import { FeeConfig, type FeeOperation, type FeeRuleFields } from "#schemas/fees.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { type AssetName, isNative, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { isRowSealed, type Sealed, type SealedKind } from "#server/platform/seals/sealed-rows.ts";
import { comingAfter, ruleAt, type StoredFeeRule } from "./timeline.ts";

/** What the operator takes for an operation; `amount` in stroops, more than nothing. */
export interface OperatorFee {
  readonly asset: AssetName;
  readonly amount: bigint;
}

/** A rule as it is at a time, with the issuer of its asset: its code alone is anybody's to issue. */
export type FeeRule = FeeRuleFields & Pick<StoredFeeRule, "id"> & Pick<AssetName, "issuer">;

/** What is taken for a kind of operation: now, and from each time on at which that changes. */
export interface Fees {
  readonly inForce: readonly FeeRule[];
  readonly coming: readonly { readonly from: Date; readonly rules: readonly FeeRule[] }[];
}

/** What is taken of people, and of what. */
export const FEE_KIND: SealedKind<StoredFeeRule & Sealed> = {
  collection: FeeConfig.collection,
  contentOf: ({ id, operationType, feeType, feeValue, minFee, maxFee, assetCode, active, next }) => {
    const bounds = { minFee: minFee ?? null, maxFee: maxFee ?? null };
    return { id, operationType, feeType, feeValue, ...bounds, assetCode, active, ...(next && { next }) };
  },
};

/**
 * The one asset of this code in which the house takes fees; null where the account that takes them holds none, or several, so
 * that nobody could say which is meant.
 */
export async function feeAsset(
  database: Database,
  assetCode: string,
  session: ClientSession | null,
): Promise<AssetName | null> {
  if (assetCode === NATIVE.assetCode) return NATIVE;
  const collector = await houseAccount(database, "fees", session);
  const [line, ...others] = (collector?.lines ?? []).filter((held) => held.assetCode === assetCode);
  return line && others.length === 0 ? { assetCode, issuer: line.issuer } : null;
}

type Where = Pick<Runtime, "database" | "clock">;
type Operation = v.InferOutput<typeof FeeOperation>;

/** The fee rules in force for a kind of operation; see {@link readFees}. */
export async function activeFees(where: Where, operationType: Operation): Promise<readonly FeeRule[]> {
  return (await readFees(where, operationType)).inForce;
}

/**
 * The fee rules for a kind of operation, at this moment of the clock and at each change that is to come. One in an asset that the
 * house cannot take is in force for nothing, and one that was written past the server is none.
 */
export async function readFees({ database, clock }: Where, operationType: Operation): Promise<Fees> {
  const stored = await database
    .collection(FeeConfig.collection)
    .find(
      {
        $or: [
          { operationType, active: true },
          { "next.rule.operationType": operationType, "next.rule.active": true },
        ],
      },
      { projection: { _id: 0 }, sort: { id: 1 } },
    )
    .toArray();
  const rules = stored.flatMap(({ seal, ...fields }) => {
    const { success, output: rule } = v.safeParse(FeeConfig.schema, fields);
    return success && isRowSealed(database, FEE_KIND, { ...rule, seal }) ? [rule] : [];
  });
  const now = clock.now();
  const at = (when: Date) => rulesAt(database, rules, operationType, when);
  const changes = rules.flatMap((rule) => comingAfter(rule, now)?.from.getTime() ?? []);
  const times = [...new Set(changes)].toSorted((one, other) => one - other).map((time) => new Date(time));
  return {
    inForce: await at(now),
    coming: await Promise.all(times.map(async (from) => ({ from, rules: await at(from) }))),
  };
}

async function rulesAt(
  database: Database,
  stored: readonly StoredFeeRule[],
  operationType: Operation,
  when: Date,
): Promise<readonly FeeRule[]> {
  const rules: FeeRule[] = [];
  for (const each of stored) {
    const rule = ruleAt(each, when);
    if (!rule.active || rule.operationType !== operationType) continue;
    const asset = await feeAsset(database, rule.assetCode, null);
    if (asset) rules.push({ ...rule, id: each.id, issuer: asset.issuer });
  }
  return rules;
}

/**
 * The operator's fee on `amount` stroops of `asset`. Of several rules the one in the asset that moves comes first, then one
 * in XLM. A flat fee is in the asset of its rule; a percentage is of what moves, in that asset, and the bounds of its rule
 * count where they are in the same asset. Null where no rule applies or the fee comes to nothing.
 */
export function operatorFee(rules: readonly FeeRule[], asset: AssetName, amount: bigint): OperatorFee | null {
  const rule = rules.find((each) => isSameAsset(each, asset)) ?? rules.find(isNative);
  if (!rule) return null;
  const isOwn = isSameAsset(rule, asset);
  return feeOf(rule.feeType === "flat" && !isOwn ? NATIVE : asset, feeOn(rule, amount, isOwn));
}

function feeOf(asset: AssetName, amount: bigint): OperatorFee | null {
  return amount > 0n ? { asset, amount } : null;
}
