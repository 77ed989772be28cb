import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { formatCount } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ListedSubmission } from "#schemas/all-submissions.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { OpenPayment } from "./open-payment.tsx";
import { PaymentFacts } from "./payment-facts.tsx";

/** All that is known of a payment, for reading alone. */
export function ListedPayment({ payment }: { readonly payment: ListedSubmission }) {
  const { id, state, ledger, updatedAt, evidence } = payment;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {state === "held" || state === "ambiguous" ? (
        <Notice>
          <Trans>It waits for an operator.</Trans>{" "}
          <Link
            to="/admin-panel/$tab"
            params={{ tab: "payments" }}
            search={{ show: state, open: id }}
            className="font-semibold underline underline-offset-4"
          >
            <Trans>Show what can be decided</Trans>
          </Link>
        </Notice>
      ) : null}
      <PaymentFacts
        payment={payment}
        more={[
          { name: t`Last change`, value: <TimeAgo at={updatedAt} /> },
          ...(ledger === null ? [] : [{ name: t`Ledger`, value: formatCount(ledger) }]),
        ]}
      />
      {evidence === null ? null : (
        <Notice title={t`How an operator knew what became of it`}>
          <AsTyped>{evidence.text}</AsTyped>
          <span className="mt-1 block text-ink-3">
            <Person id={evidence.operatorId} />
          </span>
        </Notice>
      )}
    </div>
  );
}

interface AskedProps {
  readonly id: number;
  /** Whether it stood among those that wait: there it can be decided, or does not wait any more. */
  readonly isQueue?: boolean;
}

/** The same of one that is not on the page that is shown. */
export function AskedPayment({ id, isQueue = false }: AskedProps) {
  const asked = useAsk(OPERATORS_ENDPOINTS.allSubmissions, { query: { ...searchedBy({}), rows: [id] } });
  const payment = asked.value?.submissions[0];
  const isWaiting = payment?.state === "held" || payment?.state === "ambiguous";
  return (
    <AskedState asked={asked}>
      {payment === undefined ? (
        <Notice>{t`There is no payment of this number.`}</Notice>
      ) : isQueue && isWaiting ? (
        <OpenPayment payment={payment} />
      ) : (
        <div className="flex flex-col gap-4">
          {isQueue ? <Notice>{t`It no longer waits for an operator.`}</Notice> : null}
          <ListedPayment payment={payment} />
        </div>
      )}
    </AskedState>
  );
}
