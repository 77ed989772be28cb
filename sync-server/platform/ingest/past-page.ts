import type { PastLedger, PastTransaction } from "#server/platform/network/history-records.ts";
import type { LedgerHistory } from "#server/platform/network/horizon-history.ts";
import { metaOfEffects } from "#server/platform/network/meta-of-effects.ts";
import { ledgerOfCursor, type NetworkTransaction, orderOfCursor } from "#server/platform/network/network.ts";
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

/** The transactions, which come next in their order, with metadata: where none is told, with what their effects say. */
export async function completed(
  deps: PartDeps & { readonly parts: readonly IngestPart[] },
  history: LedgerHistory,
  transactions: readonly PastTransaction[],
): Promise<NetworkTransaction[]> {
  const offers = new PastOffers(deps.parts);
  const found: NetworkTransaction[] = [];
  for (const transaction of transactions) {
    const { metaXdr } = transaction;
    if (metaXdr !== null) {
      found.push({ ...transaction, metaXdr });
      continue;
    }
    const effects = transaction.isSuccessful ? await history.effectsOf(transaction.hash) : [];
    await offers.learn(deps, transaction);
    found.push({ ...transaction, metaXdr: metaOfEffects(transaction, effects, offers) });
  }
  return found;
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
