import { type Dispatch, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Release } from "#pwa/platform/db/hold-open.ts";
import { takeTurn } from "#pwa/parts/confirming/take-turn.ts";
import { readProgress, readProgressOf } from "./kept-progress.ts";
import { resuming, type SendEvent, type SendState } from "./send-state.ts";

export interface SendTurns {
  readonly isSendingElsewhere: boolean;
  /** A call for this confirmation is under way from now on, also after the screen is left. */
  readonly begin: (key: string) => void;
  readonly answered: (key: string) => void;
}

interface Held {
  readonly releases: Map<string, Release>;
  /** The confirmation whose call is under way. */
  calling: string | null;
  isLeft: boolean;
}

/**
 * Has one open screen at a time deal with a confirmation. While the form is shown, what this device kept without an answer is
 * taken up: at once, or when the screen that has it is gone without one.
 */
export function useTurns(userId: number, state: SendState, dispatch: Dispatch<SendEvent>): SendTurns {
  const [waitingFor, setWaitingFor] = useState<ReadonlySet<string>>(new Set());
  const held = useRef<Held>({ releases: new Map(), calling: null, isLeft: false });
  const openKey = state.step === "sending" || state.step === "unanswered" ? state.review.key : null;
  const isFree = state.step === "form";

  useEffect(() => {
    const { current } = held;
    current.isLeft = false;
    return () => {
      current.isLeft = true;
      for (const key of current.releases.keys()) if (key !== current.calling) release(current, key);
    };
  }, []);

  // Turns of what is no longer shown are given back.
  useEffect(() => {
    const { current } = held;
    if (openKey === null) return undefined;
    return () => {
      if (current.calling !== openKey) release(current, openKey);
    };
  }, [openKey]);

  useEffect(() => {
    if (!isFree) return undefined;
    const { current } = held;
    for (const key of current.releases.keys()) if (key !== current.calling) release(current, key);
    let hasTakenUp = false;
    const wanted = readProgress(userId).flatMap(({ kind, review }) => (kind === "unanswered" ? [review.key] : []));
    const givingBack = wanted.map((key) => {
      let isTaken = false;
      const giveBack = takeTurn(key, {
        have: () => {
          setWaitingFor((known) => without(known, key));
          // Whoever had it may have got the answer meanwhile.
          const progress = hasTakenUp ? null : readProgressOf(userId, key);
          if (progress === null) return giveBack();
          hasTakenUp = true;
          dispatch(resuming(progress));
          if (progress.kind === "tracked") return giveBack();
          isTaken = true;
          current.releases.set(key, giveBack);
        },
        elsewhere: () => setWaitingFor((known) => new Set([...known, key])),
      });
      return () => {
        if (!isTaken) giveBack();
      };
    });
    return () => {
      for (const giveBack of givingBack) giveBack();
      setWaitingFor(new Set());
    };
  }, [isFree, userId, dispatch]);

  const begin = useCallback((key: string) => {
    const { current } = held;
    current.calling = key;
    if (!current.releases.has(key)) current.releases.set(key, takeTurn(key, { have: ignore, elsewhere: ignore }));
  }, []);
  const answered = useCallback((key: string) => {
    const { current } = held;
    current.calling = null;
    if (current.isLeft) release(current, key);
  }, []);
  const isSendingElsewhere = waitingFor.size > 0;
  return useMemo(() => ({ isSendingElsewhere, begin, answered }), [isSendingElsewhere, begin, answered]);
}

function release({ releases }: Held, key: string): void {
  releases.get(key)?.();
  releases.delete(key);
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((known) => known !== key));
}

function ignore(): void {
  return undefined;
}
