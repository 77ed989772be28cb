import { cursorAfterLedger, type StellarNetwork } from "#server/platform/network/network.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, type AccountState, NO_ACCOUNT } from "./account.ts";
import { openIssue } from "./issues.ts";
import { type LedgerCursor, moveCursor } from "./cursor.ts";
import { withAccount, withLine } from "./fold.ts";
import { storeState } from "./store-state.ts";

const ACCOUNTS_AT_ONCE = 50;

/**
 * Jumps over ledgers that the network no longer remembers: the balances are read from the ledger as it is now, and an issue
 * says that the movements in between are missing.
 */
export async function resyncAccounts(
  { runtime, network }: { readonly runtime: Runtime; readonly network: StellarNetwork },
  from: LedgerCursor,
): Promise<void> {
  const { database } = runtime;
  // Read before the accounts: ledgers that close meanwhile are ingested again on top, which changes nothing twice.
  const head = await network.head();
  const accounts = await accountCollection(database).find({}).toArray();
  for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
    const part = accounts.slice(start, start + ACCOUNTS_AT_ONCE);
    const states = await statesOnLedger(network, part);
    await database.transaction(async (session) => {
      for (const account of part) await storeState(runtime, session, account, states.get(account._id));
    });
  }
  await openIssue(runtime, {
    type: "ingestion",
    checkId: "ingestion-gap",
    title: "Part of the ledger's history was missed",
    description: `Ledgers ${from.ledger + 1} to ${head.sequence} were no longer available. Balances were read anew; movements in these ledgers are missing from the history.`,
    severity: "error",
    metadata: { from: from.ledger + 1, to: head.sequence },
  });
  await moveCursor(runtime, from, { cursor: cursorAfterLedger(head.sequence), ledger: head.sequence });
}

/** What the ledger now says of these accounts and their known lines. */
export async function statesOnLedger(
  network: StellarNetwork,
  accounts: readonly AccountDocument[],
): Promise<Map<string, AccountState>> {
  const holdings = await network.holdings(accounts.map(({ _id, lines }) => ({ address: _id, assets: lines })));
  const states = new Map<string, AccountState>();
  for (const { _id } of accounts) {
    const entry = holdings.accounts.get(_id);
    const empty = { ...NO_ACCOUNT, asOfLedger: holdings.ledger };
    states.set(_id, entry ? withAccount(empty, entry, holdings.ledger) : empty);
  }
  for (const line of holdings.lines) {
    const state = states.get(line.address);
    if (state) states.set(line.address, withLine(state, line, holdings.ledger));
  }
  return states;
}
