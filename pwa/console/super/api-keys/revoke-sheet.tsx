import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import type { ListedApiKey } from "#schemas/api-keys.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import { OperatorReasonInput } from "#schemas/security.ts";

const FIELDS = ["reason"];

/** The end of somebody's key. */
export function RevokeSheet({ apiKey, onClose }: { readonly apiKey: ListedApiKey; readonly onClose: () => void }) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const { go } = usePlace();
  const { name, username, id } = apiKey;

  function revoke() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const body = read.value;
      tellOutcome(
        await call(SERVICE_CONSOLE_ENDPOINTS.revokeAnyApiKey, { params: { id }, body }),
        t`The key is revoked`,
      );
      askAgain();
      onClose();
      go({ open: undefined }, "replace");
    });
  }

  return (
    <ActSheet
      title={t`Revoke the key`}
      description={t`“${name}” of ${username} opens nothing from then on, and ${username} is told. It cannot be undone.`}
      action={action}
      tone="danger"
      submit={t`Revoke the key`}
      onSubmit={revoke}
      onClose={onClose}
    >
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
