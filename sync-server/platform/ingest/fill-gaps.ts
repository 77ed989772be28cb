import { describeProblem } from "#server/platform/network/answers.ts";
import { type LedgerHistory, openLedgerHistory, RECORDS_PER_PAGE } from "#server/platform/network/horizon-history.ts";
import { cursorAfterLedger, NetworkError } from "#server/platform/network/network.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { accountCollection } from "./account.ts";
import { askNext, nextFound } from "./ask-gap.ts";
import { foldGapPage } from "./fold-gap.ts";
import {
  findingCollection,
  GAP_CHECK,
  gapCollection,
  type GapWay,
  type LedgerGap,
  moveGap,
  openGapOf,
} from "./gap-store.ts";
import { openIssue, passIssue, resolveIssue } from "./issues.ts";
import { tellMissing } from "./missing-history.ts";
import { OwnAccounts } from "./own-accounts.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { readCursor } from "./cursor.ts";
import { UntrueHistoryError } from "#server/platform/network/history-records.ts";
import { GapWalk } from "./walk-gap.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** Whether there is a gap, and whether more of it can be filled at once; `holdsBack` says that later ledgers should wait for it. */
export interface Filling {
  readonly outcome: "none" | "more" | "waits";
  readonly holdsBack: boolean;
}

const NOTHING: Filling = { outcome: "none", holdsBack: false };
const REFUSED_CHECK = "ingestion-gap-refused";
const MISSING_CHECK = "ingestion-gap-missing";
/** How long later ledgers wait for a gap that is being filled, and for one that Horizon tells nothing of. */
const HOLDS_BACK_MS = 10 * 60_000;
const HOLDS_BACK_IN_VAIN_MS = 60_000;
const FIRST_BACKOFF_MS = 2000;
const LONGEST_BACKOFF_MS = 5 * 60_000;
/** Requests that an account costs that did nothing: for its transactions, and for what had effects on it. */
const REQUESTS_PER_ACCOUNT = 2;

/**
 * Fills gaps that ingestion left, oldest first, from Horizon: a step is at most a page of it. It may end at any step, and goes on by what
 * the database says; what it keeps itself is what it read ahead.
 */
export class GapFiller {
  readonly #open: (deps: PartDeps) => LedgerHistory;
  #history: LedgerHistory | null = null;
  #walk: GapWalk | null = null;
  /** The gap whose beginning was looked at. */
  #begun = 0;
  #failures = 0;
  #restsUntilMs = 0;

  constructor(
    open: (deps: PartDeps) => LedgerHistory = ({ runtime, network }) =>
      openLedgerHistory(runtime.config.stellar, network),
  ) {
    this.#open = open;
  }

