import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { rolesText } from "#pwa/console/desk/role-words.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { InvitationOutput } from "#schemas/roles.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { invitationState } from "./invitation-words.ts";

const FIELDS = ["reason"];

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
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function withdraw() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(ROLES_ENDPOINTS.withdrawInvitation, { params: { id }, body: read.value });
      showToast({ title: t`The invitation is taken back` });
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Take the invitation back`}
      description={t`The link that was sent to ${email} no longer works from then on.`}
      action={action}
      submit={t`Take it back`}
      tone="danger"
      onSubmit={withdraw}
      onClose={onClose}
    >
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

function dateText(at: string): string {
  return formatDate(Date.parse(at), { withTime: true });
}
