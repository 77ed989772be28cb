import { deliveries, mails, requests } from "#server/platform/metrics/counted.ts";

/** What a process has done, counted since it started. */
export interface Work {
  readonly requests: number;
  /** Answered with a fault of ours: 5xx, but for 503, which says that the database is away. */
  readonly failedRequests: number;
  readonly mails: number;
  readonly failedMails: number;
  readonly pushes: number;
  /** Refused by a push service, or to be tried again. */
  readonly failedPushes: number;
}

/** So long back is what counts as recent, in ms. */
const WINDOW_MS = 5 * 60 * 1000;
const NOT_READY = "503";

/** Says what was done of late, however often it is asked: since the oldest of what it was told within the last five minutes. */
export class RecentWork {
  readonly #told: { readonly atMs: number; readonly work: Work }[] = [];

  /** `nowMs` is the process's monotonic time. */
  since(work: Work, nowMs: number): Work {
    this.#told.push({ atMs: nowMs, work });
    while ((this.#told[0]?.atMs ?? nowMs) < nowMs - WINDOW_MS) this.#told.shift();
    const before = this.#told[0]?.work ?? work;
    return {
      requests: work.requests - before.requests,
      failedRequests: work.failedRequests - before.failedRequests,
      mails: work.mails - before.mails,
      failedMails: work.failedMails - before.failedMails,
      pushes: work.pushes - before.pushes,
      failedPushes: work.failedPushes - before.failedPushes,
    };
  }
}

/** Counted in this process so far. */
export async function countedWork(): Promise<Work> {
  const [answered, mailed, delivered] = await Promise.all([requests.get(), mails.get(), deliveries.get()]);
  const pushed = delivered.values.filter(({ labels }) => labels.channel === "push");
  return {
    requests: sum(answered.values),
    failedRequests: sum(answered.values.filter(({ labels: { status } }) => isFault(String(status)))),
    mails: sum(mailed.values),
    failedMails: sum(mailed.values.filter(({ labels }) => labels.outcome === "failed")),
    pushes: sum(pushed),
    failedPushes: sum(pushed.filter(({ labels }) => labels.outcome === "refused" || labels.outcome === "later")),
  };
}

function isFault(status: string): boolean {
  return status.startsWith("5") && status !== NOT_READY;
}

function sum(values: readonly { readonly value: number }[]): number {
  return values.reduce((total, { value }) => total + value, 0);
}
