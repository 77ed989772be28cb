import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import { keepSend, readKeptSend } from "./kept-draft.ts";
import {
  checkDraft,
  checkInputOf,
  EMPTY_DRAFT,
  type Credentials,
  type Payment,
  sendInputOf,
  type SendDraft,
  type SendFacts,
} from "./payment.ts";
import { isSettled, nextState, progressOf, resumed, type SendEvent, type SendState } from "./send-state.ts";
import { eventOfFailure } from "./submission-answer.ts";

const POLL_MS = 500;

export interface Send {
  readonly state: SendState;
  readonly draft: SendDraft;
  readonly setDraft: (change: Partial<SendDraft>) => void;
  /** Checks the draft here, then asks the server what the payment costs and what stands against it. */
  readonly review: () => Promise<void>;
  /** Checks the reviewed payment again, to be set aside for its recipient. */
  readonly setAside: () => Promise<void>;
  readonly confirm: (credentials: Credentials) => Promise<void>;
  readonly back: () => void;
  /** Clears the form for another payment. */
  readonly restart: () => void;
}

/** Everything the send screen does, for one user. */
export function useSend(userId: number, facts: SendFacts): Send {
  const [kept] = useState(() => readKeptSend(userId));
  const [draft, setFields] = useState<SendDraft>(kept.draft);
  const [state, dispatch] = useReducer(nextState, kept, resumed);
  // Set before anything is awaited, so that two taps in one frame make one call.
  const isBusy = useRef(false);

  useEffect(
    () => keepSend(userId, { draft: state.step === "tracking" ? EMPTY_DRAFT : draft, ...progressOf(state) }),
    [userId, draft, state],
  );

  const setDraft = useCallback((change: Partial<SendDraft>) => setFields((known) => ({ ...known, ...change })), []);

  const check = useCallback(async (payment: Payment, beginning: SendEvent) => {
    if (isBusy.current) return;
    isBusy.current = true;
    dispatch(beginning);
    try {
      const found = await call(WALLET_ENDPOINTS.walletCheck, { body: checkInputOf(payment) });
      dispatch({ type: "found", check: found, key: newIdempotencyKey() });
    } catch (error) {
      dispatch(eventOfFailure(error));
    } finally {
      isBusy.current = false;
    }
  }, []);

  const review = useCallback(async () => {
    const verdict = checkDraft(draft, facts);
    if (!verdict.ok) return dispatch({ type: "refused-form", problems: verdict.problems });
    await check(verdict.payment, { type: "look-up", payment: verdict.payment });
  }, [check, draft, facts]);

  const reviewed = state.step === "review" ? state.review.payment : null;
  const setAside = useCallback(async () => {
    if (reviewed !== null) await check({ ...reviewed, asClaimable: true }, { type: "set-aside" });
  }, [check, reviewed]);

  const confirming = state.step === "review" || state.step === "unanswered" ? state.review : null;
  const confirm = useCallback(
    async (credentials: Credentials) => {
      if (confirming === null || isBusy.current) return;
      isBusy.current = true;
      // Kept before the call: a page that dies meanwhile must come back to this very key.
      keepSend(userId, { draft, unanswered: confirming, tracked: null });
      dispatch({ type: "confirm" });
      try {
        const body = sendInputOf(confirming.payment, confirming.check, confirming.key, credentials);
        const { submission } = await call(WALLET_ENDPOINTS.walletSend, { body });
        // Also when the screen was left meanwhile: the answer is known now.
        keepSend(userId, { draft: EMPTY_DRAFT, unanswered: null, tracked: { review: confirming, submission } });
        dispatch({ type: "accepted", submission });
        setFields(EMPTY_DRAFT);
      } catch (error) {
        dispatch(await renewed(confirming.payment, eventOfFailure(error)));
      } finally {
        isBusy.current = false;
      }
    },
    [confirming, draft, userId],
  );

  const tracked = state.step === "tracking" && !isSettled(state.submission) ? state.submission.id : null;
  useEffect(() => {
    if (tracked === null) return undefined;
    const stop = new AbortController();
    let timer = setTimeout(ask, POLL_MS);
    async function ask() {
      try {
        const { submission } = await call(WALLET_ENDPOINTS.walletSubmission, {
          params: { id: tracked ?? 0 },
          signal: stop.signal,
        });
        dispatch({ type: "progress", submission });
      } catch (error) {
        if (error instanceof HttpError && error.code === "submission-unknown") return dispatch({ type: "restart" });
        // An unanswered question changes nothing about the payment; it is asked again.
        if (!stop.signal.aborted) logProblem("The payment's state could not be read", error);
      }
      if (!stop.signal.aborted) timer = setTimeout(ask, POLL_MS);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [tracked]);

  const back = useCallback(() => dispatch({ type: "back" }), []);
  const restart = useCallback(() => {
    setFields(EMPTY_DRAFT);
    dispatch({ type: "restart" });
  }, []);
  return { state, draft, setDraft, review, setAside, confirm, back, restart };
}

/** Refusals after which the person has to see the payment anew. */
const OUTDATED = ["fees-risen", "recipient-changed"];

/** The event of a refused confirmation, with the payment as it stands now where what was shown no longer holds. */
async function renewed(payment: Payment, event: ReturnType<typeof eventOfFailure>): Promise<SendEvent> {
  if (event.type !== "refused" || !OUTDATED.includes(event.code)) return event;
  try {
    const check = await call(WALLET_ENDPOINTS.walletCheck, { body: checkInputOf(payment) });
    return { type: "renewed", check, message: event.message };
  } catch (error) {
    // What was shown stays, and is refused again if it is confirmed.
    logProblem("The payment could not be checked again", error);
    return event;
  }
}
