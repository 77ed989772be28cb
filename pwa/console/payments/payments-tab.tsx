import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { usePlace } from "#pwa/console/desk/place.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { meansPayment } from "#schemas/console-lists.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { OpenPayment } from "./open-payment.tsx";
import { PaidAmount, PaymentBadge, paymentColumns } from "./payment-columns.tsx";
import { kindWords, type Payment, paymentTitle } from "./payment-words.ts";

const NONE: readonly Payment[] = [];
const SHOWN = ["all", "held", "ambiguous"] as const;

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportPayments,
  countAt: CONSOLE_LISTS_ENDPOINTS.countPayments,
};

/** Payments that wait for an operator, and those of which nobody can tell what became of them. */
export function PaymentsTab() {
  const place = usePlace();
  const { find = "" } = place.place;
  const show = SHOWN.find((each) => each === place.place.show) ?? "all";
  const columns = useMemo(() => paymentColumns(), []);
  const asked = useAsk(OPERATORS_ENDPOINTS.submissionsToDecide, {});
  const all = asked.value?.submissions ?? NONE;
  const rows = useMemo(() => all.filter((payment) => meansPayment(payment, { find, show })), [all, show, find]);
  return (
    <ListView
      label={t`Payments`}
      fileName="payments"
      ends={ENDS}
      views="payments"
      shows={SHOWN}
      queue="payments"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={paymentTitle}
      place={place}
      pageSize={null}
      renderCard={(payment) => <PaymentCard payment={payment} />}
      searchLabel={t`Search by user, address or hash`}
      filters={
        <ShowFilter
          label={t`Which payments`}
          items={[
            { value: "all", label: t({ message: "All", context: "payments" }) },
            { value: "held", label: t({ message: "Waiting for approval", context: "payments" }) },
            { value: "ambiguous", label: t({ message: "Nobody can tell", context: "payments" }) },
          ]}
          value={show}
          onValueChange={(value) => place.go({ show: value === "all" ? undefined : value }, "replace")}
        />
      }
      empty={{
        title: t`No payment waits`,
        text: t`Payments above the amount that operators approve stand here, and those of which the network does not tell what became of them.`,
      }}
      renderOpen={(id) => {
        const payment = all.find((each) => each.id === id);
        if (payment) return <OpenPayment payment={payment} />;
        return asked.value === null ? null : <Notice>{t`It no longer waits for an operator.`}</Notice>;
      }}
    />
  );
}

function PaymentCard({ payment }: { readonly payment: Payment }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <PaidAmount payment={payment} />
        <Age since={payment.createdAt} />
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
