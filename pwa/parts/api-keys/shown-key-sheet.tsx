import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { ShownOnceSheet } from "#pwa/ui/shown-once-sheet.tsx";

interface ShownKeySheetProps {
  readonly apiKey: string;
  readonly onClose: () => void;
}

/** A key, this once. */
export function ShownKeySheet({ apiKey, onClose }: ShownKeySheetProps) {
  return (
    <ShownOnceSheet
      title={t`Save your API key`}
      description={t`It is shown now and never again. Keep it where your program keeps its secrets, and send it to nobody.`}
      saved={<Trans>I have saved this key</Trans>}
      unsaved={{
        title: t`This key is not saved yet`,
        text: <Trans>Close again to leave all the same; you can revoke it then and make another.</Trans>,
      }}
      onClose={onClose}
    >
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
    </ShownOnceSheet>
  );
}
