import { isUntrue, type PastLedger, type PastTransaction } from "#server/platform/network/history-records.ts";
import type { LedgerHistory } from "#server/platform/network/horizon-history.ts";
import { metaOfEffects } from "#server/platform/network/meta-of-effects.ts";
import {
  ledgerOfCursor,
  NetworkError,
  type NetworkTransaction,
  orderOfCursor,
} from "#server/platform/network/network.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { PastOffers } from "./past-offers.ts";

/** Whether a transaction that Horizon told can concern accounts of ours. */
export function isOfOurs(own: OwnAccounts) {
  return ({ envelopeXdr, resultXdr, metaXdr }: PastTransaction) =>
    own.areIn(envelopeXdr) || own.areIn(metaXdr ?? resultXdr);
}

export function isAfterCursor(cursor: string) {
  const [ledger, order] = [ledgerOfCursor(cursor), orderOfCursor(cursor)];
  return (place: Pick<PastTransaction, "ledger" | "order">) =>
    place.ledger > ledger || (place.ledger === ledger && place.order > order);
}

/** Transactions told without metadata that are completed at once: they cost two requests each, and are folded before more are asked for. */
const COMPLETED_AT_ONCE = 25;

/**
 * The first of the transactions, which come next in their order, with metadata: where none is told, with what their effects say. Fewer
 * than all where enough is there to be folded, or where Horizon tells no more for now: then what was told is not asked for again.
 * `prove` is asked before each.
 */
export async function completed(
  deps: PartDeps & { readonly parts: readonly IngestPart[] },
  history: LedgerHistory,
  transactions: readonly PastTransaction[],
  prove: (transaction: PastTransaction) => Promise<void> = () => Promise.resolve(),
): Promise<NetworkTransaction[]> {
  const offers = new PastOffers(deps.parts);
  const found: NetworkTransaction[] = [];
  let asked = 0;
  for (const transaction of transactions) {
    if (asked === COMPLETED_AT_ONCE) break;
    try {
      await prove(transaction);
      const { metaXdr } = transaction;
      if (metaXdr === null) asked += 1;
      found.push({ ...transaction, metaXdr: metaXdr ?? (await metaFrom(deps, history, transaction, offers)) });
    } catch (error) {
      if (found.length === 0 || !(error instanceof NetworkError) || isUntrue(error)) throw error;
      break;
    }
  }
  return found;
}

async function metaFrom(
  deps: PartDeps,
  history: LedgerHistory,
  transaction: PastTransaction,
  offers: PastOffers,
): Promise<string> {
  const effects = transaction.isSuccessful ? await history.effectsOf(transaction.hash) : [];
  await offers.learn(deps, transaction);
  return metaOfEffects(transaction, effects, offers);
}

/** As many of the ledgers, from the first on, as have about so many transactions together. */
export function stretchOf(ledgers: readonly PastLedger[], most: number): readonly PastLedger[] {
  let sum = 0;
  const end = ledgers.findIndex(({ transactions }) => {
    sum += transactions;
    return sum > most;
  });
  return end === -1 ? ledgers : ledgers.slice(0, Math.max(1, end));
}
