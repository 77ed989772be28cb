import { t } from "@lingui/core/macro";
import { SumCell } from "#pwa/console/desk/common-columns.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { DecisionInput } from "#schemas/wallet.ts";
import type { Payment } from "./payment-words.ts";

interface SheetProps {
  readonly payment: Payment;
  readonly onClose: () => void;
}

/** A payment above the amount that operators approve may go. */
export function ApprovePaymentSheet({ payment, onClose }: SheetProps) {
  const { id, userId, to } = payment;
  return (
    <ReasonSheet
      title={t`Approve payment ${id}?`}
      description={t`It is signed and sent next. That cannot be taken back.`}
      submit={t`Approve`}
      schema={DecisionInput}
      most={300}
      carryOut={(body) => call(OPERATORS_ENDPOINTS.approveSubmission, { params: { id }, body })}
      done={t`Payment ${id} is approved`}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t({ message: "From", context: "who pays" }), value: <Person id={userId} /> },
          ...(to === null
            ? []
            : [{ name: t({ message: "To", context: "who is paid" }), value: <Address address={to} full /> }]),
          { name: t({ message: "Amount", context: "of a payment" }), value: <SumCell sum={payment} /> },
        ]}
      />
    </ReasonSheet>
  );
}

/** It does not go; its sender reads why, and has the money to spend again. */
export function RefusePaymentSheet({ payment: { id, userId }, onClose }: SheetProps) {
  return (
    <ReasonSheet
      title={t`Refuse payment ${id}?`}
      description={t`Nothing is sent, and user ${userId} can spend the money again.`}
      submit={t`Refuse`}
      tone="danger"
      hint={t`User ${userId} reads it.`}
      schema={DecisionInput}
      most={300}
      carryOut={(body) => call(OPERATORS_ENDPOINTS.refuseSubmission, { params: { id }, body })}
      done={t`Payment ${id} is refused`}
      onClose={onClose}
    />
  );
}
