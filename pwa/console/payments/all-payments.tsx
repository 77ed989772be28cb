import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ListedSubmission } from "#schemas/all-submissions.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { AllNarrowing } from "./all-narrowing.tsx";
import { useAllPlace } from "./all-place.ts";
import { AskedPayment, ListedPayment } from "./open-listed.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { listedColumns } from "./payment-columns.tsx";
import { paymentTitle } from "./payment-words.ts";

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportAllPayments,
  countAt: CONSOLE_LISTS_ENDPOINTS.countAllPayments,
};
const NONE: readonly ListedSubmission[] = [];

/** Payments in whatever state, for reading alone, the newest first; `switcher` leads back to what waits. */
export function AllPayments({ switcher }: { readonly switcher: ReactNode }) {
  const going = useAllPlace();
  const { state, kind, user, from, to, after, find } = going.place;
  const columns = useMemo(() => listedColumns(), []);
  const query = { ...searchedBy({ find }), state, kind, userId: user, from, to };
  const asked = useAsk(
    OPERATORS_ENDPOINTS.allSubmissions,
    { query: { ...query, before: after } },
    { keepsFormer: true },
  );
  const all = asked.value?.submissions ?? NONE;
  return (
    <ListView
      label={t`All payments`}
      fileName="all-payments"
      asked={asked}
      all={all}
      rows={all}
      served={{ query, next: asked.value?.next ?? null }}
      ends={ENDS}
      views="all-payments"
      columns={columns}
      idOf={({ id }) => id}
      titleOf={paymentTitle}
      place={going}
      renderCard={(payment) => (
        <PaymentCard
          payment={payment}
          when={<TimeAgo at={payment.createdAt} className="whitespace-nowrap text-ink-3" />}
        />
      )}
      searchLabel={t`Search by name, user, address or hash`}
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
