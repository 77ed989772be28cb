import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  cursorAfterLedger,
  ENTRIES_PER_CALL,
  NetworkError,
  type StellarNetwork,
} from "#server/platform/network/network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { askLookUps } from "./account-look-ups.ts";
import { type AccountDocument, accountBatches, type AccountState, NO_ACCOUNT, takeAccount } from "./account.ts";
import { refreshBalances } from "./balances.ts";
import { ingestedLedger, type LedgerCursor, moveCursor } from "./cursor.ts";
import { withAccount, withLine } from "./fold.ts";
import { openIssue } from "./issues.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { storeStates } from "./store-state.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/**
 * Jumps over ledgers that the network no longer remembers: the balances are read from the ledger as it is now, and an issue
 * says that the movements in between are missing.
 */
export async function resyncAccounts(
  { runtime, network, parts }: PartDeps & { readonly parts: readonly IngestPart[] },
  from: LedgerCursor,
): Promise<void> {
  const { database } = runtime;
  // Read before the accounts: ledgers that close meanwhile are ingested again on top, which changes nothing twice.
  const head = await network.head();
  for await (const part of accountBatches(database, ENTRIES_PER_CALL)) {
    const states = await readStates(network, part);
    if (states.ledger < head.sequence) throw new NetworkError("the node that knows our accounts is behind the others");
    const addresses = part.map(({ _id }) => _id);
    await database.transaction(async (session) => {
      await storeStates(runtime, session, part, asOf(states.byAddress, head.sequence));
      await askLookUps(runtime, session, addresses, head.sequence);
    });
  }
  for (const part of parts) await part.resync({ runtime, network }, head);
  await openIssue(runtime, {
    type: "ingestion",
    checkId: "ingestion-gap",
    title: issueSaid("issue.gap"),
    description: issueSaid("issue.gap.means", { begin: from.ledger + 1, end: head.sequence }),
    severity: "error",
    metadata: { from: from.ledger + 1, to: head.sequence },
  });
  await moveCursor(runtime, from, { cursor: cursorAfterLedger(head.sequence), ledger: head.sequence }, null);
  await releaseForgotten(runtime);
}

/**
 * States read just now, told as of an earlier ledger: what ledgers since changed is folded on top, which ends at the same, and misses
 * no line that they added.
 */
export function asOf(states: ReadonlyMap<string, AccountState>, asOfLedger: number): ReadonlyMap<string, AccountState> {
  return new Map([...states].map(([address, state]) => [address, { ...state, asOfLedger }]));
}

/**
 * Lets go of what settled payments still keep back: whole ledgers up to the cursor are folded, so that only those within
 * missed ledgers are left, which nothing else will ever release.
 */
export async function releaseForgotten(runtime: Pick<Runtime, "database">): Promise<void> {
  const { database } = runtime;
  const submissions = submissionCollection(database);
  const forgotten = {
    isReserving: true,
    state: { $in: [...FINAL_STATES] },
    ledger: { $ne: null, $lte: await ingestedLedger(database, null) },
  };
  for (const { id, account: address } of await submissions.find(forgotten).toArray()) {
    await database.transaction(async (session) => {
      const change = { $set: { isReserving: false }, $inc: { version: 1 } };
      const released = await submissions.updateOne({ id, isReserving: true }, change, { session });
      const account = released.matchedCount > 0 && (await takeAccount(database, session, address));
      if (account) await refreshBalances(database, session, account);
    });
  }
}

/** What the ledger says of accounts. */
export interface LedgerStates {
  /** The ledger that they are of; the oldest where they are of several. */
  readonly ledger: number;
  readonly isOneLedger: boolean;
  readonly byAddress: ReadonlyMap<string, AccountState>;
}

/** What the ledger now says of these accounts and their known lines. */
export async function readStates(network: StellarNetwork, accounts: readonly AccountDocument[]): Promise<LedgerStates> {
  const holdings = await network.holdings(accounts.map(({ _id, lines }) => ({ address: _id, assets: lines })));
  const { ledger, isOneLedger } = holdings;
  const states = new Map<string, AccountState>();
  for (const { _id } of accounts) {
    const entry = holdings.accounts.get(_id);
    const empty = { ...NO_ACCOUNT, asOfLedger: ledger };
    states.set(_id, entry ? withAccount(empty, entry, ledger) : empty);
  }
  for (const line of holdings.lines) {
    const state = states.get(line.address);
    if (state) states.set(line.address, withLine(state, line, ledger));
  }
  return { ledger, isOneLedger, byAddress: states };
}
