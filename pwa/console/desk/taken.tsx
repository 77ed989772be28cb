import { plural, t } from "@lingui/core/macro";
import { Eye } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { useNow } from "#pwa/ui/now.ts";
import type { Queue, Taken } from "#schemas/queues.ts";
import { useAskAgain } from "./ask.ts";
import { AWAY_MS, type Following, followQueue } from "./follow-queue.ts";
import { useOwnId } from "./may.ts";

async function fetchLink() {
  return (await import("#pwa/platform/sync/queue-link.ts")).openQueueLink;
}

/** What other operators have open of a queue, by row. Says to them what is open here; where the list is no queue, nothing. */
export function useTaken(queue: Queue | undefined, open: number | undefined): ReadonlyMap<number, Taken> {
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const following = useRef<Following | null>(null);
  const touchedMs = useRef(0);
  const ownId = useOwnId();
  useEffect(() => {
    if (queue === undefined) return undefined;
    const followed = followQueue({ queue, fetchLink, nowMs, show: setTaken });
    following.current = followed;
    touchedMs.current = nowMs();
    const touched = () => {
      touchedMs.current = nowMs();
      followed.touched();
    };
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, touched, { passive: true });
    return () => {
      for (const event of ["pointerdown", "keydown"]) removeEventListener(event, touched);
      following.current = null;
      followed.leave();
    };
  }, [queue]);
  // After the queue is followed: a list is of one queue as long as it stands.
  useEffect(() => following.current?.open(open ?? null), [open]);
  const others = useMemo(
    () => new Map(taken.filter(({ userId }) => userId !== ownId).map((row) => [row.id, row])),
    [taken, ownId],
  );
  useAskWhenGivenBack(others, touchedMs);
  return others;
}

/**
 * Another one is done with a row, which may be decided: the list is asked for anew. Only while somebody is at it, since who asks does
 * not idle out.
 */
function useAskWhenGivenBack(others: ReadonlyMap<number, Taken>, touchedMs: { readonly current: number }): void {
  const before = useRef(others);
  const askAgain = useAskAgain();
  useEffect(() => {
    const isGivenBack = [...before.current.keys()].some((id) => !others.has(id));
    before.current = others;
    if (isGivenBack && nowMs() - touchedMs.current < AWAY_MS) askAgain();
  }, [others, touchedMs, askAgain]);
}

const OpenElsewhere = createContext<Taken | null>(null);

/** Around what is shown of a row: who else has it open, and everything below asks first before it decides. */
export function OpenRow({ by, children }: { readonly by: Taken | null; readonly children: ReactNode }) {
  return (
    <OpenElsewhere value={by}>
      {by === null ? null : (
        <div className="mb-4">
          <TakenNotice by={by} />
        </div>
      )}
      {children}
    </OpenElsewhere>
  );
}

/** Who else has the row open that is being decided about; null for nobody. */
export function useOpenElsewhere(): Taken | null {
  return useContext(OpenElsewhere);
}

export function TakenNotice({ by: { name, since } }: { readonly by: Taken }) {
  const minutes = Math.floor((useNow() - Date.parse(since)) / 60_000);
  const count = formatCount(Math.max(0, minutes));
  return (
    <Notice tone="warn" title={t`${name} has this open`}>
      {minutes < 1
        ? t`They have been looking for less than a minute.`
        : plural(minutes, {
            one: `They have been looking for ${count} minute.`,
            other: `They have been looking for ${count} minutes.`,
          })}
    </Notice>
  );
}

/** In the line of a row that another one has open. */
export function TakenBadge({ by: { name } }: { readonly by: Taken }) {
  const says = t`${name} has this open`;
  return (
    <span title={says} className="relative z-10">
      <Badge tone="accent" icon={<Eye aria-hidden="true" />}>
        <span aria-hidden="true" className="max-w-28 truncate">
          {name}
        </span>
        <span className="sr-only">{says}</span>
      </Badge>
    </span>
  );
}
