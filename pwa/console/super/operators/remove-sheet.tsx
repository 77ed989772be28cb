import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { OperatorOutput } from "#schemas/roles.ts";
import { OperatorReasonInput } from "#schemas/security.ts";

const FIELDS = ["reason"];

interface RemoveSheetProps {
  readonly operator: Pick<OperatorOutput, "userId" | "username">;
  readonly onClose: () => void;
}

/** Takes all roles of somebody away. */
export function RemoveSheet({ operator: { userId, username }, onClose }: RemoveSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function remove() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(ROLES_ENDPOINTS.removeOperator, { params: { userId }, body: read.value });
      tellOutcome(answer, t`This user is no operator any more`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Take all roles of ${username} away`}
      description={t`It holds at once: wherever this person is signed in, they are signed out. Their own account and money stay as they are.`}
      action={action}
      submit={t`Take all roles away`}
      tone="danger"
      onSubmit={remove}
      onClose={onClose}
    >
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
