import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { DecisionInput } from "#schemas/wallet.ts";
import { PaidAmount } from "./payment-columns.tsx";
import type { Payment } from "./payment-words.ts";

interface SheetProps {
  readonly payment: Payment;
  readonly onClose: () => void;
}

const FIELDS = ["reason"];

/** A payment above the amount that operators approve may go. */
export function ApprovePaymentSheet({ payment, onClose }: SheetProps) {
  const { id, userId, to } = payment;
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function approve() {
    const read = readForm(DecisionInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(OPERATORS_ENDPOINTS.approveSubmission, { params: { id }, body: read.value });
      tellOutcome(answer, t`Payment ${id} is approved`);
      askAgain();
      onClose();
    });
  }
  return (
    <ActSheet
      title={t`Approve payment ${id}?`}
      description={t`It is signed and sent next. That cannot be taken back.`}
      action={action}
      submit={t`Approve`}
      onSubmit={approve}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t({ message: "From", context: "who pays" }), value: <Person id={userId} /> },
          ...(to === null
            ? []
            : [{ name: t({ message: "To", context: "who is paid" }), value: <Address address={to} full /> }]),
          { name: t({ message: "Amount", context: "of a payment" }), value: <PaidAmount payment={payment} /> },
        ]}
      />
      <ReasonField most={300} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

/** It does not go; its sender reads why, and has the money to spend again. */
export function RefusePaymentSheet({ payment: { id, userId }, onClose }: SheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function refuse() {
    const read = readForm(DecisionInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(OPERATORS_ENDPOINTS.refuseSubmission, { params: { id }, body: read.value });
      tellOutcome(answer, t`Payment ${id} is refused`);
      askAgain();
      onClose();
    });
  }
  return (
    <ActSheet
      title={t`Refuse payment ${id}?`}
      description={t`Nothing is sent, and user ${userId} can spend the money again.`}
      action={action}
      submit={t`Refuse`}
      tone="danger"
      onSubmit={refuse}
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
