import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import type { Submission } from "./confirmation-state.ts";

const SOONEST_MS = 500;
const LATEST_MS = 10_000;
const GROWTH = 1.3;

/** When to ask again: soon while things move, seldom where nothing does. */
export function nextAskMs(formerMs: number, hasMoved: boolean): number {
  return hasMoved ? SOONEST_MS : Math.min(LATEST_MS, Math.round(formerMs * GROWTH));
}

interface Followed {
  readonly seen: (submission: Submission) => void;
  /** The server knows no such submission of this person. */
  readonly unknown?: () => void;
}

/**
 * Asks what becomes of a submission until told to stop. A question that fails changes nothing about the submission: it is asked
 * again, later each time, and only the first failure in a row is logged.
 */
export function follow(id: number, { seen, unknown }: Followed, firstAskMs = SOONEST_MS): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let waitMs = SOONEST_MS;
  let state: Submission["state"] | null = null;
  let hasFailed = false;
  let timer = setTimeout(ask, firstAskMs);

  async function ask() {
    let hasMoved = false;
    try {
      const { submission } = await call(WALLET_ENDPOINTS.walletSubmission, { params: { id }, signal });
      hasMoved = state !== null && submission.state !== state;
      hasFailed = false;
      state = submission.state;
      if (!signal.aborted) seen(submission);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HttpError && error.code === "submission-unknown" && unknown !== undefined) return unknown();
      if (!hasFailed) logProblem("What became of a payment could not be read", error);
      hasFailed = true;
    }
    if (signal.aborted) return;
    waitMs = nextAskMs(waitMs, hasMoved);
    timer = setTimeout(ask, waitMs);
  }

  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}
