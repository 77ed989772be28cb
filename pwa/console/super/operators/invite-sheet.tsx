import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { Role } from "#schemas/operators.ts";
import { InviteInput } from "#schemas/roles.ts";
import { RolesField } from "./roles-field.tsx";

const FIELDS = ["email", "roles", "reason"];
const NO_ROLES: readonly Role[] = [];

/** Asks whoever has a mailbox to become an operator. */
export function InviteSheet({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState(NO_ROLES);
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function invite() {
    const read = readForm(InviteInput, { email: email.trim(), roles: [...roles], reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(ROLES_ENDPOINTS.inviteOperator, { body: read.value });
      tellOutcome(answer, t`The invitation is on its way`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Invite by email`}
      description={t`The link in the email works once and for 48 hours, and only for the account of that address. Where there is a second super, they have to agree first.`}
      action={action}
      submit={t`Send the invitation`}
      onSubmit={invite}
      onClose={onClose}
    >
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        error={action.issues["email"]}
        onChange={(event) => setEmail(event.target.value)}
      />
      <RolesField roles={roles} error={action.issues["roles"]} onChange={setRoles} />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
