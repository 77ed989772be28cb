import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import { WALLET_ENDPOINTS } from "#schemas/endpoints/wallet.ts";
import { useFollowing } from "#pwa/parts/confirming/use-following.ts";
import { eventOfFailure } from "#pwa/parts/confirming/submission-answer.ts";
import { doneBefore } from "#pwa/parts/confirming/unanswered-words.ts";
import { keepUnanswered, settleUnanswered } from "#pwa/parts/confirming/unanswered.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { isOver } from "#schemas/wallet.ts";
import { keepDraft, readKeptDraft } from "./kept-draft.ts";
import { dropProgress, keepProgress, readProgress } from "./kept-progress.ts";
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
import {
  confirmed,
  nextState,
  progressOf,
  resuming,
  type Review,
  type SendEvent,
  type SendState,
  START,
} from "./send-state.ts";
import { useTurns } from "./use-turns.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";

export interface Send {
  readonly state: SendState;
  readonly draft: SendDraft;
  /** Whether what is typed would still be there after the page was left. */
  readonly isDraftKept: boolean;
  /** Whether a payment of this person's is being confirmed in another tab, or since this screen was last left. */
  readonly isSendingElsewhere: boolean;
  readonly setDraft: (change: Partial<SendDraft>) => void;
  /** Checks the draft here, then asks the server what the payment costs and what stands against it. */
  readonly review: () => Promise<void>;
  /** Checks the reviewed payment again, to be set aside for its recipient. */
  readonly setAside: () => Promise<void>;
  /** Sends what is reviewed, unless it is no longer what is shown. */
  readonly confirm: (credentials: Credentials) => Promise<void>;
  readonly back: () => void;
  /** Clears the form for another payment. */
  readonly restart: () => void;
}

/** Everything the send screen does, for one user. */
export function useSend(userId: number, facts: SendFacts): Send {
  const [draft, setFields] = useState<SendDraft>(() => readKeptDraft(userId));
  const { state, shown, dispatch } = useSendState(userId);
  const turns = useTurns(userId, state, dispatch);
  // Set before anything is awaited, so that two taps in one frame make one call.
  const isBusy = useRef(false);

  const [isDraftKept, setDraftKept] = useState(true);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- whether there was room is known once it was tried.
    setDraftKept(keepDraft(userId, state.step === "tracking" ? EMPTY_DRAFT : draft));
  }, [userId, draft, state.step]);

  const setDraft = useCallback(
    (change: Partial<SendDraft>) => {
      setFields((known) => ({ ...known, ...change }));
      dispatch({ type: "edited", fields: Object.keys(change) });
    },
    [dispatch],
  );

  const check = useCallback(
    async (payment: Payment, beginning: SendEvent) => {
      if (isBusy.current) return;
      isBusy.current = true;
      dispatch(beginning);
      try {
        // Before there is another key: what was given up without an answer is done, or void from now on.
        const settled = await settleUnanswered(userId, new AbortController().signal);
        const found = await call(WALLET_ENDPOINTS.walletCheck, { body: checkInputOf(payment) });
        dispatch({ type: "found", check: found, key: newIdempotencyKey(), before: doneBefore(settled) });
      } catch (error) {
        dispatch(eventOfFailure(error));
      } finally {
        isBusy.current = false;
      }
    },
    [dispatch, userId],
  );

  const review = useCallback(async () => {
    const verdict = checkDraft(draft, facts);
    if (!verdict.ok) return dispatch({ type: "refused-form", problems: verdict.problems });
    await check(verdict.payment, { type: "look-up", payment: verdict.payment });
  }, [check, dispatch, draft, facts]);

  const reviewed = state.step === "review" ? state.review.payment : null;
  const setAside = useCallback(async () => {
    if (reviewed !== null) await check({ ...reviewed, asClaimable: true }, { type: "set-aside" });
  }, [check, reviewed]);

  const shownKey = state.step === "review" || state.step === "unanswered" ? state.review.key : null;
  const confirm = useCallback(
    async (credentials: Credentials) => {
      const sending = shownKey === null ? null : confirmed(shown.current, shownKey);
      if (sending === null || isBusy.current) return;
      const { key } = sending.review;
      // Kept before the call: a page that dies meanwhile must come back to this very key.
      if (!sending.wasUnanswered && !keepProgress(userId, { kind: "unanswered", review: sending.review }))
        return dispatch({ type: "not-kept", message: notKeptWords() });
      isBusy.current = true;
      turns.begin(key);
      dispatch({ type: "confirm" });
      const event = await answerTo(sending.review, credentials);
      isBusy.current = false;
      // Also when the screen was left meanwhile: the answer is known now.
      const progress = progressOf(nextState(sending, event));
      if (progress === null) dropProgress(userId, key);
      else keepProgress(userId, progress);
      if (event.type === "accepted") {
        if (shown.current === null) keepDraft(userId, EMPTY_DRAFT);
        else setFields(EMPTY_DRAFT);
      }
      turns.answered(key);
      dispatch(event);
    },
    [turns, dispatch, shown, shownKey, userId],
  );

  const tracked = state.step === "tracking" && !isOver(state.submission) ? state.submission.id : null;
  const trackedKey = state.step === "tracking" ? state.review.key : "";
  useFollowing(tracked, {
    seen: (submission) => {
      if (isOver(submission)) dropProgress(userId, trackedKey);
      dispatch({ type: "progress", submission });
    },
    unknown: () => {
      dropProgress(userId, trackedKey);
      dispatch({ type: "restart" });
    },
  });

  const back = useCallback(() => {
    const left = shown.current;
    if (left?.step === "unanswered") giveUp(userId, left.review);
    dispatch({ type: "back" });
  }, [dispatch, shown, userId]);
  const restart = useCallback(() => {
    const left = shown.current;
    if (left?.step === "tracking") dropProgress(userId, left.review.key);
    setFields(EMPTY_DRAFT);
    dispatch({ type: "restart" });
  }, [dispatch, shown, userId]);
  const { isSendingElsewhere } = turns;
  return { state, draft, isDraftKept, isSendingElsewhere, setDraft, review, setAside, confirm, back, restart };
}

