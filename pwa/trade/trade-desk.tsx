import { t } from "@lingui/core/macro";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { later } from "#pwa/ui/later.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { EMPTY_DRAFT, type OrderDraft } from "#pwa/parts/trading/order-draft.ts";
import type { Reviewed } from "#pwa/parts/trading/order-draft.ts";
import { readAskedOrder } from "./asked-order.ts";
import { BookCard } from "./book-card.tsx";
import { CandleCard } from "./candle-card.tsx";
import { OrderForm, OrdersCard, TapeCard } from "./later-parts.tsx";
import { MarketHead } from "./market-head.tsx";
import { MarketNote } from "./market-note.tsx";
import { ReviewSheet } from "./review-sheet.tsx";
import { useDesk } from "./use-desk.ts";

const PhoneDesk = later(
  async () => (await import("./phone-desk.tsx")).PhoneDesk,
  () => <Skeleton className="mx-3 h-96" />,
);

/** From this width on chart, book and form stand beside each other. */
const WIDE = "(min-width: 64rem)";

/** As high as the form that it stands beside. */
const BESIDE_FORM = { rows: 5, isNarrow: true } as const;

interface TradeDeskProps extends PairQuery {
  readonly standing: StandingParts;
}

/** One pair: what happens in it, and what one does in it oneself. */
export function TradeDesk({ standing, ...named }: TradeDeskProps) {
  const { pair, market, around, places, isOnline, open, own, lines, fills } = useDesk(named);
  const base = codeOf(pair.base);
  const isWide = useMedia(WIDE);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [asked] = useState(() => readAskedOrder(search));
  const [draft, setDraft] = useState<OrderDraft>(asked ?? EMPTY_DRAFT);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const change = useCallback((next: Partial<OrderDraft>) => setDraft((former) => ({ ...former, ...next })), []);
  const takePrice = useCallback((price: string) => change({ price }), [change]);
  // What was ordered must not be ordered once more by a slip.
  const clear = useCallback(() => change({ amount: "", plan: null }), [change]);

  const chart = <CandleCard pair={pair} market={market} places={places} fills={fills} orders={lines} />;
  const form = (beside?: ReactNode) => (
    <OrderForm
      {...{ pair, market, places, draft, isOnline }}
      onDraft={change}
      onReview={setReviewed}
      StandingForm={standing.Form}
      beside={beside}
    />
  );
  const levels = { pair, market, around, own };
  const book = (onPrice: (price: string) => void) => <BookCard {...levels} onPrice={onPrice} />;
  const tape = <TapeCard pair={pair} market={market} around={around} />;
  const orders = <OrdersCard pair={pair} open={open} StandingOrders={standing.Orders} />;
  return (
    <div className="mx-auto w-full max-w-[120rem]">
      <MarketHead pair={pair} market={market} isOnline={isOnline} />
      <MarketNote pair={pair} market={market} isOnline={isOnline} />
      {isWide ? (
        <div className="grid grid-cols-[minmax(0,1fr)_19rem] items-start gap-3 px-4 pb-6 xl:grid-cols-[minmax(0,1fr)_17rem_19rem]">
          <div className="row-span-2 flex min-w-0 flex-col gap-3 xl:row-span-1">
            <Panel label={t`Chart`} className="h-[30rem]">
              {chart}
            </Panel>
            <Panel label={t`Your orders`}>{orders}</Panel>
          </div>
          <Panel label={t`Order book`} className="order-3 xl:order-2">
            {book(takePrice)}
          </Panel>
          <div className="order-2 flex min-w-0 flex-col gap-3 xl:order-3">
            <Panel label={t({ message: `Trade ${base}`, context: "to buy or sell it" })}>{form()}</Panel>
            <Panel label={t`Trades`} className="h-80 contain-strict">
              {tape}
            </Panel>
          </div>
        </div>
      ) : (
        <PhoneDesk
          {...{ chart, book, tape, orders, draft, change, base }}
          form={form(<BookCard {...levels} onPrice={takePrice} {...BESIDE_FORM} />)}
          openCount={own.length}
          isOrdering={asked !== null}
        />
      )}
      <ReviewSheet
        reviewed={reviewed}
        onConfirmed={clear}
        onClose={() => setReviewed(null)}
        StandingReview={standing.Review}
      />
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
