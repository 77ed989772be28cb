import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import type { PasskeyAnswer } from "#schemas/passkey-answer.ts";
import { isOver } from "#schemas/wallet.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { IdentityNotConfirmed, withIdentity } from "#pwa/parts/identify/identity.ts";
import { takeTurn } from "./take-turn.ts";
import { CHECKING, type ConfirmationState, nextConfirmation, type Taken } from "./confirmation-state.ts";
import { eventOfFailure, type FailedCall } from "./submission-answer.ts";
import { doneBefore, type Settled } from "./unanswered-words.ts";
import { useFollowing } from "./use-following.ts";
import { askAfter, dropUnanswered, keepUnanswered, settleUnanswered } from "./unanswered.ts";

/** How one kind of thing is looked at and confirmed; kept between renders. */
export interface ConfirmationCalls<Check> {
  readonly look: (signal: AbortSignal) => Promise<Check>;
  /** Answers with a refusal where nothing was sent, because what was shown does not hold any more: it is looked at anew. */
  readonly confirm: (
    check: Check,
    idempotencyKey: string,
    proof: Proof,
  ) => Promise<Taken | { readonly refusal: string }>;
}

/** What its owner agrees to pay the network at most: nothing where the review said that it is paid for them. */
export function agreedFee(check: { readonly networkFee: string; readonly isFeeSponsored: boolean }): string {
  return check.isFeeSponsored ? "0" : check.networkFee;
}

/** What its owner showed of who they are, as far as it was asked for. */
export interface Proof {
  readonly password: string;
  readonly code: string;
  /** Stands for both. */
  readonly passkey: PasskeyAnswer | null;
  /** What was signed with one's own key. */
  readonly signedXdr: string;
}

const NO_PROOF: Proof = { password: "", code: "", passkey: null, signedXdr: "" };

export interface Confirmation<Check> {
  readonly state: ConfirmationState<Check>;
  /** Of the one confirmation, over all its retries. */
  readonly idempotencyKey: string;
  readonly proof: Proof;
  readonly setProof: (proof: Proof) => void;
  readonly checkAgain: () => void;
  /** `shown` is what is proven with this very call, beside {@link proof}. */
  readonly confirm: (shown?: Partial<Proof>) => Promise<void>;
  /** What the server took it for is known from elsewhere, such as from a row that arrived before the answer. */
  readonly learn: (taken: Taken) => void;
}

/**
 * One confirmation, from the look at what it takes to the ledger that holds it, or the server's word that it stands. `what`
 * (`what-words.ts`) names it: where the page is lost before the server's answer, this device asks what became of it before anything
 * else is confirmed.
 */
export function useConfirmation<Check>(calls: ConfirmationCalls<Check>, what: string): Confirmation<Check> {
  const { look, confirm: send } = calls;
  const userId = useSession().user?.id ?? 0;
  const [state, dispatch] = useReducer(nextConfirmation<Check>, CHECKING);
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
  const isAskedAgain = state.step === "unanswered";
  const confirm = useCallback(
    async (shown: Partial<Proof> = {}) => {
      if (checked === null || isBusy.current) return;
      isBusy.current = true;
      dispatch({ type: "confirm" });
      const giveBack = takeTurn(idempotencyKey, { have: ignore, elsewhere: ignore });
      // Kept before the call: a page that dies meanwhile must come back to this very key.
      let outcome: Outcome = keepUnanswered(userId, { key: idempotencyKey, what, atMs: nowMs() })
        ? await outcomeOf(() => withIdentity(() => send(checked, idempotencyKey, { ...proof, ...shown })))
        : NOT_KEPT;
      if (outcome.type === "refused" && isAskedAgain) outcome = await askedAfter(idempotencyKey, outcome);
      if (outcome.type !== "no-answer") dropUnanswered(userId, idempotencyKey);
      giveBack();
      isBusy.current = false;
      if (outcome.type === "refused") {
        // What was typed was right or wrong; a code is used up by either.
        setProof(NO_PROOF);
        // By a key that was asked after, here or on another page, nothing is done any more.
        if (isAskedAgain || outcome.code === "confirmation-withdrawn") setIdempotencyKey(newIdempotencyKey());
      }
      dispatch(outcome);
    },
    [checked, isAskedAgain, send, idempotencyKey, proof, userId, what],
  );

  const tracked = state.step === "tracking" && !isOver(state.submission) ? state.submission.id : null;
  useFollowing(tracked, { seen: (submission) => dispatch({ type: "progress", submission }) });

  const checkAgain = useCallback(() => dispatch({ type: "check" }), []);
  const learn = useCallback(
    (taken: Taken) => {
      dropUnanswered(userId, idempotencyKey);
      dispatch({ type: "taken", taken });
    },
    [userId, idempotencyKey],
  );
  return { state, idempotencyKey, proof, setProof, checkAgain, confirm, learn };
}

type Outcome = FailedCall | { readonly type: "taken"; readonly taken: Taken };

const NOT_SHOWN = {
  type: "refused",
  code: "",
  get message() {
    return t`Nothing was done: it asks who you are first.`;
  },
} as const;
const NOT_KEPT = {
  type: "refused",
  code: "",
  get message() {
    return t`This device has no room left to remember your confirmation, so nothing was sent: if the answer got lost, it might be done twice. Free some space, and try again.`;
  },
} as const;

async function outcomeOf(send: () => ReturnType<ConfirmationCalls<unknown>["confirm"]>): Promise<Outcome> {
  try {
    const answer = await send();
    return "refusal" in answer
      ? { type: "refused", code: "", message: answer.refusal }
      : { type: "taken", taken: answer };
  } catch (error) {
    return error instanceof IdentityNotConfirmed ? NOT_SHOWN : eventOfFailure(error);
  }
}

/** After a lost answer a refusal does not say that nothing was taken the first time: the server is asked, and voids what it has not seen. */
async function askedAfter(key: string, refusal: FailedCall): Promise<Outcome> {
  try {
    const taken = await askAfter(key);
    return taken === null ? refusal : { type: "taken", taken };
  } catch (error) {
    return { type: "no-answer", message: eventOfFailure(error).message };
  }
}

function ignore(): void {
  return undefined;
}
