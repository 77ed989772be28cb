import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { keepSend, readKeptSend } from "./kept-draft.ts";
import {
  checkDelivery,
  checkDraft,
  EMPTY_DRAFT,
  type Credentials,
  sendInputOf,
  type Payment,
  type SendDraft,
  type SendFacts,
} from "./payment.ts";
import { isSettled, nextState, progressOf, resumed, type SendState } from "./send-state.ts";
import { eventOfFailure } from "./submission-answer.ts";

const POLL_MS = 500;

export interface Send {
  readonly state: SendState;
  readonly draft: SendDraft;
  readonly setDraft: (change: Partial<SendDraft>) => void;
  /** Checks the draft and looks the recipient up. */
  readonly review: () => Promise<void>;
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

  const review = useCallback(async () => {
    const verdict = checkDraft(draft, facts);
    if (!verdict.ok) return dispatch({ type: "refused-form", problems: verdict.problems });
    if (isBusy.current) return;
    isBusy.current = true;
    dispatch({ type: "look-up", payment: verdict.payment });
    try {
      const recipient = await call(ENDPOINTS.walletRecipient, { query: recipientQuery(verdict.payment) });
      const problems = checkDelivery(verdict.payment, recipient, facts.ownAddress);
      if (Object.keys(problems).length > 0) dispatch({ type: "refused-form", problems });
      else dispatch({ type: "found", recipient, key: newIdempotencyKey() });
    } catch (error) {
      dispatch(eventOfFailure(error));
    } finally {
      isBusy.current = false;
    }
  }, [draft, facts]);

  const confirming = state.step === "review" || state.step === "unanswered" ? state.review : null;
  const confirm = useCallback(
    async (credentials: Credentials) => {
      if (confirming === null || isBusy.current) return;
      isBusy.current = true;
      // Kept before the call: a page that dies meanwhile must come back to this very key.
      keepSend(userId, { draft, unanswered: confirming, tracked: null });
      dispatch({ type: "confirm" });
      try {
        const body = sendInputOf(confirming.payment, confirming.key, credentials);
        const { submission } = await call(ENDPOINTS.walletSend, { body });
        // Also when the screen was left meanwhile: the answer is known now.
        keepSend(userId, { draft: EMPTY_DRAFT, unanswered: null, tracked: { review: confirming, submission } });
        dispatch({ type: "accepted", submission });
        setFields(EMPTY_DRAFT);
      } catch (error) {
        dispatch(eventOfFailure(error));
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
        const { submission } = await call(ENDPOINTS.walletSubmission, {
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
  return { state, draft, setDraft, review, confirm, back, restart };
}

function recipientQuery(payment: Payment) {
  return { to: payment.to, assetCode: payment.assetCode, ...(payment.issuer === "" ? {} : { issuer: payment.issuer }) };
}
