import {
  cursorAfterLedger,
  NetworkError,
  type NetworkTransaction,
  operationId,
  pageGap,
  type TransactionPage,
} from "#server/platform/network/network.ts";
import { ingested, setAsides } from "#server/platform/metrics/counted.ts";
import { accountCollection } from "./account.ts";
import { type LedgerCursor, moveCursor, readCursor } from "./cursor.ts";
import { foldItems } from "./fold-items.ts";
import { foldable, UnfoldableError } from "./of-surroundings.ts";
import { OwnAccounts } from "./own-accounts.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { addressesOf, type ReadItem, tryToRead, type Unreadable } from "./read-item.ts";
import { openGap, resyncAccounts } from "./resync.ts";
import { type Misfit, setAside } from "./set-aside.ts";

const PAGE_LIMIT = 200;
/** Transactions folded at once: while they are, whoever they touch waits with what they want to pay. */
const AT_ONCE = 25;

export interface IngestDeps extends PartDeps {
  /** What features keep of the ledger, in the order in which it is folded. */
  readonly parts: readonly IngestPart[];
}

/**
 * Where ingestion stood when it last found nothing new: it is not read again until something is. Another process may have moved it
 * since; whoever moves it from where it no longer is moves nothing.
 */
export interface Standstill {
  at: LedgerCursor | null;
}

/**
 * Folds the next page of the network's transactions into our accounts, each part of it in one database transaction with the
 * cursor.
 * Answers whether more was there at once. Several processes may: whoever moves the cursor second writes nothing. `own` and `still`
 * are what the caller keeps from page to page.
 */
export async function ingestPage(
  deps: IngestDeps,
  own = new OwnAccounts(),
  still: Standstill = { at: null },
): Promise<boolean> {
  const { network, runtime } = deps;
  const former = still.at;
  still.at = null;
  const cursor = former ?? (await readCursor(runtime.database, null));
  if (!cursor) {
    const head = await network.head();
    await moveCursor(runtime, null, { cursor: cursorAfterLedger(head.sequence), ledger: head.sequence }, null);
    return true;
  }
  const page = await readPage(deps, cursor);
  if (page === "forgotten") {
    // Of a cursor that was moved meanwhile nothing is missing.
    if (former === null) await passForgotten(deps, cursor);
    return true;
  }
  const isWhole = page.transactions.length < PAGE_LIMIT;
  const lastLedger = page.transactions.at(-1)?.ledger ?? cursor.ledger;
  const ledger = isWhole ? Math.max(page.latestLedger, cursor.ledger) : lastLedger - 1;
  if (page.transactions.length === 0 && ledger <= cursor.ledger) {
    still.at = cursor;
    return false;
  }
  // Asked of the database each time: an account made a moment ago, by any process, must not be missed.
  await own.refresh(runtime.database);
  const items = page.transactions.filter(isAbout(own)).map((transaction) => tryToRead(transaction, network.passphrase));
  const to = { cursor: page.cursor, ledger: Math.max(ledger, cursor.ledger) };
  still.at = await foldPage(deps, own, { from: cursor, items }, to);
  return !isWhole;
}

/** The page after the cursor, or that no node remembers what comes next. */
async function readPage({ network }: IngestDeps, cursor: LedgerCursor): Promise<TransactionPage | "forgotten"> {
  let page: TransactionPage | null = null;
  try {
    page = await network.transactions(cursor.cursor, PAGE_LIMIT);
  } catch (error) {
    // A node refuses a cursor that is older than what it remembers.
    if (!(error instanceof NetworkError) || (await network.oldestLedger()) <= cursor.ledger + 1) throw error;
  }
  if (page === null || page.oldestLedger > cursor.ledger + 1) return "forgotten";
  const gap = pageGap(cursor.cursor, page.transactions);
  if (gap !== null) throw new NetworkError(`a page of the ledger has a gap: ${gap}`);
  return page;
}

/** Moves the cursor on behind what no node remembers. */
function passForgotten(deps: IngestDeps, cursor: LedgerCursor): Promise<void> {
  // Without a Horizon nobody can tell what is missing.
  return (deps.runtime.config.stellar.horizonUrls.length > 0 ? openGap : resyncAccounts)(deps, cursor);
}

function isAbout(own: OwnAccounts) {
  return ({ envelopeXdr, metaXdr }: NetworkTransaction) => own.areIn(envelopeXdr) || own.areIn(metaXdr);
}

