import { t } from "@lingui/core/macro";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { type DepositForOperators, RejectDepositInput } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";

interface SheetProps {
  readonly deposit: DepositForOperators;
  readonly onClose: () => void;
}

/** A no for good; its owner reads why. */
export function RejectSheet({ deposit: { id, userId }, onClose }: SheetProps) {
  return (
    <ReasonSheet
      title={t`Reject deposit ${id}?`}
      description={t`This cannot be taken back. User ${userId} is told, and can declare the payment anew.`}
      submit={t`Reject`}
      tone="danger"
      hint={t`User ${userId} reads it.`}
      schema={RejectDepositInput}
      most={300}
      carryOut={(body) => call(DEPOSIT_QUEUE_ENDPOINTS.rejectDeposit, { params: { id }, body })}
      done={t`Deposit ${id} is rejected`}
      onClose={onClose}
    />
  );
}
