import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { IdentityNotConfirmed, withIdentity } from "#pwa/parts/identify/identity.ts";
import { claim } from "./claim.ts";
import { follow } from "./follow.ts";
import { eventOfFailure } from "./submission-answer.ts";
import { CHECKING, type ConfirmationState, isOver, nextConfirmation, type Submission } from "./confirmation-state.ts";
import { doneBefore, type Settled } from "./unanswered-words.ts";
import { dropUnanswered, keepUnanswered, settleUnanswered } from "./unanswered.ts";

/** How one kind of change is looked at and confirmed; kept between renders. */
export interface ConfirmationCalls<Check> {
  readonly look: (signal: AbortSignal) => Promise<Check>;
  /** Answers with a refusal where nothing was sent, because what was shown does not hold any more: it is looked at anew. */
  readonly confirm: (
    check: Check,
    idempotencyKey: string,
    proof: Proof,
  ) => Promise<{ readonly submission: Submission } | { readonly refusal: string }>;
}

/** What its owner agrees to pay the network at most: nothing where the review said that it is paid for them. */
export function agreedFee(check: { readonly networkFee: string; readonly isFeeSponsored: boolean }): string {
  return check.isFeeSponsored ? "0" : check.networkFee;
}

/** What its owner showed of who they are, as far as it was asked for. */
export interface Proof {
  readonly password: string;
  readonly code: string;
  /** Whether a passkey stands for the password. */
  readonly isShown: boolean;
}

const NO_PROOF: Proof = { password: "", code: "", isShown: false };

export interface Confirmation<Check> {
  readonly state: ConfirmationState<Check>;
  readonly proof: Proof;
  readonly setProof: (proof: Proof) => void;
  readonly checkAgain: () => void;
  readonly confirm: () => Promise<void>;
}

/**
 * Everything that one change does, from the look at what it takes to the ledger that holds it. `what` names it in words: where
 * the page is lost before the server's answer, this device asks what became of it before anything else is confirmed.
 */
export function useConfirmation<Check>(
  { look, confirm: send }: ConfirmationCalls<Check>,
  what: string,
): Confirmation<Check> {
  const isOnline = useOnline();
  const userId = useSession().user?.id ?? 0;
  const [state, dispatch] = useReducer(nextConfirmation<Check>, CHECKING);
  // One confirmation, over all its retries.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const [proof, setProof] = useState(NO_PROOF);
  // Set before anything is awaited, so that two taps in one frame make one call.
  const isBusy = useRef(false);
  // Asked after once, and said until this is closed: what it takes may have to be looked at more than once.
  const settled = useRef<Settled[]>([]);
  const isChecking = state.step === "checking";

  useEffect(() => {
    if (!isChecking) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const lookAtIt = async () => {
      settled.current.push(...(await settleUnanswered(userId, signal)));
      dispatch({ type: "checked", check: await look(signal), before: doneBefore(settled.current) });
    };
    lookAtIt().catch((error: unknown) => {
      if (!signal.aborted) dispatch(eventOfFailure(error));
    });
    return () => stop.abort();
  }, [isChecking, look, userId]);

  const checked = state.step === "review" || state.step === "unanswered" ? state.check : null;
  const confirm = useCallback(async () => {
    if (checked === null || isBusy.current) return;
    isBusy.current = true;
    dispatch({ type: "confirm" });
    const giveBack = claim(idempotencyKey, { have: ignore, elsewhere: ignore });
    keepUnanswered(userId, { key: idempotencyKey, what, atMs: nowMs() });
    const outcome = await outcomeOf(() => withIdentity(() => send(checked, idempotencyKey, proof)));
    if (outcome.type !== "no-answer") dropUnanswered(userId, idempotencyKey);
    giveBack();
    isBusy.current = false;
    // What was typed was right or wrong; a code is used up by either.
    if (outcome.type === "refused") setProof(NO_PROOF);
    // Another page of this person's asked after it before the server had it: by that key nothing is done any more.
    if (outcome.type === "refused" && outcome.code === "confirmation-withdrawn") setIdempotencyKey(newIdempotencyKey());
    dispatch(outcome);
  }, [checked, send, idempotencyKey, proof, userId, what]);

  const tracked = state.step === "tracking" && !isOver(state.submission) ? state.submission.id : null;
  useEffect(
    () =>
      tracked === null || !isOnline
        ? undefined
        : follow(tracked, { seen: (submission) => dispatch({ type: "progress", submission }) }),
    [tracked, isOnline],
  );

  const checkAgain = useCallback(() => dispatch({ type: "check" }), []);
  return { state, proof, setProof, checkAgain, confirm };
}

const NOT_SHOWN = "Nothing was done: it asks who you are first.";

async function outcomeOf(send: () => ReturnType<ConfirmationCalls<unknown>["confirm"]>) {
  try {
    const answer = await send();
    if ("refusal" in answer) return { type: "refused", code: "", message: answer.refusal } as const;
    return { type: "accepted", submission: answer.submission } as const;
  } catch (error) {
    if (error instanceof IdentityNotConfirmed) return { type: "refused", code: "", message: NOT_SHOWN } as const;
    return eventOfFailure(error);
  }
}

function ignore(): void {
  return undefined;
}
