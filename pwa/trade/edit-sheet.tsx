import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useMemo, useState } from "react";
import type { ConfirmationCalls } from "#pwa/parts/confirming/use-confirmation.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { plainAmount, readAmount } from "#pwa/ui/typed-amount.ts";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { OrderCheckOutput, OrderEdit, OrderTerms } from "#schemas/trading.ts";
import { readTypedPrice } from "#pwa/parts/trading/order-draft.ts";
import { OrderReview } from "./place-sheet.tsx";
import { type OwnOrder, textOfPrice } from "./seen-order.ts";
import { TradeSheet } from "./trade-sheet.tsx";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";

interface EditSheetProps {
  readonly order: OwnOrder;
  /** Whether the pair that is looked at has base and quote the other way round. */
  readonly isTurned: boolean;
  readonly onClose: () => void;
}

interface Problems {
  readonly price?: string;
  readonly amount?: string;
}

/** A new price and amount for an open order, then their review. */
export function EditSheet({ order, isTurned, onClose }: EditSheetProps) {
  const [price, setPrice] = useState(() => textOfPrice(order.price));
  const [amount, setAmount] = useState(() => formatAmountShort(parseAmount(order.amount)));
  const [problems, setProblems] = useState<Problems>({});
  const [edit, setEdit] = useState<OrderEdit | null>(null);
  if (edit !== null) return <EditReview order={order} edit={edit} onClose={onClose} />;
  const [base, quote] = [codeOf(order.base), codeOf(order.quote)];

  function review() {
    const [asked, stroops] = [readTypedPrice(price), readAmount(amount)];
    const found = {
      ...(typeof asked === "string" ? { price: asked } : {}),
      ...(typeof stroops === "string"
        ? { amount: stroops }
        : stroops === 0n
          ? { amount: t`Enter an amount above zero, or cancel the order` }
          : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0 || order.state !== "open") return;
    setEdit({
      offerId: order.offerId,
      amount: plainText(amount),
      price: plainText(price),
      seen: { amount: order.amount, price: order.price, ledger: order.ledger },
    });
  }

  return (
    <Sheet
      onClose={onClose}
      title={order.side === "buy" ? t`Change: buy ${base} with ${quote}` : t`Change: sell ${base} for ${quote}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form="edit-order" disabled={order.state !== "open"}>
            <Trans>Review</Trans>
          </Button>
        </>
      }
    >
      <form
        id="edit-order"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          review();
        }}
      >
        {order.state === "open" ? null : (
          <Notice tone="warn">
            <Trans>This order is no longer open.</Trans>
          </Notice>
        )}
        {isTurned ? (
          <Notice>
            <Trans>
              This order was placed in {base} / {quote}, and is changed in it.
            </Trans>
          </Notice>
        ) : null}
        <DecimalField
          label={t`Price (${quote} for one ${base})`}
          inputClassName="numeric"
          value={price}
          error={problems.price}
          onType={setPrice}
        />
        <DecimalField
          label={t`Amount left to trade (${base})`}
          inputClassName="numeric"
          value={amount}
          error={problems.amount}
          onType={setAmount}
        />
      </form>
    </Sheet>
  );
}

interface EditReviewProps {
  readonly order: OwnOrder;
  readonly edit: OrderEdit;
  readonly onClose: () => void;
}

function EditReview({ order, edit, onClose }: EditReviewProps) {
  const { side, base, quote, kind } = order;
  const calls = useMemo(
    (): ConfirmationCalls<OrderCheckOutput> => ({
      look: (signal) => call(TRADING_ENDPOINTS.checkOrderEdit, { body: edit, signal }),
      confirm: (check, idempotencyKey, proof) =>
        call(TRADING_ENDPOINTS.editOrder, { body: { edit, ...confirmationOf(check, idempotencyKey, proof) } }),
    }),
    [edit],
  );
  const review = useCallback(
    (check: OrderCheckOutput) => {
      const terms: OrderTerms = {
        kind: kind === "passive" ? "passive" : "limit",
        side,
        base,
        quote,
        amount: edit.amount,
        price: edit.price,
      };
      return <OrderReview terms={terms} check={check} warning={null} />;
    },
    [kind, side, base, quote, edit],
  );
  return (
    <TradeSheet
      what={what("order-change")}
      label={t`Confirm and change`}
      calls={calls}
      verbs={{
        done: t({ message: "Changed", context: "an order" }),
        doneIn: (ledger) => t({ message: `Changed in ledger ${ledger}`, context: "an order" }),
        notDone: t`Not changed`,
        doing: t`Changing`,
        doneText: t`The order stands in the book as you asked.`,
      }}
      renderReview={review}
      onClose={onClose}
    />
  );
}

function plainText(typed: string): string {
  const plain = plainAmount(typed);
  return "text" in plain ? plain.text : typed;
}
