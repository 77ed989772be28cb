import { plural } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { formatCount } from "#pwa/ui/format.ts";

/** How far the first fetching has come on a new device; nothing afterwards. */
export function FirstSyncNote() {
  const { firstSync, state } = useAtomValue(syncStatusAtom);
  if (firstSync === null || state === "offline") return null;
  const { received } = firstSync;
  const rows = formatCount(received);
  return (
    <p className="numeric text-sm text-ink-2">
      {plural(received, {
        one: `This device fetches your data for the first time: ${rows} row so far.`,
        other: `This device fetches your data for the first time: ${rows} rows so far.`,
      })}
    </p>
  );
}
