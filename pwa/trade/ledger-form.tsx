import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { focusFirstIssue } from "#pwa/parts/forms/form-issues.ts";
import { stillWrong } from "#pwa/parts/forms/still-wrong.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { formatAmount, formatAmountShort, mulDiv, parseAmount } from "#schemas/values/money.ts";
import { AmountSlider } from "#pwa/parts/trading/amount-slider.tsx";
import {
  type Best,
  type DraftProblems,
  type Fraction,
  mostOf,
  type OrderDraft,
  overshootOf,
  priceOf,
  readDraft,
  shareOf,
  totalOf,
  type Reviewed,
} from "#pwa/parts/trading/order-draft.ts";
import { spentAsset } from "#pwa/parts/trading/order-words.ts";
import { MarketEstimate } from "./market-estimate.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PriceFields } from "./price-fields.tsx";
import { useOrderCheck } from "./use-order-check.ts";

/** Beyond this distance from the best offer a price is asked about: 5 %. */
const FAR = 500n;
/** What the network keeps aside for an order, in stroops, and a little for fees, until the server has said it. */
const RESERVE_EACH = 5_000_000n;
const FEE_ROOM = 100_000n;

interface LedgerFormProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly best: Best;
  readonly places: number;
  readonly draft: OrderDraft;
  readonly onDraft: (change: Partial<OrderDraft>) => void;
  readonly isOnline: boolean;
  readonly onReview: (reviewed: Reviewed) => void;
}

/** An order that goes to the ledger at once: at which price, and for how much. */
export function LedgerForm({ pair, market, best, places, draft, onDraft, isOnline, onReview }: LedgerFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [told, setProblems] = useState<DraftProblems>({});
  const state = useMarketPart(market, stateOf);
  const { side, kind } = draft;
  const [base, quote] = [codeOf(pair.base), codeOf(pair.quote)];
  const read = useMemo(() => readDraft(draft, pair, best), [draft, pair, best]);
  const problems = stillWrong(told, read.problems);
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
    if (Object.keys(told).length > 0 && form.current !== null) focusFirstIssue(form.current);
  }, [told]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOnline || isStale) return;
    setProblems(read.problems ?? {});
    if (read.terms !== null) onReview({ kind: "now", terms: read.terms, warning: warningOf(draft, read.price, best) });
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label={t({ message: "Order", context: "to trade" })}
      className="flex flex-col gap-3"
      onSubmit={submit}
    >
      <PriceFields {...{ draft, problems, best, places, base, quote, onChange: onDraft }} />
      <DecimalField
        label={t`Amount (${{ code: base }})`}
        name="amount"
        placeholder="0"
        inputClassName="numeric"
        value={draft.amount}
        error={problems.amount}
        aside={<Spendable value={row?.spendable ?? "0"} code={codeOf(spentAsset(side, pair))} />}
        onType={(text) => onDraft({ amount: text })}
      />
      <AmountSlider
        share={shareOf(amount, most)}
        isDisabled={most === 0n}
        onShare={(share) => onDraft({ amount: formatAmountShort(mulDiv(most, BigInt(share), 100n, "down")) })}
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
        <Notice tone="warn" title={t`You are offline`}>
          <Trans>
            Nothing can be ordered without a connection: prices move, and an order must be confirmed at the one you see.
          </Trans>
        </Notice>
      )}
      {isStale && isOnline ? (
        <Notice tone="warn">
          <Trans>These prices are not of now, so nothing is bought or sold at once. Limit orders work.</Trans>
        </Notice>
      ) : null}
      <Button
        type="submit"
        size="lg"
        disabled={!isOnline || isStale}
        className={side === "buy" ? "bg-up! text-ground!" : "bg-down! text-ground!"}
      >
        {side === "buy" ? t`Review: buy ${base}` : t`Review: sell ${base}`}
      </Button>
    </form>
  );
}

function Spendable({ value, code }: { readonly value: string; readonly code: string }) {
  return (
    <span data-private="" className="numeric text-xs text-ink-3">
      <Trans>
        {{ amount: formatAmountText(value) }} {code} to spend
      </Trans>
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
    ? t`Your price is ${percent} % above the lowest offer. What is offered for less is bought at its own price, and the rest of your order then waits at yours.`
    : t`Your price is ${percent} % below the highest bid. What is bid above is sold at its own price, and the rest of your order then waits at yours.`;
}

function stateOf({ market, flow }: MarketPicture): string {
  return flow === "live" || flow === "polled" ? (market?.state ?? "waiting") : flow;
}