  async step(deps: Deps, own: OwnAccounts): Promise<Filling> {
    const gap = await openGapOf(deps.runtime.database);
    if (!gap) return NOTHING;
    const openMs = deps.runtime.clock.now().getTime() - gap.openedAt.getTime();
    const waits: Filling = { outcome: "waits", holdsBack: openMs < HOLDS_BACK_IN_VAIN_MS };
    if (performance.now() < this.#restsUntilMs) return waits;
    try {
      await this.#fill(deps, own, gap);
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      await this.#putOff(deps, gap, error);
      return waits;
    }
    if (this.#failures > 0) await resolveIssue(deps.runtime, REFUSED_CHECK);
    this.#failures = 0;
    return { outcome: "more", holdsBack: openMs < HOLDS_BACK_MS };
  }

  /** Nothing of what cannot be true is kept: it is asked again, from where the gap is filled to. */
  async #putOff({ runtime }: Deps, gap: LedgerGap, error: NetworkError): Promise<void> {
    this.#walk = null;
    // Horizon may have forgotten more meanwhile.
    this.#begun = 0;
    const waitMs = Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(this.#failures, 10), LONGEST_BACKOFF_MS);
    this.#restsUntilMs = performance.now() + waitMs;
    this.#failures += 1;
    runtime.log.warn({ err: error, gap: gap._id }, "a gap could not be filled yet");
    const problem = describeProblem(error);
    await openIssue(runtime, {
      type: "ingestion",
      checkId: REFUSED_CHECK,
      title: issueSaid("issue.gap.refused"),
      description: issueSaid("issue.gap.refused.means", { begin: gap.ledger + 1, end: gap.last, problem }),
      severity: "error",
      metadata: { from: gap.ledger + 1, to: gap.last, problem },
    });
  }

  async #fill(deps: Deps, own: OwnAccounts, gap: LedgerGap): Promise<void> {
    // Whoever filled the last of it died before it was closed.
    if (gap.ledger >= gap.last) return closeGap(deps, gap._id);
    const history = (this.#history ??= this.#open(deps));
    if (this.#begun !== gap._id) {
      if (!(await begin(deps, history, gap))) return;
      this.#begun = gap._id;
      this.#walk = null;
    }
    const walk = (this.#walk ??= new GapWalk(history));
    const way = gap.way ?? (await chooseWay(deps, gap, await walk.lookAhead(gap)));
    if (way === "ask" && (await askNext(deps, history, gap))) return;
    const page = way === "ask" ? await nextFound(deps, history, gap) : await walk.next(deps, own, gap);
    const now = page && (await foldGapPage(deps, own, gap, page));
    if (now && now.ledger >= now.last) await closeGap(deps, gap._id);
  }
}

/** Looks at what Horizon has of a gap: what is older than its history is missing for good. Answers false where the gap has changed by that. */
async function begin(deps: Deps, history: LedgerHistory, gap: LedgerGap): Promise<boolean> {
  const { database } = deps.runtime;
  const first = gap.ledger + 1;
  const elder = await history.elder(first);
  if (elder > first) {
    await giveUp(deps, history, gap, elder);
    return false;
  }
  const anchor = (await readCursor(database, null))?.anchor;
  if (!anchor || anchor.sequence < elder) return true;
  const [known] = await history.ledgers({ first: anchor.sequence, last: anchor.sequence });
  if (known?.hash !== anchor.hash)
    throw new UntrueHistoryError(`Horizon's ledger ${anchor.sequence} is not the one that we know`);
  return true;
}

/** Has everybody's history say what is missing, and goes on where Horizon's begins. */
async function giveUp(deps: Deps, history: LedgerHistory, gap: LedgerGap, elder: number): Promise<void> {
  const { runtime } = deps;
  const { database } = runtime;
  const [first, last] = [gap.ledger + 1, Math.min(gap.last, elder - 1)];
  const until = elder > gap.last ? null : (await history.ledgers({ first: elder, last: elder }))[0]?.closedAt;
  const [next] = until ? [] : await deps.network.ledgers(gap.last + 1, 1);
  const span = { first, last, since: gap.since, until: until ?? next?.closedAt ?? runtime.clock.now() };
  await tellMissing(runtime, span, gap.lastNumber);
  await openIssue(runtime, {
    type: "ingestion",
    checkId: MISSING_CHECK,
    title: issueSaid("issue.gap.missing"),
    description: issueSaid("issue.gap.missing.means", { begin: first, end: last, ledger: elder }),
    severity: "error",
    metadata: { from: first, to: last },
  });
  const to = { cursor: cursorAfterLedger(last), ledger: last };
  await database.transaction((session) => moveGap(database, session, gap, to, 0));
  if (last >= gap.last) await closeGap(deps, gap._id);
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

/** Brings what features keep in line with the ledger, and closes the gap, with the issue where it was the last. */
async function closeGap(deps: Deps, id: number): Promise<void> {
  const { runtime } = deps;
  const { database, clock } = runtime;
  await readPartsAnew(deps);
  await database.transaction(async (session) => {
    const gap = await gapCollection(database).findOneAndUpdate(
      { _id: id, state: "open" },
      { $set: { state: "filled", closedAt: clock.now() } },
      { session, returnDocument: "after" },
    );
    if (!gap || (await gapCollection(database).findOne({ state: "open" }, { session }))) return;
    const { first, last, transactions } = gap;
    await passIssue(
      runtime,
      GAP_CHECK,
      `Ledgers ${first} to ${last} were filled from Horizon: ${transactions} transactions of ours.`,
      session,
    );
  });
  await findingCollection(database).deleteMany({ gap: id });
}

async function readPartsAnew({ runtime, network, parts }: Deps): Promise<void> {
  const head = await network.head();
  for (const part of parts) await part.resync({ runtime, network }, head);
}

/** Before ingestion goes on past gaps that are open: what features keep is read anew, so that what comes later is folded upon what is. */
export async function passOpenGaps(deps: Deps): Promise<void> {
  const gaps = gapCollection(deps.runtime.database);
  if (!(await gaps.findOne({ state: "open", isPassed: false }))) return;
  await readPartsAnew(deps);
  await gaps.updateMany({ state: "open", isPassed: false }, { $set: { isPassed: true } });
}
