import { t } from "@lingui/core/macro";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { OperatorOutput } from "#schemas/roles.ts";

interface RemoveSheetProps {
  readonly operator: Pick<OperatorOutput, "userId" | "username">;
  readonly onClose: () => void;
}

/** Takes all roles of somebody away. */
export function RemoveSheet({ operator: { userId, username }, onClose }: RemoveSheetProps) {
  return (
    <ReasonSheet
      title={t`Take all roles of ${username} away`}
      description={t`It holds at once: wherever this person is signed in, they are signed out. Their own account and money stay as they are.`}
      submit={t`Take all roles away`}
      tone="danger"
      carryOut={(body) => call(ROLES_ENDPOINTS.removeOperator, { params: { userId }, body })}
      done={t`This user is no operator any more`}
      onClose={onClose}
    />
  );
}
