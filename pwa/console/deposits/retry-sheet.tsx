import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { Person } from "#pwa/console/desk/person.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import type { DepositForOperators } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { OperatorReasonInput } from "#schemas/security.ts";

const FIELDS = ["reason"];

interface SheetProps {
  readonly deposit: DepositForOperators;
  readonly onClose: () => void;
}

/** Another payment in the place of one that failed for good, over the same amount. */
export function RetrySheet({ deposit: { id, userId, xlmCredited }, onClose }: SheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();

  function retry() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(DEPOSIT_QUEUE_ENDPOINTS.retryDeposit, { params: { id }, body: read.value });
      tellOutcome(answer, t`Deposit ${id} is paid again`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Pay deposit ${id} again?`}
      description={t`Its payment failed for good, and nothing was paid. Where the ledger shows otherwise, it is not paid again.`}
      action={action}
      submit={t`Pay again`}
      onSubmit={retry}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t({ message: "To", context: "who is paid" }), value: <Person id={userId} /> },
          {
            name: t({ message: "Amount", context: "of a payment" }),
            value: xlmCredited === null ? "–" : <Amount value={xlmCredited} assetCode="XLM" />,
          },
        ]}
      />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
