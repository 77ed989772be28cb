import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { ApprovePaymentSheet, RefusePaymentSheet } from "./decide-payment.tsx";
import { EvidenceCard } from "./evidence-card.tsx";
import { PaidAmount, PaymentBadge } from "./payment-columns.tsx";
import { kindWords, type Payment } from "./payment-words.ts";
import { ResolveSheet } from "./resolve-sheet.tsx";

/** All that is known of a payment, and what can be decided. */
export function OpenPayment({ payment }: { readonly payment: Payment }) {
  const { state, kind, userId, account, to, hash, innerHash, reason, createdAt } = payment;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Facts
        facts={[
          { name: t({ message: "State", context: "how something stands" }), value: <PaymentBadge state={state} /> },
          { name: t({ message: "Kind", context: "of a payment" }), value: kindWords(kind) },
          { name: t({ message: "Amount", context: "of a payment" }), value: <PaidAmount payment={payment} /> },
          {
            name: t({ message: "User", context: "a person" }),
            value: userId === 0 ? t`The house` : <PersonLink id={userId} />,
          },
          { name: t({ message: "From", context: "who pays" }), value: <Address address={account} /> },
          ...(to === null
            ? []
            : [{ name: t({ message: "To", context: "who is paid" }), value: <Address address={to} /> }]),
          { name: t({ message: "Since", context: "when" }), value: <TimeAgo at={createdAt} /> },
          ...(hash === null ? [] : [{ name: t`Hash`, value: <Code text={hash} /> }]),
          ...(innerHash === null ? [] : [{ name: t`Hash within the fee bump`, value: <Code text={innerHash} /> }]),
        ]}
      />
      {reason === "" ? null : (
        <Notice title={state === "ambiguous" ? t`What the server found` : t`Why it waits`}>
          <AsTyped>{reason}</AsTyped>
        </Notice>
      )}
      {state === "ambiguous" ? <EvidenceCard id={payment.id} /> : null}
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
