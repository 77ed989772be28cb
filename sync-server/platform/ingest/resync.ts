import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import {
  cursorAfterLedger,
  ENTRIES_PER_CALL,
  NetworkError,
  type StellarNetwork,
} from "#server/platform/network/network.ts";
import type { LedgerSpan } from "#server/platform/network/horizon-history.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { isReadingOn } from "#server/platform/restored/state.ts";
import { askLookUps } from "./account-look-ups.ts";
import {
  type AccountDocument,
  accountBatches,
  accountCollection,
  type AccountState,
  NO_ACCOUNT,
  takeAccount,
} from "./account.ts";
import { refreshBalances } from "./balances.ts";
import { ingestedLedger, type LedgerCursor, moveCursor, readCursor } from "./cursor.ts";
import { withAccount, withLine } from "./fold.ts";
import { GAP_CHECK, insertGap } from "./gap-store.ts";
import { type Finding, openIssue, openIssueWithin } from "#server/platform/issues/issues.ts";
import { tellMissing } from "./missing-history.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { storeStates } from "./store-state.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** Ledgers that a node still remembers and that are left to it to fill as well, at most: meanwhile it forgets more. */
const MOST_LEFT_TO_HORIZON = 100;

/**
 * Goes on behind ledgers that no node remembers: what accounts hold is read from the ledger as it is now, and what happened in those
 * ledgers is left as a gap, which is filled from Horizon (`fill-gaps.ts`).
 */
export async function openGap(deps: Deps, from: LedgerCursor): Promise<void> {
  const { runtime, network } = deps;
  const { database } = runtime;
  // Read before the accounts: ledgers that close meanwhile are ingested again on top, which changes nothing twice.
  const head = await network.head();
  const oldest = await network.oldestLedger();
  const left = Math.min(MOST_LEFT_TO_HORIZON, Math.floor((head.sequence - oldest) / 2));
  const last = Math.min(head.sequence, oldest - 1 + Math.max(0, left));
  // Of several nodes another one was asked than refused the cursor.
  if (last <= from.ledger) throw new NetworkError("the nodes do not agree on what they remember");
  const since = (await readCursor(database, null))?.movedAt ?? runtime.clock.now();
  await readAccountsAnew(deps, head.sequence);
  const gap = { first: from.ledger + 1, last, lastHash: await network.ledgerHash(last), cursor: from.cursor, since };
  await database.transaction(async (session) => {
    // Another process may have moved it meanwhile.
    if (!(await moveCursor(runtime, from, { cursor: cursorAfterLedger(last), ledger: last }, session))) return;
    const openedAt = runtime.clock.now();
    await insertGap(database, session, { ...gap, openedAt, lastNumber: await lastNumber(database, session) });
    await openIssueWithin(runtime, session, findingOf(gap, "issue.gap.fills"));
  });
  await releaseForgotten(runtime);
}

/**
 * Jumps over ledgers that the network no longer remembers where no Horizon could tell of them: everything kept is read from the ledger
 * as it is now, and the history says, with an issue, that the movements in between are missing.
 */
export async function resyncAccounts(deps: Deps, from: LedgerCursor): Promise<void> {
  const { runtime, network, parts } = deps;
  const { database } = runtime;
  if (await isReadingOn(database, null))
    throw new NetworkError("a database that was set back needs a Horizon that tells of the ledgers since its backup");
  const head = await network.head();
  await readAccountsAnew(deps, head.sequence);
  for (const part of parts) await part.resync({ runtime, network }, head);
  const since = (await readCursor(database, null))?.movedAt ?? runtime.clock.now();
  const span = { first: from.ledger + 1, last: head.sequence };
  await tellMissing(runtime, { ...span, since, until: head.closedAt }, await lastNumber(database, null));
  await openIssue(runtime, findingOf(span, "issue.gap.means"));
  await moveCursor(runtime, from, { cursor: cursorAfterLedger(head.sequence), ledger: head.sequence }, null);
  await releaseForgotten(runtime);
}

async function readAccountsAnew({ runtime, network }: Deps, ledger: number): Promise<void> {
  const { database } = runtime;
  for await (const part of accountBatches(database, ENTRIES_PER_CALL)) {
    const states = await readStates(network, part);
    if (states.ledger < ledger) throw new NetworkError("the node that knows our accounts is behind the others");
    const addresses = part.map(({ _id }) => _id);
    await database.transaction(async (session) => {
      await storeStates(runtime, session, part, asOf(states.byAddress, ledger));
      await askLookUps(runtime, session, addresses, ledger);
    });
  }
}

async function lastNumber(database: Runtime["database"], session: ClientSession | null): Promise<number> {
  const options = { ...inSession(session), sort: { number: -1 as const }, projection: { number: 1 } };
  return (await accountCollection(database).findOne({}, options))?.number ?? 0;
}

function findingOf({ first, last }: LedgerSpan, means: "issue.gap.fills" | "issue.gap.means"): Finding {
  return {
    type: "ingestion",
    checkId: GAP_CHECK,
    title: issueSaid("issue.gap"),
    description: issueSaid(means, { begin: first, end: last }),
    severity: "error",
    metadata: { from: first, to: last },
  };
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
