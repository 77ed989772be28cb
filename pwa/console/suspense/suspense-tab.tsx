import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useServedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
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
  const going = useServedPlace();
  const columns = useMemo(() => suspenseColumns(), []);
  const query = searchedBy(going.place);
  const asked = useAsk(
    RECONCILIATION_ENDPOINTS.suspense,
    { query: { ...query, after: going.place.after } },
    { keepsFormer: true },
  );
  const all = asked.value?.items ?? NONE;
  return (
    <ListView
      label={t`Suspense`}
      fileName="suspense"
      ends={ENDS}
      views="suspense"
      queue="suspense"
      asked={asked}
      all={all}
      rows={all}
      served={{ query, next: asked.value?.next ?? null }}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={itemTitle}
      place={going}
      renderCard={(item) => <ItemCard item={item} />}
      searchLabel={t`Search by memo, address or hash`}
      empty={{
        title: t`Nothing is in suspense`,
        text: t`Money that arrives at an account of the house and fits nobody stands here until it is paid on or returned.`,
      }}
      renderOpen={(id) => {
        const item = all.find((each) => each.id === id);
        return item ? <OpenItem item={item} /> : <AskedItem id={id} />;
      }}
    />
  );
}

/** One that is not on the page that is shown. */
function AskedItem({ id }: { readonly id: number }) {
  const asked = useAsk(RECONCILIATION_ENDPOINTS.suspense, { query: { ...searchedBy({}), rows: [id] } });
  const item = asked.value?.items[0];
  return (
    <AskedState asked={asked}>{item ? <OpenItem item={item} /> : <Notice>{t`It is settled.`}</Notice>}</AskedState>
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
