import type { ClientSession } from "mongodb";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { rewardCollection, type TermsDocument } from "./store.ts";

/** What could be paid now: to how many, and in ten-millionths of a dollar. Who is below the least is left out. */
export async function dueNow(
  database: Database,
  { minPayout }: Pick<TermsDocument, "minPayout">,
  session: ClientSession | null,
): Promise<{ readonly payouts: number; readonly amount: bigint }> {
  const least = parseAmount(minPayout);
  const sums = await rewardCollection(database)
    .aggregate<{ readonly sum: bigint | number }>(
      [
        { $match: { state: "payable", signals: { $size: 0 } } },
        { $group: { _id: "$affiliateId", sum: { $sum: { $toLong: "$amount" } } } },
        { $match: { sum: { $gte: least > 0n ? least : 1n } } },
        { $project: { _id: 0, sum: { $toString: "$sum" } } },
      ],
      { ...inSession(session), allowDiskUse: true },
    )
    .toArray();
  return { payouts: sums.length, amount: sums.reduce((total, { sum }) => total + BigInt(sum), 0n) };
}
