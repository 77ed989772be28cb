import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDownUp } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatRelativeTime, formatStroops } from "#pwa/ui/format.ts";
import { useNow } from "#pwa/ui/now.ts";
import { fieldText, typedText } from "#pwa/ui/typed-amount.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { worthAt } from "#schemas/values/price.ts";
import type { AssetName } from "./asset-key.ts";
import { type AmountUnit, type PricedAsset, readTyped, textIn, type TypedAmount } from "./own-currency.ts";
import { type Prices, usePrices } from "./use-prices.ts";
import { formatUsd } from "./worth.ts";

interface AmountFieldProps {
  /** What it is called while it is typed in each unit. */
  readonly labels: Readonly<Record<AmountUnit, string>>;
  readonly asset: AssetName;
  readonly typed: TypedAmount;
  readonly error?: string | undefined;
  /** What else is to be known of the amount. */
  readonly note?: string;
  /** The most there is, in stroops, to be filled in by one tap. */
  readonly most?: bigint | undefined;
  readonly inputClassName?: string;
  readonly onChange: (typed: TypedAmount) => void;
}

/** An amount of an asset, typed in the asset or, where its price is known, in dollars: one tap changes which, and both are shown. */
export function AmountField(props: AmountFieldProps) {
  const { labels, asset, typed, error, note, most, inputClassName, onChange } = props;
  const prices = usePrices();
  const priced = { assetCode: asset.assetCode, usd: prices.priceOf(asset.assetCode, asset.issuer)?.usd ?? null };
  const { unit, show } = useShownUnit(typed);
  const other = unit === "asset" ? "usd" : "asset";
  const otherName = nameOf(other, priced);
  const isOffered = priced.usd !== null || unit === "usd";
  return (
    <TextField
      label={labels[unit]}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      {...(inputClassName === undefined ? {} : { inputClassName })}
      value={fieldText(textIn(unit, typed, priced))}
      error={error}
      hint={
        isOffered || note !== undefined ? (
          <>
            {isOffered ? (
              <span className="numeric block">
                <OtherSide {...{ unit, typed, priced, prices }} />
              </span>
            ) : null}
            {note === undefined ? null : <span className="block">{note}</span>}
          </>
        ) : undefined
      }
      aside={
        <span className="-my-0.5 flex shrink-0 items-baseline gap-4">
          {isOffered ? (
            <Button
              variant="link"
              size="inline"
              aria-label={t`Type in ${otherName}`}
              onMouseDown={keepFocus}
              onClick={() => show(typed, other)}
            >
              {otherName}
              <ArrowDownUp aria-hidden="true" className="size-3.5" />
            </Button>
          ) : null}
          {most === undefined ? null : (
            <Button
              variant="link"
              size="inline"
              onClick={() => {
                const all = { amount: formatAmountShort(most), amountIn: "asset" } as const;
                show(all, unit);
                onChange(all);
              }}
            >
              <Trans context="fills in the most there is">Max</Trans>
            </Button>
          )}
        </span>
      }
      onChange={(event) => {
        const text = { amount: typedText(event.target.value), amountIn: unit };
        show(text, unit);
        onChange(text);
      }}
    />
  );
}

function nameOf(unit: AmountUnit, { assetCode }: PricedAsset): string {
  return unit === "usd" ? "USD" : assetCode;
}

/** The keyboard of a phone stays where it is. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

interface ShownUnit {
  readonly unit: AmountUnit;
  /** Shows this amount in a unit, until another one stands in its place. */
  readonly show: (typed: TypedAmount, unit: AmountUnit) => void;
}

/** What the field shows an amount in: what it was typed in, unless the person switched since. What comes from elsewhere is shown as it came. */
function useShownUnit({ amount, amountIn }: TypedAmount): ShownUnit {
  const [shown, setShown] = useState<TypedAmount & { readonly unit: AmountUnit }>({ amount, amountIn, unit: amountIn });
  const isSame = shown.amount === amount && shown.amountIn === amountIn;
  return {
    unit: isSame ? shown.unit : amountIn,
    show: (typed, unit) => setShown({ amount: typed.amount, amountIn: typed.amountIn, unit }),
  };
}

interface OtherSideProps {
  readonly unit: AmountUnit;
  readonly typed: TypedAmount;
  readonly priced: PricedAsset;
  readonly prices: Prices;
}

/** What is typed, in the unit that the field does not show; nothing of it is something, too, so that the line keeps its place. */
function OtherSide({ unit, typed, priced, prices }: OtherSideProps) {
  const nowMs = useNow();
  const read = readTyped(typed, priced);
  const stroops = typeof read === "string" ? 0n : read;
  const amount =
    unit === "usd"
      ? `≈ ${formatStroops(stroops)} ${priced.assetCode}`
      : `≈ ${formatUsd(worthAt(stroops, priced.usd, "half-up") ?? 0n)}`;
  if (!prices.isOld || prices.at === null) return amount;
  const age = formatRelativeTime(Date.parse(prices.at), nowMs);
  return t`${amount}, by prices of ${age}`;
}
