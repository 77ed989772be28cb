import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { pricePlaces } from "#pwa/market-data/figures.ts";
import type { MarketPicture } from "#pwa/market-data/market-store.ts";
import { codeOf } from "#pwa/market-data/pair.ts";
import { useMarket, useMarketPart } from "#pwa/market-data/use-market.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { formatAmount } from "#schemas/money.ts";
import { BookCard } from "./book-card.tsx";
import { CandleCard } from "./candle-card.tsx";
import { keepLastPair } from "./favourites.ts";
import { MarketHead } from "./market-head.tsx";
import { MarketNote } from "./market-note.tsx";
import { EMPTY_DRAFT, type OrderDraft } from "./order-draft.ts";
import type { Reviewed } from "./order-form.tsx";
import { verbOf } from "./order-words.ts";
import { PhoneDesk } from "./phone-desk.tsx";
import { fillIn, orderIn, type SeenOrder } from "./seen-order.ts";
import { TapeCard } from "./tape-card.tsx";

const OrderForm = lazy(async () => ({ default: (await import("./order-form.tsx")).OrderForm }));
const OrdersCard = later(async () => (await import("./orders-card.tsx")).OrdersCard);
const PlaceSheet = later(async () => (await import("./place-sheet.tsx")).PlaceSheet);

/** From this width on chart, book and form stand beside each other. */
const WIDE = "(min-width: 64rem)";
const OPEN = { where: { state: "open" as const } };
/** Marks on the chart, at most. */
const LAST_FILLS = { sort: [{ timestamp: "desc" as const }], limit: 300 };

/** One pair: what happens in it, and what one does in it oneself. */
export function TradeDesk({ base, quote }: PairQuery) {
  const pair = useMemo(() => ({ base, quote }), [base, quote]);
  const market = useMarket(base, quote);
  const around = useMarketPart(market, aroundOf);
  const places = pricePlaces(around);
  const isOnline = useOnline();
  const isWide = useMedia(WIDE);
  const { rows: open } = useRows("orders", OPEN);
  const { own, lines } = useOwnLines(open, pair);
  const fills = useOwnFills(pair);
  const [draft, setDraft] = useState<OrderDraft>(EMPTY_DRAFT);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const change = useCallback((next: Partial<OrderDraft>) => setDraft((former) => ({ ...former, ...next })), []);
  const takePrice = useCallback((price: string) => change({ price }), [change]);
  // What was ordered must not be ordered once more by a slip.
  const clear = useCallback(() => change({ amount: "" }), [change]);
  useEffect(() => keepLastPair({ base, quote }), [base, quote]);

  const chart = <CandleCard pair={pair} market={market} places={places} fills={fills} orders={lines} />;
  const form = (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <OrderForm {...{ pair, market, places, draft, isOnline }} onDraft={change} onReview={setReviewed} />
    </Suspense>
  );
  const book = (onPrice: (price: string) => void) => (
    <BookCard pair={pair} market={market} around={around} own={own} onPrice={onPrice} />
  );
  const tape = <TapeCard pair={pair} market={market} around={around} />;
  const orders = <OrdersCard pair={pair} open={open} />;
  return (
    <div className="mx-auto w-full max-w-[120rem]">
      <MarketHead pair={pair} market={market} isOnline={isOnline} />
      <MarketNote pair={pair} market={market} isOnline={isOnline} />
      {isWide ? (
        <div className="grid grid-cols-[minmax(0,1fr)_19rem] items-start gap-3 px-4 pb-6 xl:grid-cols-[minmax(0,1fr)_17rem_19rem]">
          <div className="row-span-2 flex min-w-0 flex-col gap-3 xl:row-span-1">
            <Panel label="Chart" className="h-[30rem]">
              {chart}
            </Panel>
            <Panel label="Your orders">{orders}</Panel>
          </div>
          <Panel label="Order book" className="order-3 xl:order-2">
            {book(takePrice)}
          </Panel>
          <div className="order-2 flex min-w-0 flex-col gap-3 xl:order-3">
            <Panel label={`Trade ${codeOf(base)}`}>{form}</Panel>
            <Panel label="Trades" className="h-80">
              {tape}
            </Panel>
          </div>
        </div>
      ) : (
        <PhoneDesk {...{ chart, form, book, tape, orders, change }} base={codeOf(base)} openCount={own.length} />
      )}
      {reviewed === null ? null : (
        <PlaceSheet
          terms={reviewed.terms}
          warning={reviewed.warning}
          onConfirmed={clear}
          onClose={() => setReviewed(null)}
        />
      )}
    </div>
  );
}

interface PanelProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Panel({ label, className, children }: PanelProps) {
  return (
    <section
      aria-label={label}
      className={classNames("relative min-w-0 overflow-hidden rounded-lg border border-line bg-surface", className)}
    >
      {children}
    </section>
  );
}

/** The power of ten that this pair's prices are of: it changes seldom, and decides how many places are shown. */
function aroundOf({ market }: MarketPicture): number {
  const ticker = market?.ticker;
  const price = Number(ticker?.last ?? ticker?.bid ?? ticker?.ask ?? Number.NaN);
  return price > 0 ? 10 ** Math.floor(Math.log10(price)) : 1;
}

function useOwnLines(open: ReturnType<typeof useRows<"orders">>["rows"], pair: PairQuery) {
  return useMemo(() => {
    const own = open.map((row) => orderIn(row, pair)).filter((seen): seen is SeenOrder => seen !== null);
    const lines = own.map(({ side, price: { n, d }, amount }) => ({
      side,
      price: n / d,
      title: `${verbOf(side)} ${formatAmountText(formatAmount(amount))}`,
    }));
    return { own, lines };
  }, [open, pair]);
}

function useOwnFills(pair: PairQuery) {
  const { rows } = useRows("fills", LAST_FILLS);
  return useMemo(() => rows.flatMap((row) => fillIn(row, pair) ?? []), [rows, pair]);
}
