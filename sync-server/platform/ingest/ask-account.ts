import type { Database } from "#server/platform/db/database.ts";
import { isUntrue, type PastTransaction } from "#server/platform/network/history-records.ts";
import type { LedgerHistory, LedgerSpan, PastPlace } from "#server/platform/network/horizon-history.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { type AskedTo, findingCollection } from "./gap-store.ts";

/** Requests for one account before what they told is kept. */
const REQUESTS_AT_ONCE = 20;

export const BEGINNING: AskedTo = { list: "transactions", after: null };
const ASKED: AskedTo = { list: "none", after: null };

interface Asking {
  readonly database: Database;
  readonly history: LedgerHistory;
  /** The gap that is filled, and which of its ledgers are asked for. */
  readonly gap: number;
  readonly span: LedgerSpan;
}

/** What was told of an account, and how far it is asked for; with `problem` Horizon told no more for now. */
export interface AskedAccount {
  readonly found: readonly PastTransaction[];
  readonly to: AskedTo;
  readonly isFurther: boolean;
  readonly problem: NetworkError | null;
}

/**
 * Asks what an account (G...) did in the ledgers of a gap, from where it was asked to: as long as Horizon tells it, and no longer than
 * what it told can wait to be kept. Throws NetworkError where it told what cannot be true.
 */
export async function askAccount(asking: Asking, address: string, from: AskedTo): Promise<AskedAccount> {
  const { history, span } = asking;
  const found: PastTransaction[] = [];
  let to = from;
  let left = REQUESTS_AT_ONCE;
  let problem: NetworkError | null = null;
  try {
    while (to.list !== "none" && left > 0) {
      left -= 1;
      if (to.list === "transactions") {
        const page = await history.transactionsOfAccount(address, span, to.after);
        found.push(...page.found);
        to = page.after === null ? { list: "effects", after: null } : { list: "transactions", after: page.after };
        continue;
      }
      const page = await history.placesOfEffects(address, span, to.after);
      const places = await unknownOf(asking, page.found, found);
      for (const place of places.slice(0, left)) found.push(await history.transactionAt(place));
      // What is left of the page is found by the same page once these are kept.
      if (places.length <= left) to = page.after === null ? ASKED : { list: "effects", after: page.after };
      left -= places.length;
    }
  } catch (error) {
    if (!(error instanceof NetworkError) || isUntrue(error)) throw error;
    problem = error;
  }
  return { found, to, isFurther: to !== from || found.length > 0, problem };
}

/** Those of the places whose transactions are neither kept yet nor found just now. */
async function unknownOf(
  { database, gap }: Asking,
  places: readonly PastPlace[],
  found: readonly PastPlace[],
): Promise<readonly PastPlace[]> {
  if (places.length === 0) return [];
  const ledger = { $in: [...new Set(places.map((place) => place.ledger))] };
  const kept = await findingCollection(database)
    .find({ gap, ledger }, { projection: { _id: 0, ledger: 1, order: 1 } })
    .toArray();
  const known = new Set([...kept, ...found].map(keyOf));
  return places.filter((place) => !known.has(keyOf(place)));
}

function keyOf({ ledger, order }: PastPlace): string {
  return `${ledger} ${order}`;
}
