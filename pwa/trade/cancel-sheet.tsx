import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { ConfirmationCalls } from "#pwa/parts/confirming/use-confirmation.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import type { OrderCancel, OrderCancelCheckOutput } from "#schemas/trading.ts";
import { offerWords } from "#pwa/parts/trading/order-words.ts";
import { type OwnOrder, textOfPrice } from "./seen-order.ts";
import { TradeSheet } from "./trade-sheet.tsx";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";

interface CancelSheetProps {
  readonly cancel: OrderCancel;
  /** "Cancel an order", as it is kept. */
  readonly what: string;
  readonly orders: readonly OwnOrder[];
  readonly onClose: () => void;
}

/** The review of cancelling one order, or many. */
export function CancelSheet({ cancel, what, orders, onClose }: CancelSheetProps) {
  const calls = useMemo(
    (): ConfirmationCalls<OrderCancelCheckOutput> => ({
      look: (signal) => call(TRADING_ENDPOINTS.checkOrderCancel, { body: cancel, signal }),
      confirm: (check, idempotencyKey, proof) =>
        call(TRADING_ENDPOINTS.cancelOrders, {
          body: {
            // Those that were looked at, and no others that were placed meanwhile.
            cancel: { which: "these", offerIds: check.offerIds },
            ...confirmationOf(check, idempotencyKey, proof),
          },
        }),
    }),
    [cancel],
  );
  return (
    <TradeSheet
      what={what}
      label={t`Confirm and cancel`}
      isDangerous
      calls={calls}
      verbs={{
        done: t({ message: "Cancelled", context: "orders" }),
        doneIn: (ledger) => t({ message: `Cancelled in ledger ${ledger}`, context: "orders" }),
        notDone: t`Not cancelled`,
        doing: t`Cancelling`,
        doneText: t`What was bound is yours to spend again. What had been traded before stays traded.`,
      }}
      renderReview={(check) => <Cancelled check={check} orders={orders} />}
      onClose={onClose}
    />
  );
}

const MAX_NAMED = 12;

function Cancelled({ check, orders }: { check: OrderCancelCheckOutput; orders: readonly OwnOrder[] }) {
  const { offerIds, more, frees } = check;
  const known = new Map(orders.map((order) => [order.offerId, order]));
  const unnamed = offerIds.length - MAX_NAMED;
  return (
    <>
      {more === 0 ? null : (
        <Notice tone="warn">
          {plural(
            { count: offerIds.length },
            {
              one: "One transaction cancels # order at most.",
              other: "One transaction cancels # orders at most.",
            },
          )}{" "}
          {plural(more, {
            one: "# more stays open; cancel it afterwards.",
            other: "# more stay open; cancel them afterwards.",
          })}
        </Notice>
      )}
      <ul aria-label={t`Orders that are cancelled`} className="divide-y divide-line text-sm">
        {offerIds.slice(0, MAX_NAMED).map((offerId) => (
          <li key={offerId} className="numeric py-2">
            {inWords(known.get(offerId), offerId)}
          </li>
        ))}
        {unnamed > 0 ? (
          <li className="py-2 text-ink-3">{plural(unnamed, { one: "and # more", other: "and # more" })}</li>
        ) : null}
      </ul>
      {frees.length === 0 ? null : (
        <Facts
          facts={frees.map(({ assetCode, issuer, amount }) => ({
            name: frees.some((other) => other.assetCode === assetCode && other.issuer !== issuer)
              ? t`Free again, of ${{ issuer: issuer ?? "XLM" }}`
              : t`Free again, ${assetCode}`,
            value: <Amount value={amount} assetCode={assetCode} />,
          }))}
        />
      )}
    </>
  );
}

function inWords(order: OwnOrder | undefined, offerId: string): string {
  if (order === undefined) return t`Order ${offerId}`;
  return offerWords({
    side: order.side,
    amount: formatAmountText(order.amount),
    base: codeOf(order.base),
    price: textOfPrice(order.price),
    quote: codeOf(order.quote),
  });
}
