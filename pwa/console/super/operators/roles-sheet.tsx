import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { Role } from "#schemas/operators.ts";
import { RolesInput } from "#schemas/roles.ts";
import { RolesField } from "./roles-field.tsx";

const FIELDS = ["roles", "reason"];

interface RolesSheetProps {
  readonly userId: number;
  readonly username: string;
  /** None for who is no operator yet. */
  readonly former: readonly Role[];
  readonly onClose: () => void;
}

/** What somebody is to be from now on. */
export function RolesSheet({ userId, username, former, onClose }: RolesSheetProps) {
  const [roles, setRoles] = useState(former);
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function save() {
    const read = readForm(RolesInput, { roles: [...roles], reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(ROLES_ENDPOINTS.setRoles, { params: { userId }, body: read.value });
      tellOutcome(answer, t`The roles are changed`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Roles of ${username}`}
      description={t`It holds at once: wherever this person is signed in, they are signed out. What gives more than before, or takes a super away, needs a second super where there is one.`}
      action={action}
      submit={t`Change the roles`}
      onSubmit={save}
      onClose={onClose}
    >
      <RolesField roles={roles} error={action.issues["roles"]} onChange={setRoles} />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
