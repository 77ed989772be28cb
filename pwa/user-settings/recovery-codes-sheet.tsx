import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, Copy, Download, Printer } from "lucide-react";
import { useState } from "react";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { ShownOnceSheet } from "#pwa/ui/shown-once-sheet.tsx";
import { printText } from "./print-text.ts";
import { recoveryText } from "./recovery-codes.ts";

interface RecoveryCodesSheetProps {
  readonly username: string;
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The recovery codes, this once. */
export function RecoveryCodesSheet({ username, codes, onClose }: RecoveryCodesSheetProps) {
  return (
    <ShownOnceSheet
      title={t`Save your recovery codes`}
      description={t`Each opens your account once if your phone is lost. They are shown now and never again.`}
      saved={<Trans>I have saved these codes</Trans>}
      unsaved={{
        title: t`These codes are not saved yet`,
        text: (
          <Trans>
            Without them, a lost phone locks you out. Close again to leave all the same; you can make new ones later.
          </Trans>
        ),
      }}
      onClose={onClose}
    >
      <ol
        aria-label={t`Recovery codes`}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-surface-2 p-4 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="font-mono text-sm break-all">
            {code}
          </li>
        ))}
      </ol>
      <KeepButtons username={username} codes={codes} />
    </ShownOnceSheet>
  );
}

/** The ways to take them along. */
function KeepButtons({ username, codes }: Pick<RecoveryCodesSheetProps, "username" | "codes">) {
  const [isCopied, setCopied] = useState(false);
  const text = () => recoveryText({ username, codes, madeAt: new Date(nowMs()), host: location.host });

  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
    } catch {
      showToast({
        title: t`Copying is not allowed here`,
        description: t`Download or print them.`,
        tone: "destructive",
      });
    }
  }

  const CopyIcon = isCopied ? Check : Copy;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => void copy()}>
        <CopyIcon aria-hidden="true" className="size-4" />
        {isCopied ? t`Copied` : t`Copy`}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => saveFile(`astrolabe-recovery-codes-${username}.txt`, "text/plain", text())}
      >
        <Download aria-hidden="true" className="size-4" />
        <Trans>Download</Trans>
      </Button>
      <Button variant="secondary" size="sm" onClick={() => printText(t`Astrolabe recovery codes`, text())}>
        <Printer aria-hidden="true" className="size-4" />
        <Trans>Print</Trans>
      </Button>
    </div>
  );
}
