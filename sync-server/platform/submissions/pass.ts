import type { Filter } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";
import { IN_FLIGHT_STATES } from "./transitions.ts";

/** States in which a submission has yet to be given a sequence number. */
const UNSIGNED_STATES = ["created", "expired"] as const;
const AT_ONCE = 16;
const PAGE = 500;
/** New ones begun in one pass: those under way must not wait for their next look until a long queue is done. */
const MOST_BEGUN = 500;

/**
 * How far a submission was taken: to its `end`, or until it has to `wait`, or no account was free to carry
 * it (`busy`), or it may not be signed now (`held-back`): it then stands in nobody's way.
 */
export interface Advanced {
  readonly until: "end" | "wait" | "busy" | "held-back";
  readonly hasMoved: boolean;
}

interface Pass {
  readonly advance: (submission: SubmissionDocument) => Promise<Advanced>;
  readonly signal: AbortSignal | undefined;
  readonly failures: unknown[];
  /** Queues in which one waits, so that none behind it may go. */
  readonly waiting: Set<string | number>;
  areChannelsBusy: boolean;
  seen: number;
  begun: number;
}

/**
 * Takes everything open as far as it goes: first what holds a sequence number, since it may give that back, then the others
 * by their age. Those that have to wait, however many, keep nobody behind them from being looked at. Answers with how many
 * there were; throws after all when one failed.
 */
export async function advanceAll(
  database: Database,
  advance: Pass["advance"],
  now: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const failures: unknown[] = [];
  const pass: Pass = { advance, signal, failures, waiting: new Set(), areChannelsBusy: false, seen: 0, begun: 0 };
  for await (const page of pages(database, () => ({ state: { $in: [...IN_FLIGHT_STATES] } }))) await take(pass, page);
  for await (const page of pages(database, () => returnedOrLate(now))) await take(pass, page);
  pass.areChannelsBusy = false;
  pass.begun = 0;
  const unsigned = () => ({
    state: { $in: [...UNSIGNED_STATES] },
    ...(pass.areChannelsBusy && { viaChannel: false }),
  });
  for await (const page of pages(database, unsigned)) {
    await take(pass, page);
    if (pass.begun >= MOST_BEGUN) break;
  }
  if (failures.length > 0) throw failures[0];
  return pass.seen;
}

/** Of those that wait for their owner's signature, which may be many and long: the ones with something to do about. */
function returnedOrLate(now: Date): Filter<SubmissionDocument> {
  return { state: "awaiting-signature", dueAt: { $lte: now } };
}

/** When the next of them has something to do about it; null where nobody's signature is waited for. */
export async function nextLate(database: Database): Promise<Date | null> {
  const next = await submissionCollection(database).findOne(
    { state: "awaiting-signature", dueAt: { $gt: new Date(0) } },
    { sort: { dueAt: 1 }, projection: { dueAt: 1 } },
  );
  return next?.dueAt ?? null;
}

async function* pages(
  database: Database,
  filter: () => Filter<SubmissionDocument>,
): AsyncGenerator<SubmissionDocument[]> {
  let after = 0;
  for (;;) {
    const page = await submissionCollection(database)
      .find({ ...filter(), id: { $gt: after } }, { sort: { id: 1 }, limit: PAGE })
      .toArray();
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? after;
  }
}

async function take(pass: Pass, page: readonly SubmissionDocument[]): Promise<void> {
  pass.seen += page.length;
  const queues = Map.groupBy(page, queueOf).entries();
  const workers = Array.from({ length: Math.min(AT_ONCE, page.length) }, async () => {
    for (const [name, queue] of queues) {
      try {
        await takeQueue(pass, name, queue);
      } catch (error) {
        pass.waiting.add(name);
        pass.failures.push(error);
      }
    }
  });
  await Promise.all(workers);
}

/**
 * One account's payments go one after another, unless channels lend their sequence numbers. A change of keys passes those
 * that wait for it; the account's sequence number still goes to one at a time.
 */
function queueOf({ id, kind, account, viaChannel }: SubmissionDocument): string | number {
  return viaChannel || kind === "rotation" ? id : account;
}

async function takeQueue(pass: Pass, name: string | number, queue: readonly SubmissionDocument[]): Promise<void> {
  if (pass.waiting.has(name)) return;
  for (const submission of queue) {
    if (pass.signal?.aborted) return;
    if (submission.viaChannel && pass.areChannelsBusy && isUnsigned(submission)) return;
    const { until, hasMoved } = await pass.advance(submission);
    if (hasMoved) pass.begun += 1;
    if (until === "end" || until === "held-back") continue;
    if (until === "busy" && submission.viaChannel) pass.areChannelsBusy = true;
    pass.waiting.add(name);
    return;
  }
}

function isUnsigned({ state }: SubmissionDocument): boolean {
  return UNSIGNED_STATES.some((unsigned) => unsigned === state);
}
