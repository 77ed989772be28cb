import { plural, t } from "@lingui/core/macro";
import { useCallback, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { newUid } from "#pwa/platform/device/random.ts";
import { MAX_DRAFTS, type PutAside, putAside, readDrafts, takeOut, writeDrafts } from "./drafts.ts";
import type { SendDraft } from "./payment.ts";

export interface Drafts {
  readonly drafts: readonly PutAside[];
  /** Why the last one could not be put aside; null where it could. */
  readonly problem: string | null;
  /** Puts what stands in the form aside; false where it could not be kept. */
  readonly keep: (draft: SendDraft) => boolean;
  /** Takes a draft into the form; what stood there takes its place, and stays where that could not be kept. */
  readonly takeUp: (uid: string, current: SendDraft) => SendDraft;
  readonly remove: (uid: string) => void;
}

/** The payments that a person put aside on this device. */
export function useDrafts(userId: number): Drafts {
  const [drafts, setDrafts] = useState(() => readDrafts(userId));
  const [problem, setProblem] = useState<string | null>(null);

  const write = useCallback(
    (next: readonly PutAside[]) => {
      const isKept = writeDrafts(userId, next);
      if (isKept) setDrafts(next);
      setProblem(isKept ? null : t`There is no room left on this device to keep it. What you typed still stands here.`);
      return isKept;
    },
    [userId],
  );

  const keep = useCallback(
    (draft: SendDraft) => {
      // Another tab may have put one aside meanwhile.
      const known = readDrafts(userId);
      if (known.length < MAX_DRAFTS) return write([...known, putAside(newUid(), draft, nowMs())]);
      setProblem(
        plural(MAX_DRAFTS, {
          one: "At most # payment can be put aside. Remove one first.",
          other: "At most # payments can be put aside. Remove one first.",
        }),
      );
      return false;
    },
    [userId, write],
  );

  const takeUp = useCallback(
    (uid: string, current: SendDraft) => {
      const known = readDrafts(userId);
      const change = takeOut(known, uid, putAside(newUid(), current, nowMs()));
      if (change !== null) return write(change.left) ? change.taken : current;
      setDrafts(known);
      setProblem(t`That payment is no longer kept on this device. Another tab may have taken it up.`);
      return current;
    },
    [userId, write],
  );

  const remove = useCallback(
    (uid: string) => void write(readDrafts(userId).filter((draft) => draft.uid !== uid)),
    [userId, write],
  );

  return { drafts, problem, keep, takeUp, remove };
}
