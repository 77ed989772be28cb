import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import type { Submission } from "./confirmation-state.ts";

const SOONEST_MS = 500;
/** The same while the account's rows arrive by themselves: they tell of what happened before a question would. */
const SOONEST_TOLD_MS = 3000;
/** Questions that follow soon on what was told: the rows may arrive before the submission is settled. */
const SOON_AFTER_NEWS = 3;
const LATEST_MS = 10_000;
const GROWTH = 1.3;

/** When to ask again: soon while things move, seldom where nothing does. */
export function nextAskMs(formerMs: number, hasMoved: boolean): number {
  return hasMoved ? SOONEST_MS : Math.min(LATEST_MS, Math.round(formerMs * GROWTH));
}

interface Followed {
  readonly seen: (submission: Submission) => void;
  /** The server knows no such submission of this person. */
  readonly unknown?: (() => void) | undefined;
}

/** How a device hears that something happened in the account, without asking. */
export interface News {
  /** Whether it would hear of it now. */
  readonly isLive: () => boolean;
  /** Calls `tell` after each of the account's changes; answers with the way to end it. */
  readonly subscribe: (tell: () => void) => () => void;
}

/**
 * Asks what becomes of a submission until told to stop: once something happened in the account, and now and then. A question that
 * fails changes nothing about the submission: it is asked again, later each time, and only the first failure in a row is logged.
 */
export function follow(id: number, { seen, unknown }: Followed, news: News, firstAskMs = SOONEST_MS): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let waitMs = SOONEST_MS;
  let state: Submission["state"] | null = null;
  let hasFailed = false;
  let isAsking = false;
  let isTold = false;
  /** Questions since something was told, or moved. */
  let quiet = SOON_AFTER_NEWS - 1;
  let timer = setTimeout(() => void ask(), firstAskMs);
  const unsubscribe = news.subscribe(() => {
    isTold = true;
    if (isAsking) return;
    clearTimeout(timer);
    // What one ledger brings arrives as several changes.
    timer = setTimeout(() => void ask(), 0);
  });

  async function ask() {
    isAsking = true;
    const wasTold = isTold;
    isTold = false;
    const hasMoved = await look();
    isAsking = false;
    if (signal.aborted) return;
    quiet = wasTold || isTold || hasMoved ? 0 : quiet + 1;
    waitMs = nextAskMs(waitMs, quiet === 0);
    if (news.isLive() && quiet >= SOON_AFTER_NEWS) waitMs = Math.max(waitMs, SOONEST_TOLD_MS);
    timer = setTimeout(() => void ask(), isTold ? 0 : waitMs);
  }

  async function look(): Promise<boolean> {
    try {
      const { submission } = await call(WALLET_ENDPOINTS.walletSubmission, { params: { id }, signal });
      const hasMoved = state !== null && submission.state !== state;
      hasFailed = false;
      state = submission.state;
      if (!signal.aborted) seen(submission);
      return hasMoved;
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof HttpError && error.code === "submission-unknown" && unknown !== undefined) {
        end();
        unknown();
      } else if (!hasFailed) {
        logProblem("What became of a payment could not be read", error);
        hasFailed = true;
      }
      return false;
    }
  }

  function end(): void {
    stop.abort();
    unsubscribe();
    clearTimeout(timer);
  }
  return end;
}
