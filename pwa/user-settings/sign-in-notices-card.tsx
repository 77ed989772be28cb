import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { SignInMailsSwitch } from "#pwa/security/door.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import type { SecurityOutput } from "#schemas/security.ts";

/** Whether a sign-in from somewhere new is mailed. */
export function SignInNoticesCard({ security }: { readonly security: Answer<SecurityOutput> }) {
  return (
    <Card aria-labelledby="sign-ins">
      <CardHeader
        id="sign-ins"
        title={t`Sign-ins`}
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/access-history">
              <Trans>Access history</Trans>
            </Link>
          </Button>
        }
      />
      <SignInMailsSwitch
        security={security}
        label={t`Mail me about new sign-ins`}
        hint={t`From a device or an address that was not seen before.`}
      />
    </Card>
  );
}
