import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { houseAccount } from "./accounts.ts";
import { takeBudgets } from "./budget.ts";

/** What the network may charge for a transaction at most, in stroops, and who pays it. */
export interface NetworkFee {
  readonly fee: bigint;
  /** The house account that pays by a fee bump; null where the transaction's own account does. */
  readonly feePayer: string | null;
}

/**
 * The fee of `operations` at a bid (stroops) for each. The house pays it for whoever has less XLM to spare than that, where
 * it has a budget for it.
 */
export async function networkFee(
  { database, config }: Runtime,
  { bid, operations, spare }: { readonly bid: bigint; readonly operations: number; readonly spare: bigint },
): Promise<NetworkFee> {
  const fee = bid * BigInt(operations);
  const isShort = spare < fee && config.house.dailyFeeStroops > 0n;
  const sponsor = isShort ? await houseAccount(database, "sponsor", null) : null;
  // A fee bump counts as one operation more (CAP-15).
  return sponsor?.exists ? { fee: fee + bid, feePayer: sponsor._id } : { fee, feePayer: null };
}

/** A bid is raised so many times at most while others bid more. */
const RAISED_TIMES = 10n;
/** In stroops; a surge begins at nothing. */
const LEAST_MOST = 10_000n;

/** What whoever pays may come to pay at most, in stroops: what they are told before they confirm, and what their bid is never raised above. */
export function mostFee({ fee, feePayer }: NetworkFee): bigint {
  const most = fee * RAISED_TIMES;
  return feePayer !== null ? fee : most > LEAST_MOST ? most : LEAST_MOST;
}

/** Takes a fee that the house pays from the day's budget. Throws `fee-balance-too-low` where there is none left. */
export async function spendFeeBudget(runtime: Runtime, session: ClientSession, fee: bigint): Promise<void> {
  if (
    !(await takeBudgets(runtime, session, [
      { name: "fees", stroops: fee, dailyStroops: runtime.config.house.dailyFeeStroops },
    ]))
  )
    throw new AppError("fee-balance-too-low", { fee: formatAmountShort(fee) });
}
