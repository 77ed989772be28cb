import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { RESTORED_ENDPOINTS } from "#schemas/endpoints/restored.ts";
import { ConfirmRestoreInput, KnowPaymentInput } from "#schemas/restored.ts";

const FIELDS = ["reason"];

interface WordSheetProps {
  /** A payment that is known, by its hash; or the restore that was looked through, by its moment. */
  readonly about: { readonly hash: string } | { readonly restoredAt: string };
  readonly onClose: () => void;
}

/** Takes a super's word, with its reason. */
export function WordSheet({ about, onClose }: WordSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const isPayment = "hash" in about;

  function finish(done: string): void {
    showToast({ title: done });
    askAgain();
    onClose();
  }

  function say() {
    if (isPayment) {
      const read = readForm(KnowPaymentInput, { ...about, reason });
      if ("issues" in read) return action.refuse(read.issues);
      return action.run(async () => {
        await call(RESTORED_ENDPOINTS.knowRestoredPayment, { body: read.value });
        finish(t`What it was for is noted`);
      });
    }
    const read = readForm(ConfirmRestoreInput, { ...about, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(RESTORED_ENDPOINTS.confirmRestore, { body: read.value });
      finish(t`The service signs again`);
    });
  }

  return (
    <ActSheet
      title={isPayment ? t`What was it for?` : t`Let the service sign again`}
      description={
        isPayment
          ? t`Whatever else the house owes to the same people no longer waits for this payment. Where it settled what is still owed here, settle that first.`
          : t`From now on payments go out again, and everything that acts by itself goes on.`
      }
      action={action}
      submit={isPayment ? t`Note it` : t`Let it sign`}
      onSubmit={say}
      onClose={onClose}
    >
      <ReasonField most={300} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
