import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";

/** How far the first fetching has come on a new device; nothing afterwards. */
export function FirstSyncNote() {
  const { firstSync, state } = useAtomValue(syncStatusAtom);
  if (firstSync === null || state === "offline") return null;
  return (
    <p className="text-sm text-ink-2">
      <Trans>
        This device fetches your data for the first time:{" "}
        <span className="numeric">{firstSync.received.toLocaleString("en-US")}</span> rows so far.
      </Trans>
    </p>
  );
}
