import type { AllSubmissionsOutput, AllSubmissionsQuery } from "#schemas/all-submissions.ts";
import type { SubmissionsQuery } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { pageOf } from "#server/platform/lists/list-search.ts";
import { searchAll, searchWaiting, type WaitingPayment } from "./search-submissions.ts";

type Store = Pick<Runtime, "database" | "clock" | "log">;

const WAITING_PAGE = 200;
const PAGE = 100;

/** A page of the payments that wait for an operator, the oldest first. */
export async function listWaiting(
  runtime: Store,
  { after, ...filters }: SubmissionsQuery,
): Promise<{ readonly submissions: WaitingPayment[]; readonly next: number | null }> {
  const { rows, next } = await pageOf(await searchWaiting(runtime, filters), after, WAITING_PAGE);
  return { submissions: [...rows], next };
}

/** A page of all payments, the newest first. */
export async function listSubmissions(
  runtime: Store,
  { before, ...filters }: AllSubmissionsQuery,
): Promise<AllSubmissionsOutput> {
  const { rows, next } = await pageOf(await searchAll(runtime, filters), before, PAGE);
  return { submissions: [...rows], next };
}
