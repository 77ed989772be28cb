import { type LedgerHistory, openLedgerHistory, RECORDS_PER_PAGE } from "#server/platform/network/horizon-history.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { accountCollection } from "./account.ts";
import { askNext, nextFound } from "./ask-gap.ts";
import { foldGapPage } from "./fold-gap.ts";
import { closeGap, passOpenGaps } from "./close-gap.ts";
import { dueGapOf, gapCollection, type GapWay, type LedgerGap, newestGapOf } from "./gap-store.ts";
import { admitGap, refuseGap } from "./refuse-gap.ts";
import { missGap } from "./miss-gap.ts";
import { OwnAccounts } from "./own-accounts.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { readCursor } from "./cursor.ts";
import { isUntrue, UntrueHistoryError } from "#server/platform/network/history-records.ts";
import { GapWalk } from "./walk-gap.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** Whether there is a gap, and whether more of it can be filled at once; `holdsBack` says that later ledgers should wait for it. */
export interface Filling {
  readonly outcome: "none" | "more" | "waits";
  readonly holdsBack: boolean;
}

/** How long later ledgers wait for a gap that is being filled, and for one that Horizon tells nothing of. */
const HOLDS_BACK_MS = 10 * 60_000;
const HOLDS_BACK_IN_VAIN_MS = 60_000;
/** Requests that an account costs that did nothing: for its transactions, and for what had effects on it. */
const REQUESTS_PER_ACCOUNT = 2;

const NOTHING: Filling = { outcome: "none", holdsBack: false };

/**
 * Fills gaps that ingestion left, oldest first, from Horizon: a step is at most a page of one. One that is refused rests for a while, in
 * which younger ones are filled. It may end at any step, and goes on by what the database says; what it keeps itself is what it read ahead.
 */
export class GapFiller {
  readonly #open: (deps: PartDeps) => LedgerHistory;
  #history: LedgerHistory | null = null;
  #walk: GapWalk | null = null;
  /** The gap whose beginning was looked at. */
  #begun = 0;
  /** Whether there was none at the last look: then none is looked for until somebody says that there may be. */
  #isClear = false;

  constructor(
    open: (deps: PartDeps) => LedgerHistory = ({ runtime, network }) =>
      openLedgerHistory(runtime.config.stellar, network),
  ) {
    this.#open = open;
  }

  /** There may be a gap where there was none. */
  lookAgain(): void {
    this.#isClear = false;
  }

  async step(deps: Deps, own: OwnAccounts): Promise<Filling> {
    if (this.#isClear) return NOTHING;
    // What is opened during the look is seen by the next.
    this.#isClear = true;
    let isNone = false;
    try {
      const filling = await this.#look(deps, own);
      isNone = filling.outcome === "none";
      return filling;
    } finally {
      if (!isNone) this.#isClear = false;
    }
  }

  async #look(deps: Deps, own: OwnAccounts): Promise<Filling> {
    const { database, clock } = deps.runtime;
    const gap = await dueGapOf(database, clock.now());
    if (!gap) return resting(deps.runtime);
    // What rests before it is folded after it.
    await passOpenGaps(deps, gap.first);
    try {
      const isMoved = await this.#fill(deps, own, gap);
      // Who was lied to is not told the truth before something of it is taken in.
      if (isMoved || !gap.isUntrue) await admitGap(deps.runtime, gap);
      return { outcome: "more", holdsBack: ageOf(gap, clock.now()) < HOLDS_BACK_MS };
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      // Nothing is kept of whoever told what cannot be true; and Horizon may have forgotten more meanwhile.
      if (isUntrue(error)) this.#walk = null;
      this.#begun = 0;
      await refuseGap(deps.runtime, gap, error);
    }
    const isMoreDue = (await dueGapOf(database, clock.now())) !== null;
    return { ...(await resting(deps.runtime)), outcome: isMoreDue ? "more" : "waits" };
  }

