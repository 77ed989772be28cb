import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useRebuild } from "#pwa/platform/db/user-database-context.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { outcomeWords, rebuildRefusal } from "./rebuild-words.ts";

/** Asks before this device's copy is dropped and fetched anew, and stays until that is done or refused. */
export function RebuildSheet({ onClose }: { readonly onClose: () => void }) {
  const rebuild = useRebuild();
  const isOnline = useOnline();
  const { state, waiting } = useAtomValue(syncStatusAtom);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const refusal = rebuildRefusal(!isOnline || state === "offline", waiting);

  async function run() {
    if (rebuild === null || isBusy) return;
    setBusy(true);
    setProblem(null);
    const outcome = await rebuild();
    setBusy(false);
    if (outcome !== "done") return setProblem(outcomeWords(outcome));
    showToast({ title: t`Your data is being fetched anew`, description: outcomeWords(outcome) });
    onClose();
  }

  return (
    <Sheet
      size="sm"
      onClose={onClose}
      mayClose={!isBusy}
      title={t`Fetch everything anew?`}
      description={t`For when something here looks wrong or out of date. This device's copy of your data is replaced by the server's.`}
      footer={
        <>
          <Button variant="ghost" disabled={isBusy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={isBusy} disabled={refusal !== null || rebuild === null} onClick={() => void run()}>
            {isBusy ? t`Sending and replacing` : t`Fetch anew`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm text-ink-2">
        <p>
          <Trans>
            Changes you made are sent first; until all of them have arrived, nothing is removed. Payments you put aside
            stay on this device.
          </Trans>
        </p>
        {isBusy && waiting > 0 ? (
          <p role="status">{plural(waiting, { one: "# change is being sent.", other: "# changes are being sent." })}</p>
        ) : null}
        {refusal === null ? null : <Notice tone="warn">{refusal}</Notice>}
        {problem === null ? null : <Notice tone="error">{problem}</Notice>}
      </div>
    </Sheet>
  );
}
