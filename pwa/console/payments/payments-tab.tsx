import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useServedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { SHOWN_PAYMENTS, shownPayments } from "#schemas/console-lists.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { AllPayments } from "./all-payments.tsx";
import { NO_FILTER, useAllPlace } from "./all-place.ts";
import { AskedPayment } from "./open-listed.tsx";
import { OpenPayment } from "./open-payment.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { paymentColumns } from "./payment-columns.tsx";
import { type Payment, paymentTitle } from "./payment-words.ts";

const NONE: readonly Payment[] = [];

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportPayments,
  countAt: CONSOLE_LISTS_ENDPOINTS.countPayments,
};

/** Payments that wait for an operator, or all that ever were. */
export function PaymentsTab() {
  const { place } = useAllPlace();
  return place.show === "all" ? <AllPayments switcher={<WhichPayments />} /> : <PaymentQueue />;
}

/** What waits narrowed, or all: another list, with filters of its own. */
function WhichPayments() {
  const { place, go } = useAllPlace();
  const show = place.show === "all" ? "all" : shownPayments(place.show);
  return (
    <ShowFilter
      label={t`Which payments`}
      items={[
        { value: "waiting", label: t({ message: "All that wait", context: "payments" }) },
        { value: "held", label: t({ message: "Waiting for approval", context: "payments" }) },
        { value: "ambiguous", label: t({ message: "Nobody can tell", context: "payments" }) },
        { value: "all", label: t({ message: "All", context: "payments" }) },
      ]}
      value={show}
      onValueChange={(value) => {
        const isOther = (value === "all") !== (show === "all");
        const other = { ...NO_FILTER, after: undefined, open: undefined };
        go({ ...(isOther && other), show: value === "waiting" ? undefined : value }, "replace");
      }}
    />
  );
}

/** Payments that wait for an operator, and those of which nobody can tell what became of them. */
function PaymentQueue() {
  const place = useServedPlace();
  const show = shownPayments(place.place.show);
  const columns = useMemo(() => paymentColumns(), []);
  const query = searchedBy({ ...place.place, show: show === "waiting" ? undefined : show });
  const asked = useAsk(
    OPERATORS_ENDPOINTS.submissionsToDecide,
    { query: { ...query, after: place.place.after } },
    { keepsFormer: true },
  );
  const all = asked.value?.submissions ?? NONE;
  return (
    <ListView
      label={t`Payments`}
      fileName="payments"
      ends={ENDS}
      views="payments"
      shows={SHOWN_PAYMENTS}
      queue="payments"
      asked={asked}
      all={all}
      rows={all}
      served={{ query, next: asked.value?.next ?? null }}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={paymentTitle}
      place={place}
      renderCard={(payment) => <PaymentCard payment={payment} when={<Age since={payment.createdAt} />} />}
      searchLabel={t`Search by name, user, address or hash`}
      filters={<WhichPayments />}
      empty={{
        title: t`No payment waits`,
        text: t`Payments above the amount that operators approve stand here, and those of which the network does not tell what became of them.`,
      }}
      renderOpen={(id) => {
        const payment = all.find((each) => each.id === id);
        return payment ? <OpenPayment payment={payment} /> : <AskedPayment id={id} isQueue />;
      }}
    />
  );
}
