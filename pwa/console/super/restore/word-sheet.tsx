import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { RESTORED_ENDPOINTS } from "#schemas/endpoints/restored.ts";
import { ConfirmRestoreInput } from "#schemas/restored.ts";

const FIELDS = ["reason"];

interface WordSheetProps {
  /** The moment of the restore that was looked through. */
  readonly restoredAt: string;
  readonly onClose: () => void;
}

/** Takes a super's word that a restored service may sign again, with its reason. */
export function WordSheet({ restoredAt, onClose }: WordSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function say() {
    const read = readForm(ConfirmRestoreInput, { restoredAt, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(RESTORED_ENDPOINTS.confirmRestore, { body: read.value });
      showToast({ title: t`The service signs again` });
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Let the service sign again`}
      description={t`From now on payments go out again, and everything that acts by itself goes on.`}
      action={action}
      submit={t`Let it sign`}
      onSubmit={say}
      onClose={onClose}
    >
      <ReasonField most={300} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
