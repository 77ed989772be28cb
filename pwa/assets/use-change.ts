import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { follow } from "#pwa/send/follow.ts";
import { eventOfFailure } from "#pwa/send/submission-answer.ts";
import { CHECKING, type ChangeState, isOver, nextChange, type Submission } from "./change-state.ts";

/** How one kind of change is looked at and confirmed; kept between renders. */
export interface ChangeCalls<Check> {
  readonly look: (signal: AbortSignal) => Promise<Check>;
  /** Answers with a refusal where nothing was sent, because what was shown does not hold any more: it is looked at anew. */
  readonly confirm: (
    check: Check,
    idempotencyKey: string,
  ) => Promise<{ readonly submission: Submission } | { readonly refusal: string }>;
}

/** What its owner agrees to pay the network at most: nothing where the review said that it is paid for them. */
export function agreedFee(check: { readonly networkFee: string; readonly isFeeSponsored: boolean }): string {
  return check.isFeeSponsored ? "0" : check.networkFee;
}

export interface Change<Check> {
  readonly state: ChangeState<Check>;
  readonly checkAgain: () => void;
  readonly confirm: () => Promise<void>;
}

/** Everything that one change does, from the look at what it takes to the ledger that holds it. */
export function useChange<Check>({ look, confirm: send }: ChangeCalls<Check>): Change<Check> {
  const isOnline = useOnline();
  const [state, dispatch] = useReducer(nextChange<Check>, CHECKING);
  // One confirmation, over all its retries.
  const [idempotencyKey] = useState(newIdempotencyKey);
  // Set before anything is awaited, so that two taps in one frame make one call.
  const isBusy = useRef(false);
  const isChecking = state.step === "checking";

  useEffect(() => {
    if (!isChecking) return undefined;
    const stop = new AbortController();
    look(stop.signal).then(
      (check) => dispatch({ type: "checked", check }),
      (error: unknown) => {
        if (!stop.signal.aborted) dispatch(eventOfFailure(error));
      },
    );
    return () => stop.abort();
  }, [isChecking, look]);

  const checked = state.step === "review" || state.step === "unanswered" ? state.check : null;
  const confirm = useCallback(async () => {
    if (checked === null || isBusy.current) return;
    isBusy.current = true;
    dispatch({ type: "confirm" });
    try {
      const answer = await send(checked, idempotencyKey);
      if ("refusal" in answer) dispatch({ type: "refused", message: answer.refusal });
      else dispatch({ type: "accepted", submission: answer.submission });
    } catch (error) {
      dispatch(eventOfFailure(error));
    } finally {
      isBusy.current = false;
    }
  }, [checked, send, idempotencyKey]);

  const tracked = state.step === "tracking" && !isOver(state.submission) ? state.submission.id : null;
  useEffect(
    () =>
      tracked === null || !isOnline
        ? undefined
        : follow(tracked, { seen: (submission) => dispatch({ type: "progress", submission }) }),
    [tracked, isOnline],
  );

  const checkAgain = useCallback(() => dispatch({ type: "check" }), []);
  return { state, checkAgain, confirm };
}
