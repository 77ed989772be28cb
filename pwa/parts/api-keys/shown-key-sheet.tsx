import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";

interface ShownKeySheetProps {
  readonly apiKey: string;
  readonly onClose: () => void;
}

/** A key, this once. Leaving without having saved it takes a second thought. */
export function ShownKeySheet({ apiKey, onClose }: ShownKeySheetProps) {
  const [isSaved, setSaved] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const id = useId();
  return (
    <Sheet
      title={t`Save your API key`}
      description={t`It is shown now and never again. Keep it where your program keeps its secrets, and send it to nobody.`}
      onClose={() => (isSaved || isLeaving ? onClose() : setLeaving(true))}
      footer={
        <Button disabled={!isSaved} onClick={onClose}>
          <Trans context="button">Done</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {isLeaving && !isSaved ? (
          <Notice tone="warn" title={t`This key is not saved yet`}>
            <Trans>Close again to leave all the same; you can revoke it then and make another.</Trans>
          </Notice>
        ) : null}
        <div className="flex items-start gap-2 rounded-md bg-surface-2 p-4">
          <code
            data-private=""
            dir="ltr"
            aria-label={t`Your API key`}
            className="min-w-0 grow font-mono text-sm break-all"
          >
            {apiKey}
          </code>
          <CopyButton text={apiKey} label={t`Copy the API key`} />
        </div>
        <div className="flex min-h-11 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            className="size-5 shrink-0 accent-accent-fill"
            checked={isSaved}
            onChange={(event) => setSaved(event.target.checked)}
          />
          <label htmlFor={id} className="py-2 text-sm font-medium">
            <Trans>I have saved this key</Trans>
          </label>
        </div>
      </div>
    </Sheet>
  );
}
