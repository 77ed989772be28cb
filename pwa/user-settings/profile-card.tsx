import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Mail } from "lucide-react";
import { useState } from "react";
import { LanguageField } from "#pwa/parts/language/language-field.tsx";
import { useSession } from "#pwa/parts/session/session.tsx";
import { EmailSheet, PictureRow } from "#pwa/profile/door.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { WaitingNotes } from "#pwa/security/door.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import type { SecurityOutput } from "#schemas/security.ts";

const EMAIL_KINDS = ["email"] as const;

/** Who the person is here; kept on the device, so it is there without a connection. */
export function ProfileCard({ security }: { readonly security: Answer<SecurityOutput> }) {
  const { canChange } = security;
  const { user } = useSession();
  const [isEmailOpen, setEmailOpen] = useState(false);
  if (user === null) return null;
  return (
    <Card aria-labelledby="profile">
      <CardHeader
        id="profile"
        title={t`Profile`}
        description={t`Your username stays as it is: others pay you by it. Your picture is seen by you alone.`}
      />
      <PictureRow user={user} canChange={canChange} />
      <Facts
        facts={[
          {
            name: t`User ID`,
            value: (
              <span className="inline-flex min-w-0 items-center gap-2">
                <span data-private="" className="min-w-0 font-mono break-all">
                  {user.uniqueUserId}
                </span>
                <CopyButton text={user.uniqueUserId} label={t`Copy user ID`} />
              </span>
            ),
          },
          {
            name: t({ message: "Wallet", context: "address of one's wallet" }),
            value: user.walletAddress === undefined ? t`No wallet address` : <Address address={user.walletAddress} />,
          },
        ]}
      />
      <p className="mt-2 mb-3 text-sm text-ink-3">
        <Trans>
          People who use this service can pay you by your username or your user ID; everyone else by the wallet's
          address.
        </Trans>
      </p>
      <div className="mb-4">
        <LanguageField />
      </div>
      <div className="mb-3 flex flex-col gap-2 empty:hidden">
        <WaitingNotes security={security} kinds={EMAIL_KINDS} />
      </div>
      <Button variant="secondary" disabled={!canChange} onClick={() => setEmailOpen(true)}>
        <Mail aria-hidden="true" className="size-4" />
        <Trans>Change email address</Trans>
      </Button>
      {isEmailOpen ? (
        <EmailSheet pauseHours={security.value?.pauseHours ?? null} onClose={() => setEmailOpen(false)} />
      ) : null}
    </Card>
  );
}
