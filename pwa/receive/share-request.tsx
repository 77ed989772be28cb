import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { canShare, shareText } from "#pwa/parts/sharing/share-text.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import type { MadeRequest } from "./request.ts";

/** The ways in which a request gets to whoever pays: first the link, which needs no wallet to be opened. */
export function ShareRequest({ link, uri }: Pick<MadeRequest, "link" | "uri">) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {canShare() ? (
        <Button
          onClick={() =>
            void shareText({
              title: t`Payment request`,
              text: link,
              otherwise: t`Copy the address or the payment link instead.`,
            })
          }
        >
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
