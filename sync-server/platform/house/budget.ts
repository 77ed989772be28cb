import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

/**
 * What the house gives away per UTC day, so that nobody can drain it by opening accounts or sending dust. Of the reserves
 * each network that accounts are opened from has a part of its own.
 */
export type BudgetName = "reserves" | "fees" | `reserves of ${string}`;

/** What is to be taken of one budget. */
export interface Take {
  readonly name: BudgetName;
  readonly stroops: bigint;
  readonly dailyStroops: bigint;
}

interface BudgetDocument {
  /** `reserves 2026-01-31`. */
  readonly _id: string;
  /** Stroops as decimal text. */
  readonly spent: string;
  readonly expiresAt: Date;
}

const BUDGETS = "sponsor_budgets";
const KEPT_MS = 40 * 24 * 60 * 60 * 1000;

/**
 * Takes of today's budgets within the transaction that spends it; false, and nothing is taken of any, where one would be
 * exceeded.
 */
export async function takeBudgets(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  session: ClientSession,
  takes: readonly Take[],
): Promise<boolean> {
  const now = clock.now();
  const budgets = database.collection<BudgetDocument>(BUDGETS);
  const spent = new Map<string, bigint>();
  for (const { name, stroops, dailyStroops } of takes) {
    const _id = budgetId(name, now);
    const after = BigInt((await budgets.findOne({ _id }, { session }))?.spent ?? "0") + stroops;
    if (after > dailyStroops) return false;
    spent.set(_id, after);
  }
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  for (const [_id, after] of spent)
    await budgets.updateOne({ _id }, { $set: { spent: String(after), expiresAt } }, { session, upsert: true });
  return true;
}

/** Gives back what was taken of the budget of `takenAt`'s day, and was not spent after all. */
export async function giveBackBudget(
  database: Database,
  session: ClientSession,
  name: BudgetName,
  { stroops, takenAt }: { readonly stroops: bigint; readonly takenAt: Date },
): Promise<void> {
  const budgets = database.collection<BudgetDocument>(BUDGETS);
  const _id = budgetId(name, takenAt);
  const budget = await budgets.findOne({ _id }, { session });
  if (!budget) return;
  const spent = BigInt(budget.spent) - stroops;
  await budgets.updateOne({ _id }, { $set: { spent: String(spent > 0n ? spent : 0n) } }, { session });
}

/** What was spent of a budget on the days of these times, in stroops each. */
export async function spentOn(database: Database, name: BudgetName, days: readonly Date[]): Promise<bigint[]> {
  const ids = days.map((day) => budgetId(name, day));
  const found = await database
    .collection<BudgetDocument>(BUDGETS)
    .find({ _id: { $in: ids } })
    .toArray();
  const spent = new Map(found.map((budget) => [budget._id, BigInt(budget.spent)]));
  return ids.map((id) => spent.get(id) ?? 0n);
}

function budgetId(name: BudgetName, at: Date): string {
  return `${name} ${at.toISOString().slice(0, 10)}`;
}

export async function indexBudgets(database: Database): Promise<void> {
  await database.collection(BUDGETS).createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}
