import { t } from "@lingui/core/macro";
import { SumCell } from "#pwa/console/desk/common-columns.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Facts } from "#pwa/ui/list.tsx";
import type { DepositForOperators } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";

interface SheetProps {
  readonly deposit: DepositForOperators;
  readonly onClose: () => void;
}

/** Another payment in the place of one that failed for good, over the same amount. */
export function RetrySheet({ deposit: { id, userId, xlmCredited }, onClose }: SheetProps) {
  return (
    <ReasonSheet
      title={t`Pay deposit ${id} again?`}
      description={t`Its payment failed for good, and nothing was paid. Where the ledger shows otherwise, it is not paid again.`}
      submit={t`Pay again`}
      carryOut={(body) => call(DEPOSIT_QUEUE_ENDPOINTS.retryDeposit, { params: { id }, body })}
      done={t`Deposit ${id} is paid again`}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t({ message: "To", context: "who is paid" }), value: <Person id={userId} /> },
          {
            name: t({ message: "Amount", context: "of a payment" }),
            value: <SumCell sum={{ amount: xlmCredited, assetCode: "XLM" }} />,
          },
        ]}
      />
    </ReasonSheet>
  );
}
