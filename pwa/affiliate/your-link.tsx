import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { PayCode } from "#pwa/parts/qr-codes/pay-code.tsx";
import { canShare, shareText } from "#pwa/parts/sharing/share-text.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { later } from "#pwa/ui/later.tsx";
import type { Place } from "./use-affiliate.ts";

const RenameSheet = later(async () => (await import("./rename-sheet.tsx")).RenameSheet);

interface YourLinkProps {
  readonly place: Place;
  readonly isOnline: boolean;
}

/** The link with its code, to be copied, shared or scanned. */
export function YourLink({ place, isOnline }: YourLinkProps) {
  const [isRenaming, setRenaming] = useState(false);
  const link = `${globalThis.location.origin}${place.referralLink}`;
  return (
    <Card aria-labelledby="your-link">
      <CardHeader
        id="your-link"
        title={t`Your link`}
        description={t`Whoever signs up within 30 days of following it was brought by you, for good.`}
      />
      <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
        <div className="w-44 shrink-0">
          <PayCode text={link} label={t`QR code of your link`} />
        </div>
        <div className="flex w-full min-w-0 flex-col gap-4">
          <p className="flex items-center gap-1 rounded-md border border-line bg-surface-2 px-3 py-2">
            <bdi dir="ltr" className="min-w-0 grow font-mono text-sm break-all">
              {link}
            </bdi>
            <CopyButton text={link} label={t`Copy your link`} />
          </p>
          <div className="flex flex-wrap gap-2">
            {canShare() ? (
              <Button onClick={() => void share(link)}>
                <Share2 aria-hidden="true" className="size-4" />
                <Trans context="button">Share</Trans>
              </Button>
            ) : null}
            {place.isRenamed ? null : (
              <Button variant="secondary" disabled={!isOnline} onClick={() => setRenaming(true)}>
                <Trans>Choose your own code</Trans>
              </Button>
            )}
          </div>
        </div>
      </div>
      {isRenaming ? <RenameSheet code={place.affiliateCode} onClose={() => setRenaming(false)} /> : null}
    </Card>
  );
}

function share(text: string): Promise<void> {
  return shareText({ title: t`Join me on Astrolabe`, text, otherwise: t`Copy your link instead.` });
}
