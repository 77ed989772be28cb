import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountLists, openAccountLists } from "#server/platform/network/horizon-account.ts";
import { type AssetName, isSameAsset } from "#server/platform/network/assets.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { type AccountDocument, accountCollection, type AccountState, takeAccount } from "./account.ts";
import { type AccountLookUp, lookUpCollection } from "./account-look-ups.ts";
import { assertNotPassed } from "./cursor.ts";
import { withLine } from "./fold.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { storeStates } from "./store-state.ts";
import { type Database } from "#server/platform/db/database.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

const AT_ONCE = 20;
const FIRST_BACKOFF_MS = 5000;
const LONGEST_BACKOFF_MS = 10 * 60_000;

/**
 * Looks through the next accounts of which ingestion could not see everything: lines, shares of pools, orders and claimable
 * balances that were added meanwhile become known. What exists only Horizon can list; what it amounts to is asked of RPC. One that
 * cannot be looked through now is left for later. Answers whether more are due.
 */
export async function lookThrough(deps: Deps): Promise<boolean> {
  const { clock, config, database, log } = deps.runtime;
  const due = await lookUpCollection(database)
    .find({ dueAt: { $lte: clock.now() } }, { sort: { dueAt: 1 }, limit: AT_ONCE })
    .toArray();
  const lists = config.stellar.horizonUrls.length > 0 ? openAccountLists(config.stellar, deps.network) : null;
  for (const lookUp of due) {
    try {
      await lookThroughOne(deps, lists, lookUp);
    } catch (error) {
      // One account that cannot be looked through must not keep the others waiting.
      log.warn({ err: error, address: lookUp._id }, "an account could not be looked through yet");
      await putOff(deps.runtime, lookUp);
    }
  }
  return due.length === AT_ONCE;
}

/** When the next account is to be looked through; null where none is. */
export async function nextLookUp(database: Database): Promise<Date | null> {
  const next = await lookUpCollection(database).findOne({}, { sort: { dueAt: 1 }, projection: { dueAt: 1 } });
  return next?.dueAt ?? null;
}

async function putOff({ database, clock }: Runtime, { _id, ledger, attempts }: AccountLookUp): Promise<void> {
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(attempts, 10), LONGEST_BACKOFF_MS);
  const dueAt = new Date(clock.now().getTime() + backoffMs);
  await lookUpCollection(database).updateOne({ _id, ledger }, { $set: { dueAt, attempts: attempts + 1 } });
}

async function lookThroughOne(deps: Deps, lists: AccountLists | null, lookUp: AccountLookUp): Promise<void> {
  const { database } = deps.runtime;
  const { _id: address } = lookUp;
  const account = await accountCollection(database).findOne({ _id: address });
  if (account) {
    const head = await deps.network.head();
    await addLines(deps, account, await ownLines(deps.runtime, address));
    if (account.role === "wallet") for (const part of deps.parts) await part.endGone(deps, account.userId, head);
    if (lists) await addListed(deps, lists, account, head);
  }
  await lookUpCollection(database).deleteOne({ _id: address, ledger: lookUp.ledger });
}

async function addListed(deps: Deps, lists: AccountLists, account: AccountDocument, head: LedgerHead): Promise<void> {
  const names = await lists.names(account._id);
  await addLines(deps, account, names?.lines ?? []);
  if (account.role !== "wallet") return;
  for (const part of deps.parts) await part.addListed(deps, { lists, names }, account, head);
}

/** The assets to which we ever asked the ledger for a line of this account: known also without Horizon. */
async function ownLines({ database }: Runtime, address: string): Promise<AssetName[]> {
  const found = await submissionCollection(database)
    .find({ account: address, "steps.type": "change_trust" }, { projection: { _id: 0, steps: 1 } })
    .toArray();
  return found.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.type === "change_trust" ? [{ assetCode: step.assetCode, issuer: step.issuer }] : [])),
  );
}

/**
 * Adds the lines that are there and not known, as the ledger has them; those that are known are ingestion's. Throws NetworkError
 * where the ledger that was asked is older than what was ingested: a line may have gone since.
 */
async function addLines({ runtime, network }: Deps, seen: AccountDocument, names: readonly AssetName[]): Promise<void> {
  const { database } = runtime;
  const missing = names.filter((name) => !seen.lines.some((line) => isSameAsset(line, name)));
  if (missing.length === 0) return;
  const { ledger, lines } = await network.holdings([{ address: seen._id, assets: missing }]);
  await database.transaction(async (session) => {
    await assertNotPassed(runtime, session, ledger);
    const account = await takeAccount(database, session, seen._id);
    if (!account?.exists) return;
    const fresh = lines.filter((line) => !account.lines.some((held) => isSameAsset(held, line)));
    const before: AccountState = account;
    const state = fresh.reduce((sum, line) => withLine(sum, line, account.asOfLedger), before);
    await storeStates(runtime, session, [account], new Map([[account._id, state]]));
  });
}
