import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import type { ConfirmationCalls } from "#pwa/parts/confirming/use-confirmation.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { NamedAmount } from "#pwa/parts/trading/named-amount.tsx";
import { formatAmountText, formatPrice } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import { addStroops, formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { OrderCheckOutput, OrderTerms, PlannedOffer } from "#schemas/trading.ts";
import { KIND_WORDS, orderWhat, verbOf } from "#pwa/parts/trading/order-words.ts";
import { TradeSheet } from "./trade-sheet.tsx";
import type { OwnOrder } from "./seen-order.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";

interface PlaceSheetProps {
  readonly terms: OrderTerms;
  /** What a person should think of before; null for nothing. */
  readonly warning: string | null;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** The review of a new order. */
export function PlaceSheet({ terms, warning, onClose, onConfirmed }: PlaceSheetProps) {
  const calls = useMemo(
    (): ConfirmationCalls<OrderCheckOutput> => ({
      look: (signal) => call(TRADING_ENDPOINTS.checkOrder, { body: terms, signal }),
      confirm: async (check, idempotencyKey, proof) => {
        const answer = await call(TRADING_ENDPOINTS.placeOrder, {
          body: { order: terms, ...confirmationOf(check, idempotencyKey, proof) },
        });
        onConfirmed();
        return answer;
      },
    }),
    [terms, onConfirmed],
  );
  return (
    <TradeSheet
      what={orderWhat(terms)}
      label={terms.side === "buy" ? t`Confirm and buy` : t`Confirm and sell`}
      calls={calls}
      verbs={verbsOf(terms)}
      renderReview={(check) => <OrderReview terms={terms} check={check} warning={warning} />}
      renderReceipt={(submission) => <PlacedOrders submission={submission} />}
      onClose={onClose}
    />
  );
}

function verbsOf({ kind, side, base }: OrderTerms) {
  const code = codeOf(base);
  if (kind !== "market")
    return {
      done: t({ message: "Placed", context: "an order" }),
      doneIn: (ledger: number) => t({ message: `Placed in ledger ${ledger}`, context: "an order" }),
      notDone: t`Not placed`,
      doing: t`Placing`,
      doneText: t`What was not traded at once waits in the book, under your open orders.`,
    };
  return side === "buy"
    ? {
        done: t`Bought`,
        doneIn: (ledger: number) => t`Bought in ledger ${ledger}`,
        notDone: t`Not bought`,
        doing: t`Buying`,
        doneText: t`The ${code} are in your account.`,
      }
    : {
        done: t`Sold`,
        doneIn: (ledger: number) => t`Sold in ledger ${ledger}`,
        notDone: t`Not sold`,
        doing: t`Selling`,
        doneText: t`What you got for the ${code} is in your account.`,
      };
}

interface OrderReviewProps {
  readonly terms: OrderTerms;
  readonly check: OrderCheckOutput;
  readonly warning: string | null;
}

/** Everything that an order says, as the ledger will be asked for it. */
export function OrderReview({ terms, check, warning }: OrderReviewProps) {
  const { kind, side, base, quote } = terms;
  const { offers } = check;
  return (
    <>
      {warning === null ? null : <Notice tone="warn">{warning}</Notice>}
      <Facts
        facts={[
          {
            name: side === "buy" ? t`You buy` : t`You sell`,
            value: <NamedAmount amount={sumOf(offers, "amount")} asset={base} />,
          },
          ...(offers.length === 1 && offers[0] !== undefined
            ? [{ name: priceName(terms), value: <PriceValue offer={offers[0]} base={base} quote={quote} /> }]
            : []),
          {
            name: side === "buy" ? t`You pay, at most` : t`You get, at least`,
            value: <NamedAmount amount={sumOf(offers, "total")} asset={quote} />,
          },
        ]}
      />
      {offers.length > 1 ? <OfferTable offers={offers} base={base} quote={quote} /> : null}
      <p className="text-sm text-ink-3">{KIND_WORDS[kind]}</p>
    </>
  );
}

function priceName({ kind, side }: OrderTerms): string {
  if (kind === "market") return side === "buy" ? t`Average price, at most` : t`Average price, at least`;
  return side === "buy" ? t`Price, at most` : t`Price, at least`;
}

interface PriceValueProps {
  readonly offer: PlannedOffer;
  readonly base: string;
  readonly quote: string;
}

function PriceValue({ offer, base, quote }: PriceValueProps) {
  return (
    <span className="numeric">
      <Trans>
        {{ price: formatAmountText(offer.priceText) }} {{ quote: codeOf(quote) }} for one {{ base: codeOf(base) }}
      </Trans>
    </span>
  );
}

function OfferTable({ offers, base, quote }: { offers: readonly PlannedOffer[]; base: string; quote: string }) {
  return (
    <Table caption={t`The orders that are placed`}>
      <thead>
        <tr>
          <HeadCell>
            <Trans>Price ({{ code: codeOf(quote) }})</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Amount ({{ code: codeOf(base) }})</Trans>
          </HeadCell>
          <HeadCell numeric>
            <Trans>Total ({{ code: codeOf(quote) }})</Trans>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {offers.map(({ priceText, amount, total }) => (
          <tr key={priceText}>
            <Cell className="numeric">{formatPrice(priceText)}</Cell>
            <Cell numeric>{formatAmountText(amount)}</Cell>
            <Cell numeric>{formatAmountText(total)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function sumOf(offers: readonly PlannedOffer[], field: "amount" | "total"): string {
  return formatAmount(addStroops(...offers.map((offer) => parseAmount(offer[field]))));
}

/** What the ledger made of it, once its rows are on the device. */
function PlacedOrders({ submission: { state, hash } }: { readonly submission: Submission }) {
  const { rows } = useRows("orders", { where: { hash: hash ?? "none" } });
  if (state !== "confirmed" || rows.length === 0) return null;
  return (
    <Facts
      facts={rows.map((row) => ({
        name: rows.length === 1 ? verbOf(row.side) : atWords(row),
        value: (
          <span key={row.uid} className="numeric">
            <Placed row={row} />
          </span>
        ),
      }))}
    />
  );
}

function atWords({ side, price: { n, d } }: OwnOrder): string {
  const price = (n / d).toPrecision(6);
  return side === "buy" ? t`Buy at ${price}` : t`Sell at ${price}`;
}

function Placed({ row }: { readonly row: OwnOrder }) {
  const [base, quote] = [codeOf(row.base), codeOf(row.quote)];
  const [traded, paid] = [formatAmountText(row.filledBase), formatAmountText(row.filledQuote)];
  const waiting = formatAmountText(row.amount);
  return Number(row.filledBase) > 0 ? (
    <Trans>
      {traded} {base} traded at once for {paid} {quote}, {waiting} waiting
    </Trans>
  ) : (
    <Trans>
      {traded} {base} traded at once, {waiting} waiting
    </Trans>
  );
}
