import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import type { MarketPicture, MarketStore } from "#pwa/market-data/market-store.ts";
import { codeOf } from "#pwa/market-data/pair.ts";
import { useMarketPart } from "#pwa/market-data/use-market.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { readPrice } from "#schemas/markets.ts";
import { formatAmount, formatAmountShort, mulDiv, parseAmount } from "#schemas/money.ts";
import type { OrderKind, OrderTerms } from "#schemas/trading.ts";
import { AmountSlider } from "./amount-slider.tsx";
import { MarketEstimate } from "./market-estimate.tsx";
import {
  type Best,
  bestOf,
  type DraftProblems,
  type Fraction,
  mostOf,
  type OrderDraft,
  overshootOf,
  priceOf,
  readDraft,
  shareOf,
  tidyPrice,
  totalOf,
} from "./order-draft.ts";
import { KIND_NAMES, KIND_WORDS, SIDES, spentAsset, verbOf } from "./order-words.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PriceFields } from "./price-fields.tsx";
import { useOrderCheck } from "./use-order-check.ts";

const KINDS: readonly OrderKind[] = ["limit", "market", "passive", "scaled"];
const KIND_ITEMS = KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));
/** Beyond this distance from the best offer a price is asked about: 5 %. */
const FAR = 500n;
/** What the network keeps aside for an order, in stroops, and a little for fees, until the server has said it. */
const RESERVE_EACH = 5_000_000n;
const FEE_ROOM = 100_000n;

export interface Reviewed {
  readonly terms: OrderTerms;
  readonly warning: string | null;
}

interface OrderFormProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly places: number;
  readonly draft: OrderDraft;
  readonly onDraft: (change: Partial<OrderDraft>) => void;
  readonly isOnline: boolean;
  readonly onReview: (reviewed: Reviewed) => void;
}

/** What to buy or sell, for how much. */
export function OrderForm({ pair, market, places, draft, onDraft, isOnline, onReview }: OrderFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<DraftProblems>({});
  const best = useBest(market);
  const state = useMarketPart(market, stateOf);
  useFirstPrice(market, draft, places, onDraft);
  const { side, kind } = draft;
  const [base, quote] = [codeOf(pair.base), codeOf(pair.quote)];
  const read = useMemo(() => readDraft(draft, pair, best), [draft, pair, best]);
  const { check, isCurrent } = useOrderCheck(read.terms, isOnline);
  const { row } = useRow("balances", spentAsset(side, pair));
  const spendable = row === null ? 0n : parseAmount(row.spendable);
  const kept = keptBack(draft, pair, check);
  const price = priceOf(draft, best);
  const most = mostOf(side, spendable - kept, price);
  const typed = readAmount(draft.amount);
  const amount = typeof typed === "string" ? 0n : typed;
  const isStale = kind === "market" && state !== "live" && state !== "horizon";

  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const change = (next: Partial<OrderDraft>) => {
    setProblems({});
    onDraft(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOnline || isStale) return;
    setProblems(read.problems ?? {});
    if (read.terms !== null) onReview({ terms: read.terms, warning: warningOf(draft, read.price, best) });
  };

  return (
    <form ref={form} noValidate aria-label="Order" className="flex flex-col gap-3 p-3" onSubmit={submit}>
      <Segments
        label="Buy or sell"
        items={sidesOf(base)}
        value={side}
        onValueChange={(next) => change({ side: next })}
        isWide
      />
      <Segments
        label="Kind of order"
        items={KIND_ITEMS}
        value={kind}
        onValueChange={(next) => change({ kind: next })}
        isWide
      />
      <p className="text-xs text-ink-3">{KIND_WORDS[kind]}</p>
      <PriceFields {...{ draft, problems, best, places, base, quote, onChange: change }} />
      <TextField
        label={`Amount (${base})`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        inputClassName="numeric"
        value={draft.amount}
        error={problems.amount}
        aside={<Spendable value={row?.spendable ?? "0"} code={codeOf(spentAsset(side, pair))} />}
        onChange={(event) => change({ amount: event.target.value })}
      />
      <AmountSlider
        share={shareOf(amount, most)}
        isDisabled={most === 0n}
        onShare={(share) => change({ amount: formatAmountShort(mulDiv(most, BigInt(share), 100n, "down")) })}
      />
      {kind === "market" ? <MarketEstimate pair={pair} market={market} side={side} amount={amount} /> : null}
      <OrderSummary
        total={price === null || amount === 0n ? null : formatAmount(totalOf(side, amount, price))}
        side={side}
        quote={quote}
        check={check}
        isCurrent={isCurrent}
      />
      {isOnline ? null : (
        <Notice tone="warn" title="You are offline">
          Nothing can be ordered without a connection: prices move, and an order must be confirmed at the one you see.
        </Notice>
      )}
      {isStale && isOnline ? (
        <Notice tone="warn">
          These prices are not of now, so nothing is bought or sold at once. Limit orders work.
        </Notice>
      ) : null}
      <Button
        type="submit"
        size="lg"
        disabled={!isOnline || isStale}
        className={side === "buy" ? "bg-up! text-ground!" : "bg-down! text-ground!"}
      >
        Review: {verbOf(side).toLowerCase()} {base}
      </Button>
    </form>
  );
}

function sidesOf(base: string) {
  return SIDES.map(({ value, label, look }) => ({ value, look, label: `${label} ${base}` }));
}

function Spendable({ value, code }: { readonly value: string; readonly code: string }) {
  return (
    <span data-private="" className="numeric text-xs text-ink-3">
      {formatAmountText(value)} {code} to spend
    </span>
  );
}

/** What stays aside of XLM that is spent: for the order itself, what it adds and the network's fee. */
function keptBack(
  { side, kind, count }: OrderDraft,
  pair: PairQuery,
  check: { reserve: string; networkFee: string; isFeeSponsored: boolean } | null,
): bigint {
  if (spentAsset(side, pair) !== "XLM") return 0n;
  if (check !== null) return parseAmount(check.reserve) + (check.isFeeSponsored ? 0n : parseAmount(check.networkFee));
  const orders = kind === "market" ? 0n : kind === "scaled" && /^\d{1,3}$/.test(count) ? BigInt(count) : 1n;
  return orders * RESERVE_EACH + FEE_ROOM;
}

function warningOf(draft: OrderDraft, price: Fraction, best: Best): string | null {
  if (draft.kind === "market") return null;
  const far = overshootOf(draft.side, price, best);
  if (far < FAR) return null;
  const percent = formatAmountText((Number(far) / 100).toFixed(2));
  return draft.side === "buy"
    ? `Your price is ${percent} % above the lowest offer. What is offered for less is bought at its own price, and the rest of your order then waits at yours.`
    : `Your price is ${percent} % below the highest bid. What is bid above is sold at its own price, and the rest of your order then waits at yours.`;
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

function stateOf({ market, flow }: MarketPicture): string {
  return flow === "live" || flow === "polled" ? (market?.state ?? "waiting") : flow;
}

/** Begins with what was paid last, once that is known and nothing was typed. */
function useFirstPrice(
  market: MarketStore,
  draft: OrderDraft,
  places: number,
  onDraft: (change: Partial<OrderDraft>) => void,
): void {
  const last = useMarketPart(market, lastOf);
  const isDone = useRef(draft.price !== "");
  useEffect(() => {
    const price = last === null ? null : readPrice(last);
    if (isDone.current || price === null) return;
    isDone.current = true;
    onDraft({ price: tidyPrice(price, places, "down") });
  }, [last, places, onDraft]);
}

function lastOf({ market }: MarketPicture): string | null {
  return market?.ticker.last ?? null;
}
