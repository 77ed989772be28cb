import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { codeOf, isSamePair } from "#pwa/parts/market-data/pair.ts";
import { isTradeRow, type StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { Tabs } from "#pwa/ui/tabs.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import type { OrderCancel } from "#schemas/trading.ts";
import { FillTable } from "./fill-table.tsx";
import { CancelSheet } from "./later-parts.tsx";
import { OpenTable, PastTable } from "./order-tables.tsx";
import { orderIn, type OwnOrder } from "./seen-order.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";

const EditSheet = later(async () => (await import("./edit-sheet.tsx")).EditSheet);

type Scope = "pair" | "all";
type Tab = "open" | "standing" | "past" | "fills";
type Opened =
  | { readonly kind: "edit"; readonly uid: string; readonly isTurned: boolean }
  | { readonly kind: "cancel"; readonly what: string; readonly cancel: OrderCancel };

const PAGE = 50;
/** What a link to one order ends with, and its number. */
const NAMED = "order-";
const STANDING = { state: { $in: ["waiting" as const, "running" as const] } };

interface OrdersCardProps {
  readonly pair: PairQuery;
  readonly open: readonly OwnOrder[];
  readonly StandingOrders: StandingParts["Orders"];
}

/** One's own orders and exchanges, from what ledgers said. */
export function OrdersCard({ pair, open, StandingOrders }: OrdersCardProps) {
  const [tab, setTab] = useState<Tab>("open");
  const [scope, setScope] = useState<Scope>("pair");
  const [opened, setOpened] = useState<Opened | null>(null);
  const isOnline = useOnline();
  const named = useLocation({ select: ({ hash }) => hash });
  const [shownName, setShownName] = useState("");
  if (named !== shownName) {
    setShownName(named);
    if (named.startsWith(NAMED)) {
      setTab("open");
      setScope("all");
    }
  }
  const { rows: standing } = useRows("durable_orders", { where: STANDING });
  const shown = useMemo(
    () => (scope === "all" ? open : open.filter((row) => orderIn(row, pair) !== null)),
    [open, scope, pair],
  );
  const seenPair = scope === "pair" ? pair : null;
  const stands = standing.filter(isTradeRow).filter(({ terms }) => seenPair === null || isSamePair(terms, seenPair));
  const [openCount, standingCount] = [shown.length, stands.length];
  const edited = opened?.kind === "edit" ? open.find(({ uid }) => uid === opened.uid) : undefined;
  const cancelAll = () =>
    setOpened({
      kind: "cancel",
      what:
        scope === "pair"
          ? what("pair-cancel", { base: codeOf(pair.base), quote: codeOf(pair.quote) })
          : what("all-cancel"),
      cancel: scope === "pair" ? { which: "pair", ...pair } : { which: "all" },
    });
  return (
    <div data-private="" className="min-w-0 p-3">
      <Head scope={scope} onScope={setScope}>
        {tab === "standing" ? null : (
          <Button variant="secondary" size="sm" disabled={!isOnline || shown.length === 0} onClick={cancelAll}>
            <Trans>Cancel all</Trans>
          </Button>
        )}
      </Head>
      <Tabs
        label={t`Your orders`}
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: "open",
            label: t({ message: `Open (${openCount})`, context: "orders" }),
            content: (
              <OpenTable
                orders={shown}
                pair={seenPair}
                isOnline={isOnline}
                onEdit={(uid, isTurned) => setOpened({ kind: "edit", uid, isTurned })}
                onCancel={({ offerId }) =>
                  setOpened({
                    kind: "cancel",
                    what: what("order-cancel"),
                    cancel: { which: "these", offerIds: [offerId] },
                  })
                }
              />
            ),
          },
          {
            value: "standing",
            label: t({ message: `Standing (${standingCount})`, context: "orders" }),
            content: (
              <>
                <StandingOrders
                  pair={seenPair}
                  empty={t`No standing orders. What waits for a price, or runs again and again, appears here.`}
                />
                <Link
                  to="/automated-trading"
                  className="inline-flex min-h-6 items-center text-sm text-accent hover:underline pointer-coarse:min-h-11"
                >
                  <Trans>Automated trading: strategies that watch for you</Trans>
                </Link>
              </>
            ),
          },
          { value: "past", label: t({ message: "History", context: "of orders" }), content: <Past pair={seenPair} /> },
          {
            value: "fills",
            label: t({ message: "Fills", context: "of orders, noun" }),
            content: <Fills pair={seenPair} />,
          },
        ]}
      />
      {opened?.kind === "cancel" ? (
        <CancelSheet cancel={opened.cancel} what={opened.what} orders={open} onClose={() => setOpened(null)} />
      ) : null}
      {opened?.kind === "edit" ? (
        <KeptEdit key={opened.uid} live={edited} isTurned={opened.isTurned} onClose={() => setOpened(null)} />
      ) : null}
    </div>
  );
}

interface HeadProps {
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  /** What can be done with all that is shown. */
  readonly children: ReactNode;
}

function Head({ scope, onScope, children }: HeadProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-sm font-semibold">
        <Trans>Your orders</Trans>
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t`Which pairs`}
          items={[
            { value: "pair", label: t`This pair` },
            { value: "all", label: t`All pairs` },
          ]}
          value={scope}
          onValueChange={onScope}
        />
        {children}
      </div>
    </div>
  );
}

interface KeptEditProps {
  /** Gone once it is no longer open. */
  readonly live: OwnOrder | undefined;
  readonly isTurned: boolean;
  readonly onClose: () => void;
}

/** An order that is filled while it is edited stays on the screen, and says so. */
function KeptEdit({ live, isTurned, onClose }: KeptEditProps) {
  const [first] = useState(live);
  if (first === undefined) return null;
  return <EditSheet order={live ?? { ...first, state: "filled" }} isTurned={isTurned} onClose={onClose} />;
}

/** Rows with the newest first, and more of them on demand. */
function usePages() {
  const [limit, setLimit] = useState(PAGE);
  return { limit, more: () => setLimit(limit + PAGE) };
}

function Past({ pair }: { readonly pair: PairQuery | null }) {
  const { limit, more } = usePages();
  const { rows, isLoading } = useRows("orders", { sort: [{ changedAt: "desc" }], limit });
  const past = rows.filter((row) => row.state !== "open" && (pair === null || orderIn(row, pair) !== null));
  return <PastTable orders={past} pair={pair} isLoading={isLoading} onMore={rows.length === limit ? more : null} />;
}

function Fills({ pair }: { readonly pair: PairQuery | null }) {
  const { limit, more } = usePages();
  const { rows, isLoading } = useRows("fills", { sort: [{ timestamp: "desc" }], limit });
  return <FillTable fills={rows} pair={pair} isLoading={isLoading} onMore={rows.length === limit ? more : null} />;
}