/** What is still to be folded of a page, after `from`. */
interface Left {
  readonly from: LedgerCursor;
  readonly items: readonly (ReadItem | Unreadable)[];
}

/** Folds a page part by part, until another process has moved the cursor; answers with where that stands, null where it is to be read. */
async function foldPage(
  deps: IngestDeps,
  own: OwnAccounts,
  page: Left,
  to: LedgerCursor,
): Promise<LedgerCursor | null> {
  if (page.items.length === 0) return (await moveCursor(deps.runtime, page.from, to, null)) ? to : null;
  let left: Left | null = page;
  while (left && left.items.length > 0) {
    const before = left.items.length;
    left = await foldNext(deps, own, left, to);
    if (left) ingested.inc(before - left.items.length);
  }
  return null;
}

/**
 * Folds the next part of a page, and answers with what is left; null where the cursor was moved. What is wrong with one transaction
 * holds up no other: it is found by folding ever less, and set aside.
 */
async function foldNext(deps: IngestDeps, own: OwnAccounts, left: Left, to: LedgerCursor): Promise<Left | null> {
  const [first] = left.items;
  if (first && "error" in first) return skip(deps, own, left, to, { ...first, stage: "reading" });
  const bad = left.items.findIndex((item) => "error" in item);
  const readable = bad === -1 ? left.items.length : bad;
  try {
    return await foldPart(deps, left, Math.min(readable, AT_ONCE), to);
  } catch (error) {
    if (!(error instanceof UnfoldableError)) throw error;
    return foldAlone(deps, own, left, to);
  }
}

/** Folds the next transaction by itself, and sets it aside where that fails, too. */
async function foldAlone(deps: IngestDeps, own: OwnAccounts, left: Left, to: LedgerCursor): Promise<Left | null> {
  const [first] = left.items;
  try {
    return await foldPart(deps, left, 1, to);
  } catch (error) {
    if (!first || !(error instanceof UnfoldableError)) throw error;
    return skip(deps, own, left, to, { transaction: first.transaction, stage: "folding", error: error.cause });
  }
}

async function skip(deps: IngestDeps, own: OwnAccounts, left: Left, to: LedgerCursor, misfit: Misfit) {
  const rest = left.items.slice(1);
  const place = placeAfter(misfit.transaction, left.from, rest.length, to);
  if (!(await setAside(deps, own, { from: left.from, to: place }, misfit))) return null;
  setAsides.inc();
  return { from: place, items: rest };
}

/**
 * Folds at most so many transactions in one of the database. What is written here, people's payments write as well, and whoever
 * comes second begins again: so the accounts are taken first, and where that was in vain, ever less is tried at once. Else, on a
 * busy machine, a page that grows while it waits would never be folded.
 */
async function foldPart(
  { runtime, parts }: IngestDeps,
  { from, items }: Left,
  most: number,
  to: LedgerCursor,
): Promise<Left | null> {
  const { database } = runtime;
  let attempts = 0;
  return database.transaction(async (session) => {
    // The second attempt is at as much, too: to meet somebody once is nothing unusual.
    const count = Math.max(1, most >> Math.max(0, attempts - 1));
    attempts += 1;
    const part = items.slice(0, count).filter((item) => "read" in item);
    const rest = items.slice(part.length);
    const last = part.at(-1);
    const place = last ? placeAfter(last.transaction, from, rest.length, to) : to;
    if (!(await moveCursor(runtime, from, place, session))) return null;
    const touched = { _id: { $in: [...new Set(part.flatMap(addressesOf))] } };
    const accounts = accountCollection(database);
    await accounts.updateMany(touched, { $inc: { version: 1 } }, { session });
    const ours = await accounts.find(touched, { session }).toArray();
    if (ours.length > 0)
      await foldable(
        foldItems({ runtime, parts }, session, part, new Map(ours.map((account) => [account._id, account]))),
      );
    return { from: place, items: rest };
  });
}

/** After a transaction: within its ledger, which is then not whole, written as nodes write it; or where all of a page ends. */
function placeAfter(
  { ledger, order }: NetworkTransaction,
  from: LedgerCursor,
  rest: number,
  to: LedgerCursor,
): LedgerCursor {
  if (rest === 0) return to;
  return { cursor: operationId(ledger, order, 1), ledger: Math.max(ledger - 1, from.ledger) };
}
