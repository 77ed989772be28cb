import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { amountText } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Clock, Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, openSubjects, resolveIssue } from "#server/platform/issues/issues.ts";
import { type AssetName, assetKey, isNative, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { HOUSE_USER, isUnpaid, submissionCollection } from "#server/platform/submissions/submission.ts";
import { type HouseAccount, type HousePurpose, houseRow, houseRows } from "./accounts.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

type Context = { readonly database: Database; readonly clock: Clock };

const BUDGET_CHECK = "house-budget";
const DAY_MS = 24 * 60 * 60 * 1000;
/** XLM without which an account that pays it can open nothing. */
const LEAST_STROOPS = 2n * BASE_RESERVE_STROOPS;

/** A budget and what of it is used, in stroops. */
export interface UsedBudget extends AssetName {
  readonly daily: bigint;
  readonly used: bigint;
}

/**
 * What an account of the house was told to pay within the last 24 hours, in stroops by asset: what failed counts no more, and what
 * nobody knows the end of does. Of the network's fees only those of opening and filling channels are in it.
 */
async function paidInDay(
  { database, clock }: Context,
  session: ClientSession | null,
  account: string,
): Promise<ReadonlyMap<string, bigint>> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  const paid = new Map<string, bigint>();
  const found = submissionCollection(database).find(
    { userId: HOUSE_USER, account, createdAt: { $gt: since } },
    { ...inSession(session), projection: { _id: 0, state: 1, foundAs: 1, holds: 1 } },
  );
  for await (const submission of found) {
    if (isUnpaid(submission)) continue;
    for (const hold of submission.holds) {
      const key = budgetKey(hold);
      paid.set(key, (paid.get(key) ?? 0n) + BigInt(hold.amount));
    }
  }
  return paid;
}

/** The budgets of an account, each with what of it is used. Throws `SealBrokenError` for what was set past the server. */
export async function usedBudgets(
  context: Context,
  purpose: HousePurpose,
  session: ClientSession | null = null,
): Promise<UsedBudget[]> {
  const house = await houseRow(context.database, purpose, session);
  return house ? usedOf(context, session, house) : [];
}

async function usedOf(
  context: Context,
  session: ClientSession | null,
  { address, budgets = [] }: HouseAccount,
): Promise<UsedBudget[]> {
  if (budgets.length === 0) return [];
  const paid = await paidInDay(context, session, address);
  return budgets.map(({ assetCode, issuer, daily }) => {
    const asset = { assetCode, issuer };
    return { ...asset, daily: BigInt(daily), used: paid.get(budgetKey(asset)) ?? 0n };
  });
}

/**
 * What an account may pay out besides of an asset, in stroops; null where no budget is set. Exact for who has taken the account for
 * this transaction: of two at once one is run again.
 */
export async function budgetRoom(
  context: Context,
  session: ClientSession | null,
  purpose: HousePurpose,
  asset: AssetName,
): Promise<bigint | null> {
  const budgets = await usedBudgets(context, purpose, session);
  const budget = budgets.find((each) => budgetKey(each) === budgetKey(asset));
  if (!budget) return null;
  return budget.daily > budget.used ? budget.daily - budget.used : 0n;
}

/** Throws `house-budget-used` where an account's budget has no room for this. See {@link budgetRoom}. */
export async function refuseBeyondBudget(
  context: Context,
  session: ClientSession | null,
  purpose: HousePurpose,
  { amount, ...asset }: AssetName & { readonly amount: bigint },
): Promise<void> {
  const room = await budgetRoom(context, session, purpose, asset);
  if (room !== null && amount > room)
    throw new AppError("house-budget-used", { left: amountText(room), assetCode: asset.assetCode });
}

/** Tells operators of budgets that are used up or soon will be, and that one has room again. */
export async function watchBudgets(runtime: Runtime): Promise<void> {
  const told = await openSubjects(runtime.database, BUDGET_CHECK);
  for (const house of await houseRows(runtime.database)) {
    const purpose = house._id;
    const cause = { checkId: BUDGET_CHECK, subject: purpose };
    const full = (await usedOf(runtime, null, house)).find(isNearlyUsed);
    if (!full) {
      if (told.has(purpose)) await resolveIssue(runtime, cause);
      continue;
    }
    const { assetCode, used, daily } = full;
    await openIssue(runtime, {
      type: "treasury",
      ...cause,
      title: issueSaid("issue.budget", { purpose }),
      description: issueSaid("issue.budget.means", {
        before: amountText(used),
        amount: amountText(daily),
        assetCode,
        purpose,
      }),
      severity: "warning",
      metadata: { purpose, assetCode },
    });
  }
}

function isNearlyUsed({ daily, used, ...asset }: UsedBudget): boolean {
  return used * 10n >= daily * 9n || (isNative(asset) && daily - used < LEAST_STROOPS);
}

/** Without an issuer it is XLM, whatever code somebody gave it. */
function budgetKey(asset: AssetName): string {
  return assetKey(isNative(asset) ? NATIVE : asset);
}
