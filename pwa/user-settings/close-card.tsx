import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { DoorClosed } from "lucide-react";
import { useState } from "react";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { WaitingNotes } from "#pwa/security/door.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { later } from "#pwa/ui/later.tsx";
import type { SecurityOutput } from "#schemas/security.ts";

const CloseSheet = later(async () => (await import("./close-sheet.tsx")).CloseSheet);
const KINDS = ["close-account"] as const;

/** The way out; once it is announced, when it happens and the way back. */
export function CloseCard({ security }: { readonly security: Answer<SecurityOutput> }) {
  const [isOpen, setOpen] = useState(false);
  const waits = security.value?.waiting.some(({ kind }) => kind === "close-account") ?? false;

  function announced() {
    setOpen(false);
    security.refresh();
    showToast({
      title: t`The closing of your account is announced`,
      description: t`You can keep your account until then, on any device.`,
    });
  }

  return (
    <Card aria-labelledby="close">
      <CardHeader
        id="close"
        title={t`Close my account`}
        description={t`For good. You see all that moves out, and what stands against it, before anything is done.`}
      />
      {waits ? (
        <WaitingNotes security={security} kinds={KINDS} />
      ) : (
        <Button variant="secondary" disabled={!security.canChange} onClick={() => setOpen(true)}>
          <DoorClosed aria-hidden="true" className="size-4" />
          <Trans>Close my account</Trans>
        </Button>
      )}
      {isOpen ? <CloseSheet onAnnounced={announced} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}
