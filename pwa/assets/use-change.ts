import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { eventOfFailure } from "#pwa/send/submission-answer.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { AssetName } from "./asset-key.ts";
import { CHECKING, type ChangeState, isOver, nextChange } from "./change-state.ts";

const POLL_MS = 500;

export interface Change {
  readonly state: ChangeState;
  readonly checkAgain: () => void;
  readonly confirm: () => Promise<void>;
}

/** Everything that the adding or removing of one asset does, from the look at what it takes to the ledger that holds it. */
export function useChange(kind: "add" | "remove", { assetCode, issuer }: AssetName): Change {
  const [state, dispatch] = useReducer(nextChange, CHECKING);
  // One confirmation, over all its retries.
  const [idempotencyKey] = useState(newIdempotencyKey);
  // Set before anything is awaited, so that two taps in one frame make one call.
  const isBusy = useRef(false);
  const isChecking = state.step === "checking";

  useEffect(() => {
    if (!isChecking) return undefined;
    const stop = new AbortController();
    call(ENDPOINTS.checkTrustline, { body: { assetCode, issuer, change: kind }, signal: stop.signal }).then(
      (check) => dispatch({ type: "checked", check }),
      (error: unknown) => {
        if (!stop.signal.aborted) dispatch(eventOfFailure(error));
      },
    );
    return () => stop.abort();
  }, [isChecking, kind, assetCode, issuer]);

  const networkFee = state.step === "review" || state.step === "unanswered" ? state.check.networkFee : null;
  const confirm = useCallback(async () => {
    if (networkFee === null || isBusy.current) return;
    isBusy.current = true;
    dispatch({ type: "confirm" });
    try {
      const body = { assetCode, issuer, networkFee, idempotencyKey };
      const endpoint = kind === "add" ? ENDPOINTS.addTrustline : ENDPOINTS.removeTrustline;
      const { submission } = await call(endpoint, { body });
      dispatch({ type: "accepted", submission });
    } catch (error) {
      dispatch(eventOfFailure(error));
    } finally {
      isBusy.current = false;
    }
  }, [networkFee, kind, assetCode, issuer, idempotencyKey]);

  const tracked = state.step === "tracking" && !isOver(state.submission) ? state.submission.id : null;
  useEffect(() => {
    if (tracked === null) return undefined;
    const id = tracked;
    const stop = new AbortController();
    let timer = setTimeout(ask, POLL_MS);
    async function ask() {
      try {
        const { submission } = await call(ENDPOINTS.walletSubmission, { params: { id }, signal: stop.signal });
        dispatch({ type: "progress", submission });
      } catch (error) {
        // An unanswered question changes nothing about what was taken; it is asked again.
        if (!stop.signal.aborted) logProblem("What became of the asset could not be read", error);
      }
      if (!stop.signal.aborted) timer = setTimeout(ask, POLL_MS);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [tracked]);

  const checkAgain = useCallback(() => dispatch({ type: "check" }), []);
  return { state, checkAgain, confirm };
}