  /** Answers whether more of the gap is filled than before. */
  async #fill(deps: Deps, own: OwnAccounts, gap: LedgerGap): Promise<boolean> {
    // Whoever filled the last of it died before it was closed.
    if (gap.ledger >= gap.last) {
      await closeGap(deps, gap._id);
      return true;
    }
    const history = (this.#history ??= this.#open(deps));
    const begun = this.#begun === gap._id ? gap : await begin(deps, history, gap);
    if (!begun) return true;
    this.#begun = gap._id;
    const walk = this.#walk?.gap === gap._id ? this.#walk : new GapWalk(history, gap._id);
    this.#walk = walk;
    const way = gap.way ?? (await chooseWay(deps, gap, await walk.lookAhead(deps, begun)));
    if (way === "ask" && (await askNext(deps, history, gap))) return false;
    const page = way === "ask" ? await nextFound(deps, history, gap) : await walk.next(deps, own, begun);
    const now = page && (await foldGapPage(deps, own, gap, page));
    if (now && now.ledger >= now.last) await closeGap(deps, gap._id);
    return now !== null;
  }
}

/** While nothing can be filled: later ledgers wait for the gap that was opened last. */
async function resting({ database, clock }: PartDeps["runtime"]): Promise<Filling> {
  const newest = await newestGapOf(database);
  if (!newest) return NOTHING;
  return { outcome: "waits", holdsBack: ageOf(newest, clock.now()) < HOLDS_BACK_IN_VAIN_MS };
}

/** Milliseconds since it was opened. */
function ageOf({ openedAt }: LedgerGap, now: Date): number {
  return now.getTime() - openedAt.getTime();
}

/**
 * Looks at what Horizon has of a gap: what is older than its history is missing for good. Answers with the gap, and the ledger before it
 * that it has to join where that is known; with null where the gap has changed.
 */
async function begin(deps: Deps, history: LedgerHistory, gap: LedgerGap): Promise<LedgerGap | null> {
  const next = gap.ledger + 1;
  const elder = gap.missing ? next : await history.elder(next);
  if (gap.missing || elder > next) {
    await missGap(deps, history, gap, elder);
    return null;
  }
  const anchor = (await readCursor(deps.runtime.database, null))?.anchor;
  if (!anchor || anchor.sequence < elder) return gap;
  // Up to the gap all ledgers have to join the one that we know.
  const last = Math.min(Math.max(anchor.sequence, gap.first - 1), anchor.sequence + RECORDS_PER_PAGE - 1);
  const known = await history.ledgers({ first: anchor.sequence, last });
  if (known[0]?.hash !== anchor.hash)
    throw new UntrueHistoryError(`Horizon's ledger ${anchor.sequence} is not the one that we know`);
  const before = known.at(-1);
  return before?.sequence === gap.ledger ? { ...gap, walked: before } : gap;
}

/**
 * What costs fewer requests: walking all ledgers, 200 of them or of their transactions with each (how many those are the next
 * ledgers tell, on the average), or asking for each account.
 */
async function chooseWay(
  { runtime: { database } }: Deps,
  { _id, ledger, last, lastNumber }: LedgerGap,
  ahead: readonly { readonly transactions: number }[],
): Promise<GapWay> {
  const left = last - ledger;
  const sampled = ahead.reduce((sum, { transactions }) => sum + transactions, 0);
  const transactions = (sampled / Math.max(1, ahead.length)) * left;
  const walked = Math.ceil(left / RECORDS_PER_PAGE) + Math.ceil(transactions / RECORDS_PER_PAGE);
  const accounts = await accountCollection(database).countDocuments({ number: { $lte: lastNumber } });
  const way = walked <= accounts * REQUESTS_PER_ACCOUNT ? "walk" : "ask";
  await database.transaction((session) =>
    gapCollection(database).updateOne({ _id, way: null }, { $set: { way } }, { session }),
  );
  return way;
}
