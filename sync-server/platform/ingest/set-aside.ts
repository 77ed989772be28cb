import { type NetworkTransaction, NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { settleIngested } from "#server/platform/submissions/moves.ts";
import type { LedgerOutcome } from "#server/platform/submissions/ledger-outcome.ts";
import { type AccountDocument, accountCollection, type AccountState } from "./account.ts";
import { askLookUps } from "./account-look-ups.ts";
import { type LedgerCursor, moveCursor } from "./cursor.ts";
import { freeReservations } from "./fold-items.ts";
import { innerHashOf } from "./movements.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import { keepInQuarantine, type QuarantineStage } from "./quarantine.ts";
import { asOf, readStates } from "./resync.ts";
import { storeStates } from "./store-state.ts";

/** What cannot be folded, and why. */
export interface Misfit {
  readonly transaction: NetworkTransaction;
  readonly stage: QuarantineStage;
  readonly error: unknown;
}

/**
 * Goes past a transaction that nobody here understands, in one database transaction with the cursor: it is kept for a later
 * version, the accounts of ours that stand in it are shown as the ledger has them now, and where it is a payment of ours that is
 * settled by its hash. Answers false where another process has moved the cursor. Throws NetworkError while the ledger cannot be
 * asked for those accounts.
 */
export async function setAside(
  { runtime, network }: { readonly runtime: Runtime; readonly network: StellarNetwork },
  own: OwnAccounts,
  { from, to }: { readonly from: LedgerCursor; readonly to: LedgerCursor },
  misfit: Misfit,
): Promise<boolean> {
  const { database, log } = runtime;
  const { transaction, error } = misfit;
  const { hash, ledger, envelopeXdr, metaXdr } = transaction;
  log.error({ err: error, hash, ledger }, "a transaction of the ledger is not understood");
  const addresses = [...new Set([...own.addressesIn(envelopeXdr), ...own.addressesIn(metaXdr)])];
  const touched = { _id: { $in: addresses } };
  const accounts = accountCollection(database);
  const states = await statesNow({ runtime, network }, await accounts.find(touched).toArray(), ledger);
  return database.transaction(async (session) => {
    if (!(await moveCursor(runtime, from, to, session))) return false;
    await accounts.updateMany(touched, { $inc: { version: 1 } }, { session });
    const ours = await accounts.find(touched, { session }).toArray();
    await keepInQuarantine(runtime, session, transaction, misfit);
    await askLookUps(runtime, session, addresses, ledger);
    const payers = await settleIngested(runtime, session, [outcomeOf(transaction, network.passphrase)]);
    await storeStates(runtime, session, ours, states);
    await freeReservations(runtime, session, payers, states);
    return true;
  });
}

/** What the ledger says of accounts now, told as of the ledger of the misfit; nothing where that cannot be read either. */
async function statesNow(
  { runtime, network }: { readonly runtime: Runtime; readonly network: StellarNetwork },
  accounts: readonly AccountDocument[],
  asOfLedger: number,
): Promise<ReadonlyMap<string, AccountState>> {
  if (accounts.length === 0) return new Map();
  try {
    const { ledger, byAddress } = await readStates(network, accounts);
    if (ledger < asOfLedger) throw new NetworkError("the node that knows our accounts is behind the others");
    return asOf(byAddress, asOfLedger);
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    // Entries of a newer protocol: what is shown stays as it was, and reconciliation halts what differs.
    runtime.log.error({ err: error }, "accounts could not be read anew");
    return new Map();
  }
}

/** What a transaction that may not be readable came to; where its envelope is not, it is none of ours. */
export function outcomeOf(transaction: NetworkTransaction, passphrase: string): LedgerOutcome {
  try {
    return { ...transaction, innerHash: innerHashOf(transaction.envelopeXdr, passphrase) };
  } catch {
    // Whose envelope cannot be read is none of ours.
    return { ...transaction, innerHash: null };
  }
}
