import type { Filter } from "mongodb";
import type { DecidedDepositsOutput, DecidedDepositsQuery } from "#schemas/deposits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { describeDeposits } from "./for-operators.ts";
import { type DepositDocument, depositCollection } from "./store.ts";

const PAGE = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of a failed one the payment is over and the deposit is not: it is among what waits, too. */
const DECIDED: readonly DepositDocument["status"][] = ["credited", "rejected", "failed"];

/** A page of what was decided, those declared last first. */
export async function listDecided(runtime: Runtime, query: DecidedDepositsQuery): Promise<DecidedDepositsOutput> {
  // One row more than a page says whether there is another.
  const found = await depositCollection(runtime.database)
    .find(filterOf(query), { sort: { id: -1 }, limit: PAGE + 1 })
    .toArray();
  const shown = found.slice(0, PAGE);
  const described = await describeDeposits(runtime, shown);
  const byId = new Map(shown.map((deposit) => [deposit.id, deposit]));
  return {
    deposits: described.map((deposit) => {
      const { verifiedBy = null, verificationDate = null } = byId.get(deposit.id) ?? {};
      return { ...deposit, verifiedBy, decidedAt: verificationDate?.toISOString() ?? null };
    }),
    next: found.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

function filterOf({ status, method, userId, from, to, before }: DecidedDepositsQuery): Filter<DepositDocument> {
  const decidedFrom = from === undefined ? undefined : new Date(from);
  // Both days are whole.
  const decidedUntil = to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS);
  return {
    status: status ?? { $in: [...DECIDED] },
    ...(method !== undefined && { methodName: method }),
    ...(userId !== undefined && { userId }),
    ...(before !== undefined && { id: { $lt: before } }),
    ...((decidedFrom ?? decidedUntil) && {
      verificationDate: { ...(decidedFrom && { $gte: decidedFrom }), ...(decidedUntil && { $lt: decidedUntil }) },
    }),
  };
}
