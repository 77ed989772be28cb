import { t } from "@lingui/core/macro";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { ShownOnceSheet } from "#pwa/ui/shown-once-sheet.tsx";

/** With what messages to the webhook are signed, this once. */
export function WebhookSecretSheet({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <ShownOnceSheet
      title={t`The webhook’s secret`}
      description={t`It is shown this once. Your program signs what it receives with it and compares that with the signature beside it.`}
      saved={t`I have put the secret into my program`}
      unsaved={{
        title: t`The secret is not shown again`,
        text: t`Without it your program cannot tell who sent a message. You can make a new one at any time.`,
      }}
      onClose={onClose}
    >
      <div dir="ltr" className="flex items-center gap-1 rounded-md border border-line bg-ground ps-3">
        <code className="min-w-0 grow py-3 text-sm break-all">{secret}</code>
        <CopyButton text={secret} label={t`Copy the secret`} className="me-1" />
      </div>
    </ShownOnceSheet>
  );
}
