import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { type Best, type OrderDraft, tidyPrice } from "#pwa/parts/trading/order-draft.ts";
import { Button } from "#pwa/ui/button.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import type { Leg } from "#schemas/standing-legs.ts";
import { limitNote } from "./standing-draft.ts";
import { isOnFall } from "./standing-words.ts";

/** What a price is typed for. */
export interface PriceFieldProps {
  readonly label: string;
  readonly name: string;
  readonly side: OrderDraft["side"];
  readonly base: string;
  readonly quote: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

interface TriggerFieldProps extends PriceFieldProps {
  readonly kind: Leg["kind"];
  readonly best: Best;
  readonly places: number;
}

/** At which price it begins: that of the side on which one could trade. */
export function TriggerField({ kind, best, places, ...field }: TriggerFieldProps) {
  const { side } = field;
  return <PriceField {...field} hint={withNow(beginWords(side, isOnFall({ kind, side })), side, best, places)} />;
}

function beginWords(side: OrderDraft["side"], isFall: boolean): string {
  if (side === "sell")
    return isFall
      ? t`Begins once the highest bid falls to this price`
      : t`Begins once the highest bid rises to this price`;
  return isFall
    ? t`Begins once the lowest offer falls to this price`
    : t`Begins once the lowest offer rises to this price`;
}

/** What is said of a price, and what it is now: "Begins once … to this price. It is 80 now"; the former alone where there is none. */
export function withNow(said: string, side: OrderDraft["side"], best: Best, places: number): string {
  const watched = side === "sell" ? best.bid : best.ask;
  if (watched === null) return said;
  const price = formatAmountText(tidyPrice(watched, places, side === "sell" ? "down" : "up"));
  return t`${said}. It is ${price} now`;
}

interface LimitFieldProps extends PriceFieldProps {
  /** As it was typed. */
  readonly trigger: string;
}

/** The limit of the order that is placed then. */
export function LimitField({ trigger, ...field }: LimitFieldProps) {
  const { side, value, onValue } = field;
  return (
    <PriceField
      {...field}
      hint={limitNote(side, trigger, value) ?? undefined}
      aside={
        trigger === "" || trigger === value ? undefined : (
          <Button variant="link" size="inline" onClick={() => onValue(trigger)}>
            <Trans>Same as trigger</Trans>
          </Button>
        )
      }
    />
  );
}

interface HintedProps extends PriceFieldProps {
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly aside?: ReactNode;
}

export function PriceField({
  label,
  name,
  base,
  quote,
  value,
  error,
  onValue,
  hint,
  placeholder = "0",
  aside,
}: HintedProps) {
  return (
    <DecimalField
      label={t`${label} (${quote} for one ${base})`}
      name={name}
      placeholder={placeholder}
      inputClassName="numeric"
      value={value}
      error={error}
      {...(hint === undefined ? {} : { hint })}
      {...(aside === undefined ? {} : { aside })}
      onType={onValue}
    />
  );
}
