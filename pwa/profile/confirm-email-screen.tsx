import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CircleCheck, Link2Off, MailCheck } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { PROFILE_ENDPOINTS } from "#schemas/endpoints/profile.ts";
import type { ConfirmEmailOutput } from "#schemas/profile.ts";

/** Where the link to a first or a new e-mail address leads. A press of a button takes it: mail programs open links by themselves. */
export function ConfirmEmailScreen({ token }: { readonly token: string }) {
  usePageTitle(t`Confirm email address`);
  const { user, reread } = useSession();
  const action = useAction();
  const [confirmed, setConfirmed] = useState<ConfirmEmailOutput | null>(null);
  const confirm = () =>
    action.run(async () => {
      setConfirmed(await call(PROFILE_ENDPOINTS.confirmEmail, { body: { token } }));
      await reread();
    });
  const onward = (
    <Button asChild>
      <Link to={user === null ? "/auth" : "/user-settings"}>
        {user === null ? t`Sign in` : t`Back to your profile`}
      </Link>
    </Button>
  );
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12">
      <h1 className="mb-6 text-2xl font-semibold">
        <Trans>Confirm your email address</Trans>
      </h1>
      <Card>
        {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
        {confirmed?.outcome === "proven" ? (
          <EmptyState
            icon={<CircleCheck />}
            title={
              <span role="status">
                <Trans>Your email address is confirmed</Trans>
              </span>
            }
            action={onward}
          >
            <Trans>Your account can pay now.</Trans>
          </EmptyState>
        ) : confirmed !== null ? (
          <EmptyState
            icon={<CircleCheck />}
            title={
              <span role="status">
                <Trans>Your new email address is confirmed</Trans>
              </span>
            }
            action={onward}
          >
            {confirmed.outcome === "changed"
              ? t`Your new email address is in use. For your safety nothing can be sent from your account for some time. Your former address was told.`
              : t`The new address is yours. For your safety the former one stays in use for a while: it was told from when on the new one is, and the change can be cancelled until then.`}
          </EmptyState>
        ) : token === "" ? (
          <EmptyState icon={<Link2Off />} title={t`This link is incomplete`} action={onward}>
            <Trans>Open the link from the email again, whole, or ask for a new one in your settings.</Trans>
          </EmptyState>
        ) : (
          <EmptyState
            icon={<MailCheck />}
            title={t`Use this address for your account?`}
            action={
              <Button loading={action.isBusy} onClick={confirm}>
                <Trans>Use this address</Trans>
              </Button>
            }
          >
            <Trans>
              Messages about your account and links to reset your password go to the address at which you read this. If
              it was not you who asked for this, or opened the account that the email names, close this page.
            </Trans>
          </EmptyState>
        )}
      </Card>
    </div>
  );
}
