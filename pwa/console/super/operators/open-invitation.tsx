import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { rolesText } from "#pwa/console/desk/role-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { InvitationOutput } from "#schemas/roles.ts";
import { invitationState } from "./invitation-words.ts";

/** One invitation, which can be taken back while nobody accepted it. */
export function OpenInvitation({ invitation }: { readonly invitation: InvitationOutput }) {
  const may = useMay();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { email, roles, state, isMailed, invitedBy, acceptedBy, reason } = invitation;
  const isOpen = state === "open";
  return (
    <div className="flex flex-col gap-4 text-sm">
      {isOpen && !isMailed ? (
        <Notice tone="warn">
          {t`The mail server has not taken it. Take it back and invite again once emails can be sent.`}
        </Notice>
      ) : null}
      <Facts
        facts={[
          { name: t`Email`, value: <bdi dir="ltr">{email}</bdi> },
          { name: t`Roles`, value: rolesText(roles) },
          { name: t({ message: "State", context: "how something stands" }), value: invitationState(invitation).label },
          { name: t`Invited by`, value: <Person id={invitedBy} /> },
          { name: t({ message: "Invited", context: "when" }), value: dateText(invitation.invitedAt) },
          ...(isOpen ? [{ name: t`Works until`, value: dateText(invitation.expiresAt) }] : []),
          ...(acceptedBy === null ? [] : [{ name: t`Accepted by`, value: <Person id={acceptedBy} /> }]),
        ]}
      />
      <div>
        <p className="text-ink-3">{t`Reason`}</p>
        <p>
          <AsTyped>{reason}</AsTyped>
        </p>
      </div>
      {isOpen && may(ROLES_ENDPOINTS.withdrawInvitation) ? (
        <div>
          <Button variant="secondary" onClick={() => setWithdrawing(true)}>
            <Trans>Take it back</Trans>
          </Button>
        </div>
      ) : null}
      {isWithdrawing ? <WithdrawSheet invitation={invitation} onClose={() => setWithdrawing(false)} /> : null}
    </div>
  );
}

interface WithdrawSheetProps {
  readonly invitation: Pick<InvitationOutput, "id" | "email">;
  readonly onClose: () => void;
}

function WithdrawSheet({ invitation: { id, email }, onClose }: WithdrawSheetProps) {
  return (
    <ReasonSheet
      title={t`Take the invitation back`}
      description={t`The link that was sent to ${email} no longer works from then on.`}
      submit={t`Take it back`}
      tone="danger"
      carryOut={(body) => call(ROLES_ENDPOINTS.withdrawInvitation, { params: { id }, body })}
      done={t`The invitation is taken back`}
      onClose={onClose}
    />
  );
}

function dateText(at: string): string {
  return formatDate(Date.parse(at), { withTime: true });
}
