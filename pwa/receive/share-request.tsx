import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import type { MadeRequest } from "./request.ts";

/** The ways in which a request gets to whoever pays: first the link, which needs no wallet to be opened. */
export function ShareRequest({ link, uri }: Pick<MadeRequest, "link" | "uri">) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {typeof navigator.share === "function" ? (
        <Button onClick={() => void share(link)}>
          <Share2 aria-hidden="true" className="size-4" />
          <Trans context="button">Share</Trans>
        </Button>
      ) : null}
      <span className="inline-flex items-center gap-1 text-sm text-ink-2">
        <Trans>Copy the payment link</Trans>
        <CopyButton text={link} label={t`Copy payment link`} />
      </span>
      <span className="inline-flex items-center gap-1 text-sm text-ink-2">
        <Trans>Copy it for Stellar wallets</Trans>
        <CopyButton text={uri} label={t`Copy request for Stellar wallets`} />
      </span>
    </div>
  );
}

async function share(text: string): Promise<void> {
  try {
    await navigator.share({ title: t`Payment request`, text });
  } catch (error) {
    // Closing the share sheet is a choice, not a failure.
    if (error instanceof DOMException && error.name === "AbortError") return;
    logProblem("Sharing failed", error);
    showToast({
      title: t`This device could not share it`,
      description: t`Copy the address or the payment link instead.`,
      tone: "destructive",
    });
  }
}
