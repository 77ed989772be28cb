import type { ClientSession } from "mongodb";
import { readPrice, worthAt } from "#schemas/values/price.ts";
import { mulDiv } from "#schemas/values/money.ts";
import type { KnownPrice } from "#server/prices/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import type { IdentityOperation } from "#schemas/security.ts";
import type { Spent } from "#server/platform/submissions/spending.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** What somebody's submissions took away from them within a time, as limits count it. Ten-millionths of each unit. */
export interface SpentSums {
  /** All that was worth something, in USD or in XLM. */
  readonly priced: (unit: "USD" | "XLM") => bigint;
  /** Of that, what nobody was asked to show who they are for. */
  readonly tolerated: (unit: "USD" | "XLM") => bigint;
  /** Units of an asset that never had a price. */
  readonly own: (asset: AssetName) => bigint;
}

/** A time's sums: all that limits count, and what went out by each operation. */
export interface DaySpent {
  readonly all: SpentSums;
  readonly by: (operation: IdentityOperation) => SpentSums;
}

interface SpentBy {
  readonly userId: number;
  readonly since: Date;
  /** What is known of the price of XLM. */
  readonly xlm: KnownPrice | null;
  /** Only what was asked for by this key. */
  readonly apiKey?: string;
}

/** What the user's submissions since then took away or are about to. */
export async function spentSince(
  database: Database,
  session: ClientSession,
  { userId, since, xlm, apiKey }: SpentBy,
): Promise<DaySpent> {
  const found = await submissionCollection(database)
    .find(
      {
        userId,
        createdAt: { $gt: since },
        $or: [{ spent: { $exists: true } }, { turnover: { $exists: true } }],
        state: { $ne: "failed" },
        ...(apiKey !== undefined && { apiKey }),
      },
      { session, projection: { _id: 0, kind: 1, spent: 1, turnover: 1 } },
    )
    .toArray();
  return {
    all: sumsOf(
      found.flatMap(({ spent }) => spent ?? []),
      xlm,
    ),
    by: (operation) =>
      sumsOf(
        found.flatMap((submission) => wentBy(operation, submission)),
        xlm,
      ),
  };
}

/** What went out by an operation; of what is older than that was noted, what limits counted of it, as of each that it may have been. */
export function wentBy(
  operation: IdentityOperation,
  { kind, spent, turnover }: Pick<SubmissionDocument, "kind" | "spent" | "turnover">,
): readonly Spent[] {
  if (turnover) return turnover.operation === operation ? turnover.worths : [];
  const isPaid = operation === "send" || operation === "withdraw";
  return isPaid === (kind === "send") ? (spent ?? []) : [];
}

/** What all of this comes to. */
export function sumsOf(spent: readonly Spent[], xlm: KnownPrice | null): SpentSums {
  const sumIn = (unit: "USD" | "XLM", isMeant: (one: Spent) => boolean) =>
    spent.reduce((sum, one) => (one.unit !== "own" && isMeant(one) ? sum + converted(one, unit, xlm) : sum), 0n);
  return {
    priced: (unit) => sumIn(unit, () => true),
    tolerated: (unit) => sumIn(unit, ({ isTolerated }) => isTolerated === true),
    own: (asset) => spent.reduce((sum, one) => (one.asset === assetKey(asset) ? sum + BigInt(one.amount) : sum), 0n),
  };
}

/** By the last price that XLM had, however old; as many units where it never had one. */
export function converted({ unit, amount }: Spent, wanted: "USD" | "XLM", xlm: KnownPrice | null): bigint {
  const count = BigInt(amount);
  const price = xlm?.usd?.price ?? null;
  if (unit === wanted || price === null) return count;
  if (wanted === "USD") return worthAt(count, price, "up") ?? count;
  return inXlm(count, price);
}

/** How many XLM so many USD are. */
function inXlm(usd: bigint, price: string): bigint {
  const exact = readPrice(price);
  return exact === null || exact.n === 0n ? usd : mulDiv(usd, exact.d, exact.n, "up");
}
