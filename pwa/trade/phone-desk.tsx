import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { Tabs } from "#pwa/ui/tabs.tsx";
import { Button } from "#pwa/ui/button.tsx";
import type { OrderSide } from "#schemas/trading.ts";
import { type OrderDraft, turnedTo } from "#pwa/parts/trading/order-draft.ts";
import { SIDES } from "#pwa/parts/trading/order-words.ts";

type Place = "chart" | "book" | "order" | "own";

interface PhoneDeskProps {
  readonly chart: ReactNode;
  readonly form: ReactNode;
  readonly tape: ReactNode;
  readonly orders: ReactNode;
  readonly book: (onPrice: (price: string) => void) => ReactNode;
  readonly base: string;
  readonly openCount: number;
  /** Whether it begins with the order that stands in the form. */
  readonly isOrdering: boolean;
  readonly draft: OrderDraft;
  readonly change: (next: Partial<OrderDraft>) => void;
}

/** One thing at a time; what was typed stays while another is looked at. */
export function PhoneDesk(props: PhoneDeskProps) {
  const { chart, form, tape, orders, book, base, openCount, isOrdering, draft, change } = props;
  const [place, setPlace] = useState<Place>(isOrdering ? "order" : "chart");
  const order = (side: OrderSide) => {
    change(turnedTo(draft, side));
    setPlace("order");
  };
  const buttons = (
    <div className="grid grid-cols-2 gap-2 p-3">
      {SIDES.map(({ value }) => (
        <Button
          key={value}
          size="lg"
          onClick={() => order(value)}
          className={value === "buy" ? "bg-up! text-ground!" : "bg-down! text-ground!"}
        >
          {value === "buy" ? t`Buy ${base}` : t`Sell ${base}`}
        </Button>
      ))}
    </div>
  );
  return (
    <div className="px-3 pb-4">
      <Tabs
        label={t`Parts of this market`}
        value={place}
        onValueChange={setPlace}
        items={[
          {
            value: "chart",
            label: t`Chart`,
            content: (
              <Frame>
                <div className="h-[26rem]">{chart}</div>
                {buttons}
              </Frame>
            ),
          },
          {
            value: "book",
            label: t({ message: "Book", context: "order book" }),
            content: (
              <Frame>
                {book((price) => {
                  change({ price });
                  setPlace("order");
                })}
                {buttons}
                {tape}
              </Frame>
            ),
          },
          { value: "order", label: t({ message: "Order", context: "to trade" }), content: <Frame>{form}</Frame> },
          {
            value: "own",
            label:
              openCount === 0
                ? t({ message: "Yours", context: "your own orders" })
                : t({ message: `Yours (${openCount})`, context: "your own orders" }),
            content: <Frame>{orders}</Frame>,
          },
        ]}
      />
    </div>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative -mt-2 min-w-0 overflow-hidden rounded-lg border border-line bg-surface">{children}</div>
  );
}
