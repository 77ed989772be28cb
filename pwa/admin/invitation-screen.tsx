import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CircleCheck, Link2Off, ShieldCheck, UserRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { OWN_ROLES_ENDPOINTS } from "#schemas/endpoints/own-roles.ts";
import type { OwnRolesOutput } from "#schemas/own-roles.ts";

/** Where the link of an invitation to become an operator leads. It is accepted by a press of a button: mail programs open links by themselves. */
export function InvitationScreen({ token }: { readonly token: string }) {
  usePageTitle(t`Invitation`);
  const { user } = useSession();
  const [accepted, setAccepted] = useState<OwnRolesOutput | null>(null);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12">
      <h1 className="mb-6 text-2xl font-semibold">
        <Trans>Become an operator</Trans>
      </h1>
      <Card>
        {accepted !== null ? (
          <Accepted own={accepted} />
        ) : token === "" ? (
          <EmptyState icon={<Link2Off />} title={t`This link is incomplete`}>
            <Trans>Open the link from the email again, whole, or ask whoever invited you for a new one.</Trans>
          </EmptyState>
        ) : user === null ? (
          <SignInFirst />
        ) : (
          <Accept token={token} email={user.email} onAccepted={setAccepted} />
        )}
      </Card>
    </div>
  );
}

/** The link stays in their mailbox, and nothing keeps what opens it on this device. */
function SignInFirst() {
  return (
    <EmptyState
      icon={<UserRound />}
      title={t`Sign in first`}
      action={
        <Button asChild>
          <Link to="/auth">
            <Trans>Sign in</Trans>
          </Link>
        </Button>
      }
    >
      <Trans>
        Sign in to the account of the address at which you got this invitation, or create one with it. Then open the
        link from the email again.
      </Trans>
    </EmptyState>
  );
}

interface AcceptProps {
  readonly token: string;
  readonly email: string;
  readonly onAccepted: (own: OwnRolesOutput) => void;
}

function Accept({ token, email, onAccepted }: AcceptProps) {
  const { reread } = useSession();
  const action = useAction();
  const accept = () =>
    action.run(async () => {
      onAccepted(await call(OWN_ROLES_ENDPOINTS.acceptInvitation, { body: { token } }));
      await reread();
    });
  return (
    <>
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <EmptyState
        icon={<ShieldCheck />}
        title={t`Become an operator of this service?`}
        action={
          <Button loading={action.isBusy} onClick={accept}>
            <Trans>Accept the invitation</Trans>
          </Button>
        }
      >
        {t`You are signed in as ${email}. What you do as an operator is recorded. All your other devices are signed out.`}
      </EmptyState>
    </>
  );
}

function Accepted({ own: { needsSecondFactor } }: { readonly own: OwnRolesOutput }) {
  if (needsSecondFactor)
    return (
      <Done
        action={
          <Link to="/user-settings" hash="two-factor">
            <Trans>Set up a second factor</Trans>
          </Link>
        }
      >
        <Trans>Nothing is open to you before you have set up a second factor.</Trans>
      </Done>
    );
  return (
    <Done
      action={
        <Link to="/admin-dashboard">
          <Trans>Go to the administration</Trans>
        </Link>
      }
    >
      <Trans>What your roles allow is open to you now. Before a day is over you do not count as one of two.</Trans>
    </Done>
  );
}

function Done({ action, children }: { readonly action: ReactNode; readonly children: ReactNode }) {
  return (
    <EmptyState
      icon={<CircleCheck />}
      title={<span role="status">{t`You are an operator`}</span>}
      action={<Button asChild>{action}</Button>}
    >
      {children}
    </EmptyState>
  );
}
