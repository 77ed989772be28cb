import { t } from "@lingui/core/macro";
import { showPrice } from "#pwa/parts/market-data/figures.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { priceText } from "#schemas/values/price.ts";
import {
  type Best,
  type DraftProblems,
  firstPrice,
  type OrderDraft,
  priceOf,
  tidyPrice,
  TOLERANCES,
} from "#pwa/parts/trading/order-draft.ts";
import { formatPercent } from "#pwa/ui/format.ts";

const TOLERANCE_ITEMS = TOLERANCES.map((value) => ({
  value,
  get label() {
    return formatPercent(String(Number(value) / 100), " ");
  },
}));

interface PriceFieldsProps {
  readonly draft: OrderDraft;
  readonly problems: DraftProblems;
  readonly best: Best;
  readonly places: number;
  readonly base: string;
  readonly quote: string;
  readonly onChange: (change: Partial<OrderDraft>) => void;
}

/** At which price, or how far from the best one. */
export function PriceFields({ draft, problems, best, places, base, quote, onChange }: PriceFieldsProps) {
  if (draft.kind === "market")
    return (
      <SelectField
        label={t`At most so far from the best price`}
        options={TOLERANCE_ITEMS}
        value={draft.tolerance}
        hint={boundWords(draft, best, places, base, quote)}
        onValueChange={(tolerance) => onChange({ tolerance })}
      />
    );
  const isScaled = draft.kind === "scaled";
  return (
    <>
      <DecimalField
        label={isScaled ? t`From price (${quote})` : t`Price (${quote} for one ${base})`}
        name="price"
        placeholder="0"
        inputClassName="numeric"
        value={draft.price}
        error={problems.price}
        hint={isScaled ? undefined : waitWords(draft, best, places)}
        aside={
          <span className="flex max-w-[45%] shrink-0 flex-wrap justify-end gap-x-3">
            <Shortcut
              name="bid"
              price={best.bid && tidyPrice(best.bid, places, "down")}
              onPick={(price) => onChange({ price })}
            />
            <Shortcut
              name="ask"
              price={best.ask && tidyPrice(best.ask, places, "up")}
              onPick={(price) => onChange({ price })}
            />
          </span>
        }
        onType={(text) => onChange({ price: text })}
      />
      {isScaled ? (
        <div className="grid grid-cols-[1fr_6rem] gap-3">
          <DecimalField
            label={t`To price (${quote})`}
            name="priceTo"
            placeholder="0"
            inputClassName="numeric"
            value={draft.priceTo}
            error={problems.priceTo}
            onType={(text) => onChange({ priceTo: text })}
          />
          <TextField
            label={t({ message: "Orders", context: "how many" })}
            name="count"
            inputMode="numeric"
            autoComplete="off"
            inputClassName="numeric"
            value={draft.count}
            error={problems.count}
            onChange={(event) => onChange({ count: event.target.value })}
          />
        </div>
      ) : null}
    </>
  );
}

interface ShortcutProps {
  readonly name: "bid" | "ask";
  readonly price: string | null;
  readonly onPick: (price: string) => void;
}

function Shortcut({ name, price, onPick }: ShortcutProps) {
  if (price === null) return null;
  return (
    <Button
      variant="link"
      size="inline"
      aria-label={name === "bid" ? t`Use the best bid` : t`Use the best ask`}
      onClick={() => onPick(price)}
    >
      {name === "bid"
        ? t({ message: "Bid", context: "takes the best bid as the price" })
        : t({ message: "Ask", context: "takes the best ask as the price" })}
    </Button>
  );
}

/** Said of the price that the form begins with: why it is that one. */
function waitWords({ side, price }: OrderDraft, best: Best, places: number): string | undefined {
  if (price === "" || (side === "sell" ? best.ask : best.bid) === null) return undefined;
  if (price !== firstPrice(side, best, null, places)) return undefined;
  return side === "sell"
    ? t`The lowest ask: your order waits there for a buyer.`
    : t`The highest bid: your order waits there for a seller.`;
}

function boundWords(draft: OrderDraft, best: Best, places: number, base: string, quote: string): string {
  const bound = priceOf(draft, best);
  const text = bound === null ? null : priceText(bound.n, bound.d);
  if (text === null) return draft.side === "buy" ? t`Nobody sells here right now.` : t`Nobody buys here right now.`;
  const price = showPrice(text, places);
  return draft.side === "buy"
    ? t`You pay at most ${price} ${quote} for one ${base}`
    : t`You get at least ${price} ${quote} for one ${base}`;
}
