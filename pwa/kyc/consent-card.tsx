import { CheckLine } from "#pwa/ui/check-line.tsx";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Clock, Eye, FileCheck, type LucideIcon, Smartphone, Target } from "lucide-react";
import { useState } from "react";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import { CONSENT_VERSION } from "#schemas/kyc.ts";

interface Told {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

// Whoever changes more of it than its wording raises CONSENT_VERSION: everybody is then asked anew.
function toldOf({ retentionDays }: OwnIdentityOutput): readonly Told[] {
  return [
    {
      Icon: Target,
      title: t`What it is for`,
      text: t`Some payments and trades are open only to people whom this service knows. What you send is used to make sure that you are who you say, and for nothing else.`,
    },
    {
      Icon: FileCheck,
      title: t`What is asked`,
      text: t`A passport, identity card, driving licence or residence permit: its country, its number, pictures of it, and a picture of you.`,
    },
    {
      Icon: Eye,
      title: t`Who sees it`,
      text: t`Reviewers of this service alone. Each time one opens a picture goes on record. The pictures are encrypted where they lie.`,
    },
    {
      Icon: Clock,
      title: t`How long it is kept`,
      text: plural(retentionDays, {
        one: "The pictures are removed # day after the decision, and their keys destroyed. That you were checked, and the facts of your document, remain.",
        other:
          "The pictures are removed # days after the decision, and their keys destroyed. That you were checked, and the facts of your document, remain.",
      }),
    },
    {
      Icon: Smartphone,
      title: t`On this device`,
      text: t`Until you send it, what you enter lies encrypted on this device, for 24 hours at most. It goes when you send it or sign out.`,
    },
  ];
}

interface ConsentCardProps {
  readonly own: OwnIdentityOutput;
  readonly isOnline: boolean;
  readonly onConsented: (own: OwnIdentityOutput) => void;
}

/** What the pictures are for, before any is taken. */
export function ConsentCard({ own, isOnline, onConsented }: ConsentCardProps) {
  const [isAgreed, setAgreed] = useState(false);
  const action = useAction();
  return (
    <Card aria-labelledby="identity-consent">
      <CardHeader
        id="identity-consent"
        title={t`Before you begin`}
        description={t`It takes about three minutes. Have your document at hand.`}
      />
      <ul className="flex flex-col gap-4">
        {toldOf(own).map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
            <div>
              <h3 className="text-sm font-semibold">{title}</h3>
              <p className="text-sm text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <CheckLine className="mt-4" checked={isAgreed} onChange={setAgreed}>
        <Trans>I have read this, and agree that my pictures are used for it</Trans>
      </CheckLine>
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <Button
        className="mt-3 w-full"
        disabled={!isAgreed || !isOnline}
        loading={action.isBusy}
        onClick={() =>
          action.run(async () =>
            onConsented(await call(KYC_ENDPOINTS.consentToCheck, { body: { version: CONSENT_VERSION } })),
          )
        }
      >
        <Trans>Agree and begin</Trans>
      </Button>
    </Card>
  );
}
