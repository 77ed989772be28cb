import type { ClientSession } from "mongodb";
import type { LedgerHash } from "#server/platform/network/ledgers.ts";
import { operationId } from "#server/platform/network/network.ts";
import { settleIngested } from "#server/platform/submissions/moves.ts";
import { accountCollection } from "./account.ts";
import { askLookUps } from "./account-look-ups.ts";
import type { LedgerCursor } from "./cursor.ts";
import { foldHistory, freeReservations } from "./fold-items.ts";
import { type GapPlace, type LedgerGap, moveGap } from "./gap-store.ts";
import { foldable, UnfoldableError } from "./of-surroundings.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { keepInQuarantine } from "./quarantine.ts";
import { addressesOf, type ReadItem, type Unreadable } from "./read-item.ts";
import { type Misfit, outcomeOf } from "./set-aside.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** What of a gap comes next, in the order of the ledger, and how far it is filled after all of it. */
export interface GapPage {
  readonly items: readonly (ReadItem | Unreadable)[];
  readonly to: LedgerCursor;
  /** The ledgers that it is of, where they were walked. */
  readonly ledgers?: readonly LedgerHash[];
}

/** Transactions folded at once: as ingestion does, and for the same reason. */
const AT_ONCE = 25;

/**
 * Folds what happened in a gap into the history, part by part, each in one transaction with how far the gap is filled: a transaction
 * once, whoever dies when. What accounts hold was read from a later ledger, and is left alone. What is not understood is kept aside.
 * Answers with how far the gap is filled; null where another process has moved that.
 */
export async function foldGapPage(
  deps: Deps,
  own: OwnAccounts,
  gap: LedgerGap,
  page: GapPage,
): Promise<LedgerGap | null> {
  if (page.items.length === 0) return moveOn(deps, gap, walkedTo(page, page.to));
  let now: LedgerGap | null = gap;
  let left = page.items;
  while (now && left.length > 0) {
    const next: Folded = await foldNext(deps, own, now, { ...page, left });
    now = next && { ...now, ...next.place };
    left = left.slice(next?.count ?? 0);
  }
  return now;
}

interface Left extends GapPage {
  readonly left: GapPage["items"];
}

/** How far the gap is filled then, and how many were taken; null where another process has moved it. */
type Folded = { readonly place: GapPlace; readonly count: number } | null;

/** Folds what comes next; what cannot be is found by folding one alone, and set aside. */
async function foldNext(deps: Deps, own: OwnAccounts, gap: LedgerGap, page: Left): Promise<Folded> {
  const [first] = page.left;
  if (first && "error" in first) return setAsideOfGap(deps, own, gap, { ...first, stage: "reading" }, page);
  try {
    return await foldPart(deps, gap, page, AT_ONCE);
  } catch (error) {
    if (!(error instanceof UnfoldableError)) throw error;
  }
  try {
    return await foldPart(deps, gap, page, 1);
  } catch (error) {
    if (!first || !(error instanceof UnfoldableError)) throw error;
    const misfit = { transaction: first.transaction, stage: "folding", error: error.cause } as const;
    return setAsideOfGap(deps, own, gap, misfit, page);
  }
}

async function moveOn({ runtime: { database } }: Deps, gap: LedgerGap, to: GapPlace): Promise<LedgerGap | null> {
  const isMoved = await database.transaction((session) => moveGap(database, session, gap, to, 0));
  return isMoved ? { ...gap, ...to } : null;
}

/** Folds at most so many: after a conflict with whoever pays meanwhile ever fewer. */
async function foldPart(deps: Deps, gap: LedgerGap, page: Left, most: number): Promise<Folded> {
  const { database } = deps.runtime;
  const { left, to } = page;
  let attempts = 0;
  return database.transaction(async (session) => {
    const count = Math.max(1, most >> Math.max(0, attempts - 1));
    attempts += 1;
    const bad = left.findIndex((item) => "error" in item);
    const part = left.slice(0, Math.min(count, bad === -1 ? left.length : bad)).filter((item) => "read" in item);
    const place = walkedTo(page, placeAfter(gap, part.at(-1)?.transaction, left.length - part.length, to));
    if (!(await moveGap(database, session, gap, place, part.length))) return null;
    await foldable(foldItemsOfGap(deps, session, part));
    return { place, count: part.length };
  });
}

async function foldItemsOfGap({ runtime, parts }: Deps, session: ClientSession, items: readonly ReadItem[]) {
  const accounts = accountCollection(runtime.database);
  const touched = { _id: { $in: [...new Set(items.flatMap(addressesOf))] } };
  await accounts.updateMany(touched, { $inc: { version: 1 } }, { session });
  const ours = await accounts.find(touched, { session }).toArray();
  if (ours.length > 0)
    await foldHistory({ runtime, parts }, session, items, new Map(ours.map((account) => [account._id, account])));
  const outcomes = items.map(({ transaction, read: { innerHash } }) => ({ ...transaction, innerHash }));
  await freeReservations(runtime, session, await settleIngested(runtime, session, outcomes), new Set());
}

/** How far a gap is filled after a transaction of a page that goes on with so many more, or else ends at `to`. */
export function placeAfter(
  { ledger: whole }: Pick<LedgerGap, "ledger">,
  last: Pick<ReadItem["transaction"], "ledger" | "order"> | undefined,
  rest: number,
  to: LedgerCursor,
): LedgerCursor {
  if (!last || rest === 0) return to;
  return { cursor: operationId(last.ledger, last.order, 1), ledger: Math.max(last.ledger - 1, whole) };
}

/** The place, with the ledger that is the last before it. */
function walkedTo({ ledgers = [] }: GapPage, place: LedgerCursor): GapPlace {
  const walked = ledgers.find(({ sequence }) => sequence === place.ledger);
  return walked ? { ...place, walked: { sequence: walked.sequence, hash: walked.hash } } : place;
}

/** Keeps one that is not understood for a later version, with how far the gap is filled. */
async function setAsideOfGap(
  { runtime, network }: Deps,
  own: OwnAccounts,
  gap: LedgerGap,
  misfit: Misfit,
  page: Left,
): Promise<Folded> {
  const { database, log } = runtime;
  const { transaction, error } = misfit;
  const { hash, ledger, envelopeXdr, metaXdr } = transaction;
  log.error({ err: error, hash, ledger }, "a transaction of a gap is not understood");
  const place = walkedTo(page, placeAfter(gap, transaction, page.left.length - 1, page.to));
  const addresses = [...new Set([...own.addressesIn(envelopeXdr), ...own.addressesIn(metaXdr)])];
  return database.transaction(async (session) => {
    if (!(await moveGap(database, session, gap, place, 1))) return null;
    await keepInQuarantine(runtime, session, transaction, misfit);
    await askLookUps(runtime, session, addresses, ledger);
    const payers = await settleIngested(runtime, session, [outcomeOf(transaction, network.passphrase)]);
    await freeReservations(runtime, session, payers, new Set());
    return { place, count: 1 };
  });
}
