import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { isTradeRow, type StandingOrdersProps } from "#pwa/parts/trading/standing-parts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { OpenedOrder } from "./opened-order.tsx";
import { StandingList } from "./standing-list.tsx";
import { standingIn } from "./standing-rows.ts";

/** Orders that are over which are shown at first, and with each further demand. */
const PAGE = 10;

/** One's own standing orders, and below them those that are over; also without a connection. */
export function StandingOrders({ pair, kind, empty }: StandingOrdersProps) {
  const { rows: kept, isLoading } = useRows("durable_orders");
  const isOnline = useOnline();
  const [opened, setOpened] = useState<{ readonly kind: "show" | "cancel"; readonly uid: string } | null>(null);
  const [shownPast, setShownPast] = useState(PAGE);
  if (isLoading) return <Skeleton className="h-24 w-full" />;
  const rows = kept.filter(isTradeRow);
  const { current, past } = standingIn(
    kind === undefined ? rows : rows.filter(({ terms }) => terms.kind === kind),
    pair,
  );
  const row = rows.find(({ uid }) => uid === opened?.uid);
  const close = () => setOpened(null);
  const open = (kind: "show" | "cancel") => (uid: string) => setOpened({ kind, uid });
  return (
    <>
      {isOnline ? null : (
        <p className="pb-2 text-sm text-warn">
          <Trans>
            You are offline: these are your standing orders as last seen. The server carries them out meanwhile, and
            none can be placed or cancelled from here.
          </Trans>
        </p>
      )}
      {current.length === 0 ? (
        <p className="py-4 text-sm text-ink-3">{empty}</p>
      ) : (
        <StandingList
          label={t`Standing orders`}
          rows={current}
          isOnline={isOnline}
          onShow={open("show")}
          onCancel={open("cancel")}
        />
      )}
      {past.length === 0 ? null : (
        <>
          <h3 className="mt-4 text-xs font-semibold text-ink-3">
            <Trans context="orders that have ended">Over</Trans>
          </h3>
          <StandingList
            label={t`Standing orders that are over`}
            rows={past.slice(0, shownPast)}
            isOnline={isOnline}
            onShow={open("show")}
            onCancel={open("cancel")}
          />
          {past.length > shownPast ? (
            <Button variant="ghost" size="sm" className="mt-2" onClick={() => setShownPast(shownPast + PAGE)}>
              <Trans>Show earlier ones</Trans>
            </Button>
          ) : null}
        </>
      )}
      {row === undefined ? null : (
        <OpenedOrder
          row={row}
          isCancelling={opened?.kind === "cancel"}
          isOnline={isOnline}
          onCancel={() => open("cancel")(row.uid)}
          onClose={close}
        />
      )}
    </>
  );
}
