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
        title="Sign-ins"
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/access-history">Access history</Link>
          </Button>
        }
      />
      <SignInMailsSwitch
        security={security}
        label="Mail me about new sign-ins"
        hint="From a device or an address that was not seen before."
      />
    </Card>
  );
}
