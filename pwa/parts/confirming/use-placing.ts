import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { IdentityNotConfirmed, withIdentity } from "#pwa/parts/identify/identity.ts";
import { type ConfirmationState, CHECKING, nextConfirmation } from "./confirmation-state.ts";
import { eventOfFailure } from "./submission-answer.ts";

const NOT_SHOWN = {
  type: "refused",
  message: "Nothing was placed: it asks who you are first.",
} as const;

/** How a standing order is looked at and confirmed; kept between renders. */
export interface PlacingCalls<Check, Placed> {
  readonly look: (signal: AbortSignal) => Promise<Check>;
  readonly confirm: (check: Check, idempotencyKey: string) => Promise<Placed>;
}

export interface Placing<Check, Placed> {
  readonly state: ConfirmationState<Check>;
  /** Of the one confirmation, over all its retries. */
  readonly idempotencyKey: string;
  /** What the server took; null until then. */
  readonly placed: Placed | null;
  readonly checkAgain: () => void;
  readonly confirm: () => Promise<void>;
}

/** From the look at what a standing order takes to the server's word that it stands. Nothing goes to the ledger yet. */
export function usePlacing<Check, Placed>({
  look,
  confirm: send,
}: PlacingCalls<Check, Placed>): Placing<Check, Placed> {
  const [state, dispatch] = useReducer(nextConfirmation<Check>, CHECKING);
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  // Set before anything is awaited, so that two taps in one frame make one call.
  const isBusy = useRef(false);
  const isChecking = state.step === "checking";

  useEffect(() => {
    if (!isChecking) return undefined;
    const stop = new AbortController();
    look(stop.signal).then(
      (check) => dispatch({ type: "checked", check, before: null }),
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
      setPlaced(await withIdentity(() => send(checked, idempotencyKey)));
    } catch (error) {
      dispatch(error instanceof IdentityNotConfirmed ? NOT_SHOWN : eventOfFailure(error));
    } finally {
      isBusy.current = false;
    }
  }, [checked, send, idempotencyKey]);

  const checkAgain = useCallback(() => dispatch({ type: "check" }), []);
  return { state, idempotencyKey, placed, checkAgain, confirm };
}
