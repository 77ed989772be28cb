import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import type { StandingParts } from "#pwa/parts/trading/standing-parts.ts";
import { Segments } from "#pwa/ui/segments.tsx";
import type { StandingKind } from "#schemas/standing-orders.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { readPrice } from "#schemas/values/price.ts";
import type { OrderKind } from "#schemas/trading.ts";
import {
  type Best,
  bestOf,
  firstPrice,
  type OrderDraft,
  type Reviewed,
  turned,
  turnedTo,
} from "#pwa/parts/trading/order-draft.ts";
import { KIND_NAMES, KIND_WORDS, SIDES, STANDING_KINDS, STANDING_WORDS } from "#pwa/parts/trading/order-words.ts";
import { LedgerForm } from "./ledger-form.tsx";

const KINDS: readonly OrderKind[] = ["limit", "market", "passive", "scaled"];

interface OrderFormProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly places: number;
  readonly draft: OrderDraft;
  readonly onDraft: (change: Partial<OrderDraft>) => void;
  readonly isOnline: boolean;
  readonly onReview: (reviewed: Reviewed) => void;
  readonly StandingForm: StandingParts["Form"];
  /** Stands beside the fields where there is room for both, and is not seen elsewhere. */
  readonly beside?: ReactNode;
}

/** What to buy or sell, for how much, at once or once its price or time has come. */
export function OrderForm(props: OrderFormProps) {
  const { pair, market, places, draft, onDraft, isOnline, onReview, StandingForm, beside } = props;
  const best = useBest(market);
  useFirstPrice(market, best, draft, places, onDraft);
  const { side, kind, standing } = draft;
  const base = codeOf(pair.base);
  const turn = (next: OrderDraft["side"]) => onDraft(turnedTo(draft, next));
  const standingItems = STANDING_KINDS.filter(({ value }) => side === "buy" || value !== "recurring");
  return (
    <div className="flex flex-col gap-3 p-3">
      <Segments label={t`Buy or sell`} items={sidesOf(base)} value={side} onValueChange={turn} isWide />
      <div className="flex flex-col gap-1">
        <Segments<OrderKind | "none">
          label={t`Kind of order`}
          items={KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
          value={standing === null ? kind : "none"}
          onValueChange={(next) =>
            next === "none" ? undefined : onDraft(turned(draft, { kind: next, standing: null }))
          }
          isWide
        />
        <Segments<StandingKind | "none">
          label={t`Standing order`}
          items={standingItems}
          value={standing ?? "none"}
          onValueChange={(next) => (next === "none" ? undefined : onDraft(turned(draft, { standing: next })))}
          isWide
          isInThrees
        />
      </div>
      <p className="text-xs text-ink-3">{standing === null ? KIND_WORDS[kind] : STANDING_WORDS[standing]}</p>
      <Beside beside={beside}>
        {standing === null ? (
          <LedgerForm {...{ pair, market, best, places, draft, onDraft, isOnline, onReview }} />
        ) : (
          <StandingForm
            key={`${side} ${standing}`}
            kind={standing}
            {...{ pair, best, places, draft, onDraft, isOnline, onReview }}
          />
        )}
      </Beside>
    </div>
  );
}

/** Two columns whose widths no figure in them changes. */
function Beside({ beside, children }: { readonly beside: ReactNode; readonly children: ReactNode }) {
  if (beside === undefined) return children;
  return (
    <div className="@container">
      <div className="grid items-start gap-2 @min-[16rem]:-me-3 @min-[16rem]:grid-cols-[minmax(0,1fr)_minmax(8.75rem,40%)] [&_button[type=submit]]:px-2 [&_button[type=submit]]:py-2">
        {children}
        <div className="@max-[16rem]:hidden">{beside}</div>
      </div>
    </div>
  );
}

function sidesOf(base: string) {
  return SIDES.map(({ value, look }) => ({ value, look, label: value === "buy" ? t`Buy ${base}` : t`Sell ${base}` }));
}

/** The best of both sides; a new object only when one of them moved. */
function useBest(market: MarketStore): Best {
  const bid = useMarketPart(market, bidOf);
  const ask = useMarketPart(market, askOf);
  return useMemo(() => bestOf(bid === undefined ? [] : [bid], ask === undefined ? [] : [ask]), [bid, ask]);
}

function bidOf({ market }: MarketPicture) {
  return market?.bids[0];
}

function askOf({ market }: MarketPicture) {
  return market?.asks[0];
}

/** Begins with the price of one's own side, once that is known and nothing was typed; again where another side is turned to. */
function useFirstPrice(
  market: MarketStore,
  best: Best,
  { side, standing, price }: OrderDraft,
  places: number,
  onDraft: (change: Partial<OrderDraft>) => void,
): void {
  const last = useMarketPart(market, lastOf);
  const filled = useRef({ side: price === "" ? null : side, price });
  useEffect(() => {
    if (standing !== null) filled.current = { side: null, price: "" };
    if (standing !== null || filled.current.side === side) return;
    const first =
      price === filled.current.price ? firstPrice(side, best, last === null ? null : readPrice(last), places) : price;
    if (first === null) return;
    filled.current = { side, price: first };
    if (first !== price) onDraft({ price: first });
  }, [best, last, places, side, standing, price, onDraft]);
}

function lastOf({ market }: MarketPicture): string | null {
  return market?.ticker.last ?? null;
}
