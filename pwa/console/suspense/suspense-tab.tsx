import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { usePlace } from "#pwa/console/desk/place.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { meansItem } from "#schemas/console-lists.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import { OpenItem } from "./open-item.tsx";
import { suspenseColumns } from "./suspense-columns.tsx";
import { ItemBadge, itemTitle } from "./suspense-words.tsx";

const NONE: readonly SuspenseOutput[] = [];

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportSuspense,
  countAt: CONSOLE_LISTS_ENDPOINTS.countSuspense,
};

/** Money that arrived and fits nobody. */
export function SuspenseTab() {
  const place = usePlace();
  const { find = "" } = place.place;
  const columns = useMemo(() => suspenseColumns(), []);
  const asked = useAsk(RECONCILIATION_ENDPOINTS.suspense, {});
  const all = asked.value?.items ?? NONE;
  const rows = useMemo(() => all.filter((item) => meansItem(item, { find, show: "" })), [all, find]);
  return (
    <ListView
      label={t`Suspense`}
      fileName="suspense"
      ends={ENDS}
      views="suspense"
      queue="suspense"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={itemTitle}
      place={place}
      pageSize={null}
      renderCard={(item) => <ItemCard item={item} />}
      searchLabel={t`Search by memo, address or hash`}
      empty={{
        title: t`Nothing is in suspense`,
        text: t`Money that arrives at an account of the house and fits nobody stands here until it is paid on or returned.`,
      }}
      renderOpen={(id) => {
        const item = all.find((each) => each.id === id);
        if (item) return <OpenItem item={item} />;
        return asked.value === null ? null : <Notice>{t`It is settled.`}</Notice>;
      }}
    />
  );
}

function ItemCard({ item }: { readonly item: SuspenseOutput }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <Amount value={item.amount} assetCode={item.assetCode} />
        <Age since={item.arrivedAt} />
      </p>
      <p>
        <ItemBadge item={item} />
      </p>
    </div>
  );
}
