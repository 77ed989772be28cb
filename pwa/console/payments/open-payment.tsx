import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { ApprovePaymentSheet, RefusePaymentSheet } from "./decide-payment.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import type { Payment } from "./payment-words.ts";
import { ResolveSheet } from "./resolve-sheet.tsx";

/** All that is known of a payment, and what can be decided. */
export function OpenPayment({ payment }: { readonly payment: Payment }) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      <PaymentFacts payment={payment} />
      <Decisions payment={payment} />
    </div>
  );
}

function Decisions({ payment }: { readonly payment: Payment }) {
  const may = useMay();
  const ownId = useOwnId();
  const [act, setAct] = useState<"approve" | "refuse" | "resolve" | null>(null);
  const { state } = payment;
  const close = () => setAct(null);
  if (payment.userId === ownId)
    return <Notice tone="warn">{t`This is your own payment: another operator decides about it.`}</Notice>;
  return (
    <div className="flex flex-wrap gap-2">
      {state === "held" && may(OPERATORS_ENDPOINTS.approveSubmission) ? (
        <Button onClick={() => setAct("approve")}>
          <Trans>Approve</Trans>
        </Button>
      ) : null}
      {state === "held" && may(OPERATORS_ENDPOINTS.refuseSubmission) ? (
        <Button variant="secondary" onClick={() => setAct("refuse")}>
          <Trans>Refuse</Trans>
        </Button>
      ) : null}
      {state === "ambiguous" && may(OPERATORS_ENDPOINTS.resolveSubmission) ? (
        <Button onClick={() => setAct("resolve")}>
          <Trans>Say what became of it</Trans>
        </Button>
      ) : null}
      {act === "approve" ? <ApprovePaymentSheet payment={payment} onClose={close} /> : null}
      {act === "refuse" ? <RefusePaymentSheet payment={payment} onClose={close} /> : null}
      {act === "resolve" ? <ResolveSheet payment={payment} onClose={close} /> : null}
    </div>
  );
}
