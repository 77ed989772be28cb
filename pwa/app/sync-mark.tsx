import { t } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { CloudOff, Radio, RefreshCw, TriangleAlert } from "lucide-react";
import { type SyncStatus, syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { formatCount, formatRelativeTime } from "#pwa/ui/format.ts";
import { useNow } from "#pwa/ui/now.ts";
import { syncWords, waitingWords } from "./sync-words.ts";

const LOOKS: Readonly<Record<SyncStatus["state"], { readonly Icon: typeof Radio; readonly color: string }>> = {
  live: { Icon: Radio, color: "text-up" },
  syncing: { Icon: RefreshCw, color: "text-accent" },
  offline: { Icon: CloudOff, color: "text-warn" },
};

/** Says in the header how fresh the data on this device is, and what still waits to be sent. */
export function SyncMark() {
  const status = useAtomValue(syncStatusAtom);
  const nowMs = useNow();
  const age =
    status.lastSyncedAt === null ? null : formatRelativeTime(status.lastSyncedAt, Math.max(nowMs, status.lastSyncedAt));
  const { state, detail, short, long } = syncWords(status, age, useOnline());
  const { Icon, color } = status.problem === null ? LOOKS[status.state] : { Icon: TriangleAlert, color: "text-warn" };
  return (
    <button
      type="button"
      title={long}
      onClick={() => showToast({ title: short, description: long })}
      aria-label={t`Sync: ${short}. ${long}`}
      data-sync-state={status.state}
      className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-md px-1 text-sm text-ink-2 sm:gap-2 sm:px-2"
    >
      <Icon
        aria-hidden="true"
        className={classNames("size-4 shrink-0", color, status.state === "syncing" && "animate-spin")}
      />
      <span className="truncate">
        {state}
        {detail === "" ? null : <span className="max-sm:hidden">{detail}</span>}
        {status.waiting === 0 ? null : (
          <>
            <span className="sm:hidden">{` · ${formatCount(status.waiting)}`}</span>
            <span className="hidden sm:inline">{` · ${waitingWords(status.waiting)}`}</span>
          </>
        )}
      </span>
    </button>
  );
}
