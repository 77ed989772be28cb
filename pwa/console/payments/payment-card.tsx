import { kindWords } from "#pwa/console/desk/money-words.ts";
import { t } from "@lingui/core/macro";
import { SumCell } from "#pwa/console/desk/common-columns.tsx";
import type { ReactNode } from "react";
import { Person } from "#pwa/console/desk/person.tsx";
import { PaymentBadge } from "./payment-columns.tsx";
import type { Payment } from "./payment-words.ts";

interface PaymentCardProps {
  readonly payment: Payment;
  /** When it was accepted. */
  readonly when: ReactNode;
}

export function PaymentCard({ payment, when }: PaymentCardProps) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <SumCell sum={payment} />
        {when}
      </p>
      <p className="flex items-baseline justify-between gap-3 text-ink-2">
        <span>{kindWords(payment.kind)}</span>
        {payment.userId === 0 ? t`The house` : <Person id={payment.userId} />}
      </p>
      <p>
        <PaymentBadge state={payment.state} />
      </p>
    </div>
  );
}
