import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

/** What the house gives away per UTC day, so that nobody can drain it by opening accounts or sending dust. */
export type BudgetName = "reserves" | "fees";

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
 * Takes `stroops` of today's budget within the transaction that spends them; false, and nothing is taken, where that would
 * go beyond `dailyStroops`.
 */
export async function takeBudget(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  session: ClientSession,
  name: BudgetName,
  stroops: bigint,
  dailyStroops: bigint,
): Promise<boolean> {
  const now = clock.now();
  const budgets = database.collection<BudgetDocument>(BUDGETS);
  const _id = budgetId(name, now);
  const spent = BigInt((await budgets.findOne({ _id }, { session }))?.spent ?? "0") + stroops;
  if (spent > dailyStroops) return false;
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  await budgets.updateOne({ _id }, { $set: { spent: String(spent), expiresAt } }, { session, upsert: true });
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

function budgetId(name: BudgetName, at: Date): string {
  return `${name} ${at.toISOString().slice(0, 10)}`;
}

export async function indexBudgets(database: Database): Promise<void> {
  await database.collection(BUDGETS).createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}