/** The state, and what it is at this very moment for calls that were begun before; that is null once the screen is left. */
function useSendState(userId: number) {
  const [first] = useState(() => firstState(userId));
  const [state, setState] = useState<SendState>(first);
  const latest = useRef<SendState>(first);
  const shown = useRef<SendState | null>(first);
  useEffect(() => {
    shown.current = latest.current;
    return () => {
      shown.current = null;
    };
  }, []);
  const dispatch = useCallback((event: SendEvent) => {
    latest.current = nextState(latest.current, event);
    if (shown.current !== null) shown.current = latest.current;
    setState(latest.current);
  }, []);
  return { state, shown, dispatch };
}

/** A payment that is followed already is followed on at once; who may ask again for one without an answer is found out first. */
function firstState(userId: number): SendState {
  const tracked = readProgress(userId).find(({ kind }) => kind === "tracked");
  return tracked === undefined ? START : nextState(START, resuming(tracked));
}

/** Is shown no more, but asked after before anything else is confirmed: it may still be on its way. */
function giveUp(userId: number, { key, payment: { amountStroops, assetCode } }: Review): void {
  dropProgress(userId, key);
  keepUnanswered(userId, {
    key,
    what: what("send", { amount: formatAmount(amountStroops), assetCode }),
    atMs: nowMs(),
  });
}

function notKeptWords(): string {
  return t`This device has no room left to remember the payment, so it was not sent: if the answer got lost, it might be paid twice. Free some space, and try again.`;
}

/** Confirms to the server; what comes of it, whatever that is. */
async function answerTo({ payment, check, key }: Review, credentials: Credentials): Promise<SendEvent> {
  try {
    const body = sendInputOf(payment, check, key, credentials);
    const { submission } = await call(WALLET_ENDPOINTS.walletSend, { body });
    return { type: "accepted", submission };
  } catch (error) {
    return renewed(payment, eventOfFailure(error));
  }
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
