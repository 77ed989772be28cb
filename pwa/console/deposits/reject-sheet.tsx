import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { type DepositForOperators, RejectDepositInput } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";

const FIELDS = ["reason"];

interface SheetProps {
  readonly deposit: DepositForOperators;
  readonly onClose: () => void;
}

/** A no for good; its owner reads why. */
export function RejectSheet({ deposit: { id, userId }, onClose }: SheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function reject() {
    const read = readForm(RejectDepositInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(DEPOSIT_QUEUE_ENDPOINTS.rejectDeposit, { params: { id }, body: read.value });
      tellOutcome(answer, t`Deposit ${id} is rejected`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Reject deposit ${id}?`}
      description={t`This cannot be taken back. User ${userId} is told, and can declare the payment anew.`}
      action={action}
      submit={t`Reject`}
      tone="danger"
      onSubmit={reject}
      onClose={onClose}
    >
      <ReasonField
        hint={t`User ${userId} reads it.`}
        most={300}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}
