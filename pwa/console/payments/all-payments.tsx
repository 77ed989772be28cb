import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ListedSubmission } from "#schemas/all-submissions.ts";
import { meansPayment } from "#schemas/console-lists.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { AllNarrowing } from "./all-narrowing.tsx";
import { useAllPlace } from "./all-place.ts";
import { AskedPayment, ListedPayment } from "./open-listed.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { listedColumns } from "./payment-columns.tsx";
import { paymentTitle } from "./payment-words.ts";

/** The most that the server has on a page. */
const PAGE = 100;
const NONE: readonly ListedSubmission[] = [];

/** Payments in whatever state, for reading alone, the newest first; `switcher` leads back to what waits. */
export function AllPayments({ switcher }: { readonly switcher: ReactNode }) {
  const going = useAllPlace();
  const { state, kind, user, exact, from, to, after, find = "" } = going.place;
  const columns = useMemo(() => listedColumns(), []);
  const asked = useAsk(OPERATORS_ENDPOINTS.allSubmissions, {
    query: { state, kind, userId: user, exact, from, to, before: after },
  });
  const all = asked.value?.submissions ?? NONE;
  const rows = useMemo(() => all.filter((payment) => meansPayment(payment, { find, show: "all" })), [all, find]);
  return (
    <ListView
      label={t`All payments`}
      fileName="all-payments"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={paymentTitle}
      place={going}
      pageSize={PAGE}
      renderCard={(payment) => (
        <PaymentCard
          payment={payment}
          when={<TimeAgo at={payment.createdAt} className="whitespace-nowrap text-ink-3" />}
        />
      )}
      searchLabel={t`Search by user, address or hash`}
      filters={
        <>
          {switcher}
          <AllNarrowing {...going} />
        </>
      }
      empty={{
        title: t`There is no such payment`,
        text: t`All that was ever accepted to be sent stands here, the newest first. Change the filters to see others.`,
      }}
      renderOpen={(id) => {
        const payment = all.find((each) => each.id === id);
        return payment ? <ListedPayment payment={payment} /> : <AskedPayment id={id} />;
      }}
    />
  );
}
