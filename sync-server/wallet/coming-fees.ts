import type { ComingFees as ComingFeesOutput } from "#schemas/wallet.ts";
import { type FeeRule, type Fees, type OperatorFee } from "#server/fees/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isSameAsset } from "#server/platform/network/assets.ts";
import { costOutput } from "./cost-output.ts";
import { collectFee } from "./payment-cost.ts";

/** What the operator will take for the same, from a time on. */
export interface ComingFees {
  readonly from: Date;
  readonly fees: readonly OperatorFee[];
}

type Due = readonly OperatorFee[];

/** The first change to come by which the same would cost otherwise than now; null where none is known. */
export async function comingFees(
  runtime: Pick<Runtime, "database">,
  source: string,
  { inForce, coming }: Fees,
  dueBy: (rules: readonly FeeRule[]) => Due,
): Promise<ComingFees | null> {
  const now = dueBy(inForce);
  const change = coming.find(({ rules }) => !isSame(dueBy(rules), now));
  if (!change) return null;
  const collected = await Promise.all(dueBy(change.rules).map((fee) => collectFee(runtime, source, fee)));
  return { from: change.from, fees: collected.flatMap((each) => each?.fee ?? []) };
}

function isSame(one: Due, other: Due): boolean {
  const isAmong = (fee: OperatorFee, fees: Due) =>
    fees.some(({ asset, amount }) => isSameAsset(asset, fee.asset) && amount === fee.amount);
  return one.length === other.length && one.every((fee) => isAmong(fee, other));
}

/** The same as answers tell it. */
export function comingOutput(coming: ComingFees | null): { readonly comingFees?: ComingFeesOutput } {
  if (!coming) return {};
  return { comingFees: { from: coming.from.toISOString(), operatorFees: coming.fees.map(costOutput) } };
}
