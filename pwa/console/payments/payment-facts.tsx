import { t } from "@lingui/core/macro";
import { kindWords } from "#pwa/console/desk/money-words.ts";
import { SumCell } from "#pwa/console/desk/common-columns.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { EvidenceCard } from "./evidence-card.tsx";
import { PaymentBadge } from "./payment-columns.tsx";
import { type Payment, reasonTitle } from "./payment-words.ts";

type Fact = Parameters<typeof Facts>[0]["facts"][number];

interface PaymentFactsProps {
  readonly payment: Payment;
  /** What else is known of it. */
  readonly more?: readonly Fact[];
}

/** All that is known of a payment; of one that nobody can tell of, what the server itself finds out. */
export function PaymentFacts({ payment, more = [] }: PaymentFactsProps) {
  const { id, state, kind, userId, account, to, hash, innerHash, reason, createdAt } = payment;
  return (
    <>
      <Facts
        facts={[
          { name: t({ message: "State", context: "how something stands" }), value: <PaymentBadge state={state} /> },
          { name: t({ message: "Kind", context: "of a payment" }), value: kindWords(kind) },
          { name: t({ message: "Amount", context: "of a payment" }), value: <SumCell sum={payment} /> },
          {
            name: t({ message: "User", context: "a person" }),
            value: userId === 0 ? t`The house` : <PersonLink id={userId} />,
          },
          { name: t({ message: "From", context: "who pays" }), value: <Address address={account} /> },
          ...(to === null
            ? []
            : [{ name: t({ message: "To", context: "who is paid" }), value: <Address address={to} /> }]),
          { name: t({ message: "Since", context: "when" }), value: <TimeAgo at={createdAt} /> },
          ...more,
          ...(hash === null ? [] : [{ name: t`Hash`, value: <Code text={hash} /> }]),
          ...(innerHash === null ? [] : [{ name: t`Hash within the fee bump`, value: <Code text={innerHash} /> }]),
        ]}
      />
      {reason === "" ? null : (
        <Notice title={reasonTitle(state)}>
          <AsTyped>{saidWords(reason)}</AsTyped>
        </Notice>
      )}
      {state === "ambiguous" ? <EvidenceCard id={id} /> : null}
    </>
  );
}
