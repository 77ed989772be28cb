import { MongoError, MongoServerError } from "mongodb";
import { saysLeaseLost } from "#server/platform/jobs/leases.ts";
import { NetworkError } from "#server/platform/network/network.ts";

/** What the database says of data that it cannot hold: malformed, too large, or there already. */
const DATA_CODES: ReadonlySet<number | string | undefined> = new Set([2, 22, 10_334, 17_280, 17_419, 11_000]);

/** Whether an error says nothing of what was being folded, but of the database, the network, or who may write. */
export function isOfSurroundings(error: unknown): boolean {
  if (error instanceof MongoServerError && DATA_CODES.has(error.code)) return false;
  return error instanceof MongoError || error instanceof NetworkError || saysLeaseLost(error);
}

/** What was being folded cannot be, whoever tries. */
export class UnfoldableError extends Error {
  constructor(cause: unknown) {
    super("what a ledger holds cannot be folded", { cause });
    this.name = "UnfoldableError";
  }
}

/** Tells errors of the work itself, which only deals with what was read, from those of its surroundings. */
export async function foldable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isOfSurroundings(error) ? error : new UnfoldableError(error);
  }
}
