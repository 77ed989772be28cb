import { Link } from "@tanstack/react-router";
import { editSettings } from "#pwa/platform/db/edits.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useWaiting } from "#pwa/platform/sync/use-waiting.ts";
import { showToast } from "#pwa/toasts/toasts.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";

/** Whether a sign-in from somewhere new is mailed; replicated, so it can be changed without a connection. */
export function SignInNoticesCard() {
  const { row } = useRow("settings", "settings");
  const isWaiting = useWaiting("settings");
  const database = useUserDatabase();

  function change(notifyOnLogin: boolean) {
    if (database === null) return;
    editSettings(database, { notifyOnLogin }, nowMs()).catch((error: unknown) =>
      showToast({
        title: "The setting could not be kept",
        description: error instanceof Error ? error.message : String(error),
        tone: "destructive",
      }),
    );
  }

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
      <SwitchField
        label="Mail me about new sign-ins"
        hint="From a device or an address that was not seen before."
        checked={row?.notifyOnLogin ?? true}
        disabled={row === null}
        onCheckedChange={change}
      />
      {isWaiting ? (
        <p className="mt-2">
          <Badge>Waiting to be sent</Badge>
        </p>
      ) : null}
    </Card>
  );
}
