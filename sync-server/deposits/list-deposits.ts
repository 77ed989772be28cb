import type {
  DecidedDepositsOutput,
  DecidedDepositsQuery,
  DepositQueueOutput,
  DepositQueueQuery,
} from "#schemas/deposits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { pageOf } from "#server/platform/lists/list-search.ts";
import { MOST_SHOWN } from "./for-operators.ts";
import { searchDecided, searchOpen } from "./search-deposits.ts";

const DECIDED_PAGE = 100;

/** A page of what is not settled, the oldest first. */
export async function listOpen(
  runtime: Runtime,
  { after, ...filters }: DepositQueueQuery,
): Promise<DepositQueueOutput> {
  const { rows, next } = await pageOf(await searchOpen(runtime, filters), after, MOST_SHOWN);
  return { deposits: [...rows], next };
}

/** A page of what was decided, those declared last first. */
export async function listDecided(
  runtime: Runtime,
  { before, ...filters }: DecidedDepositsQuery,
): Promise<DecidedDepositsOutput> {
  const { rows, next } = await pageOf(await searchDecided(runtime, filters), before, DECIDED_PAGE);
  return { deposits: [...rows], next };
}
