import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, type AccountState } from "#server/platform/ingest/account.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { openIssue, resolveIssue } from "#server/platform/ingest/issues.ts";
import { statesOnLedger } from "#server/platform/ingest/resync.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";

/** A difference between what we show and what the ledger holds, in stroops. */
export interface Difference {
  readonly address: string;
  readonly what: string;
  readonly stored: string;
  readonly ledger: string;
}

export interface Reconciliation {
  readonly accounts: number;
  /** Accounts that changed while they were compared, every time; the next run sees them. */
  readonly skipped: number;
  readonly differences: readonly Difference[];
}

const ACCOUNTS_AT_ONCE = 50;
const TRIES = 5;
const INGESTION_WAIT_MS = 10_000;
const INGESTION_POLL_MS = 100;
const CHECK_ID = "reconciliation";

/** Compares every account with the ledger, and opens an issue on any difference, or closes it when there is none. */
export async function reconcile(runtime: Runtime, network: StellarNetwork): Promise<Reconciliation> {
  const accounts = await accountCollection(runtime.database).find({}).toArray();
  const differences: Difference[] = [];
  let skipped = 0;
  for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
    const part = await compareSettled(runtime, network, accounts.slice(start, start + ACCOUNTS_AT_ONCE));
    differences.push(...part.differences);
    skipped += part.skipped;
  }
  if (differences.length === 0) await resolveIssue(runtime, CHECK_ID);
  else {
    await openIssue(runtime, {
      type: "reconciliation",
      checkId: CHECK_ID,
      title: "The database and the ledger disagree",
      description: `${differences.length} amounts differ between the database and the ledger.`,
      severity: "critical",
      metadata: { differences: differences.slice(0, 100) },
    });
  }
  return { accounts: accounts.length, skipped, differences };
}

/** Compares accounts at one ledger: those that change meanwhile are looked at again. */
async function compareSettled(runtime: Runtime, network: StellarNetwork, accounts: readonly AccountDocument[]) {
  const differences: Difference[] = [];
  let left = accounts;
  for (let attempt = 0; attempt < TRIES && left.length > 0; attempt += 1) {
    const states = await statesOnLedger(network, left);
    const ledger = Math.max(...[...states.values()].map(({ asOfLedger }) => asOfLedger));
    if (!(await ingestionReaches(runtime, ledger))) break;
    const ids = left.map(({ _id }) => _id);
    const stored = await accountCollection(runtime.database)
      .find({ _id: { $in: ids } })
      .toArray();
    left = stored.filter(({ asOfLedger }) => asOfLedger > ledger);
    for (const account of stored) {
      const state = states.get(account._id);
      if (state && account.asOfLedger <= ledger) differences.push(...compareAccount(account, state));
    }
  }
  return { differences, skipped: left.length };
}

async function ingestionReaches({ database }: Runtime, ledger: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < INGESTION_WAIT_MS; waitedMs += INGESTION_POLL_MS) {
    if ((await ingestedLedger(database)) >= ledger) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, INGESTION_POLL_MS);
    });
  }
  return false;
}

/** How one account differs from what the ledger says; empty when it does not. */
export function compareAccount(account: AccountDocument, ledger: AccountState): Difference[] {
  const stored = amountsOf(account);
  const actual = amountsOf(ledger);
  return [...new Set([...stored.keys(), ...actual.keys()])].flatMap((what) => {
    const ours = stored.get(what) ?? "none";
    const theirs = actual.get(what) ?? "none";
    return ours === theirs ? [] : [{ address: account._id, what, stored: ours, ledger: theirs }];
  });
}

function amountsOf(state: AccountState): Map<string, string> {
  const native: [string, string][] = state.exists
    ? [
        ["XLM", state.balance],
        ["reserves", String(state.reserves)],
      ]
    : [];
  return new Map([...native, ...state.lines.map((line): [string, string] => [assetKey(line), line.balance])]);
}
