import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { AmountBox } from "#pwa/parts/trading/amount-box.tsx";
import { readSlippage, USUAL_SLIPPAGE } from "#pwa/parts/trading/slippage.ts";
import { SlippagePicker } from "#pwa/parts/trading/slippage-picker.tsx";
import { maxStroops } from "#pwa/parts/assets/balances.ts";
import { useUsdWorth } from "#pwa/parts/assets/use-usd-worth.ts";
import type { KnownAsset, KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatStroops } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import type { PoolDepositTerms } from "#schemas/trading.ts";
import { isEmptyPool, partnerOf, priceBounds, type Reserves } from "#pwa/parts/market-data/pool-math.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";

const DepositReview = later(async () => (await import("./pool-reviews.tsx")).DepositReview);

/** Where to deposit: two assets (`XLM` or `CODE-ISSUER`), and the state of their pool; null where there is none yet. */
export interface DepositTarget {
  readonly assetA: string;
  readonly assetB: string;
  readonly state: Reserves | null;
}

interface DepositFormProps {
  readonly target: DepositTarget;
  readonly known: KnownAssets;
  readonly isOnline: boolean;
}

type Side = "a" | "b";

/** Both assets by the pool's ratio; either field leads. The first deposit sets the ratio, so there both are typed. */
export function DepositForm({ target: { assetA, assetB, state }, known, isOnline }: DepositFormProps) {
  const [typed, setTyped] = useState<{ readonly a: string; readonly b: string; readonly lead: Side }>(NOTHING);
  const [slippage, setSlippage] = useState<string>(USUAL_SLIPPAGE);
  const [isTried, setTried] = useState(false);
  const [reviewed, setReviewed] = useState<PoolDepositTerms | null>(null);
  const isFirst = state === null || isEmptyPool(state);
  const texts = isFirst ? typed : filled(typed, state);
  const assets = { a: known.byKey.get(assetA) ?? null, b: known.byKey.get(assetB) ?? null };
  const amounts = { a: readAmount(texts.a), b: readAmount(texts.b) };
  const part = readSlippage(slippage);
  const bounds =
    typeof amounts.a === "bigint" &&
    typeof amounts.b === "bigint" &&
    amounts.a > 0n &&
    amounts.b > 0n &&
    typeof part === "bigint"
      ? priceBounds(isFirst ? { a: amounts.a, b: amounts.b } : ratioOf(state), part)
      : null;
  const problems = { a: problemOf(amounts.a, assets.a), b: problemOf(amounts.b, assets.b) };
  const canReview = isOnline && bounds !== null && problems.a === null && problems.b === null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!canReview || bounds === null || typeof amounts.a === "string" || typeof amounts.b === "string") return;
    const [maxA, maxB] = [formatAmountShort(amounts.a), formatAmountShort(amounts.b)];
    setReviewed({ assetA, assetB, maxA, maxB, minPrice: bounds.min, maxPrice: bounds.max });
  }
  const box = (side: Side) => (
    <DepositBox
      asset={assets[side]}
      value={texts[side]}
      isQuoted={!isFirst && typed.lead !== side}
      error={isTried || texts[side] !== "" ? (problems[side] ?? undefined) : undefined}
      onType={(text) => setTyped({ ...typed, [side]: text, lead: side })}
    />
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {isFirst ? (
        <Notice title={t`You set the price of this pool`}>
          <Trans>
            It holds nothing yet. Give both amounts at the price of the market: at any other, whoever comes first takes
            the difference from you.
          </Trans>
        </Notice>
      ) : null}
      {box("a")}
      {box("b")}
      <SlippagePicker value={slippage} onChange={setSlippage} />
      {isOnline ? null : (
        <Notice tone="warn">
          <Trans>You are offline. Depositing needs a connection; what you typed stays here.</Trans>
        </Notice>
      )}
      <Button type="submit" size="lg" disabled={!canReview}>
        <Trans>Review</Trans>
      </Button>
      {reviewed === null ? null : (
        <DepositReview
          terms={reviewed}
          onClose={() => setReviewed(null)}
          onDone={() => {
            setReviewed(null);
            setTyped(NOTHING);
            setTried(false);
          }}
        />
      )}
    </form>
  );
}

const NOTHING = { a: "", b: "", lead: "a" } as const;

interface DepositBoxProps {
  readonly asset: KnownAsset | null;
  readonly value: string;
  readonly isQuoted: boolean;
  readonly error: string | undefined;
  readonly onType: (text: string) => void;
}

function DepositBox({ asset, value, isQuoted, error, onType }: DepositBoxProps) {
  const worthOf = useUsdWorth();
  const stroops = readAmount(value);
  if (asset === null) return null;
  const { balance, assetCode } = asset;
  return (
    <AmountBox
      label={t`${assetCode} to deposit`}
      asset={asset}
      value={value}
      isQuoted={isQuoted}
      error={error}
      note={typeof stroops === "bigint" && stroops > 0n ? worthOf(stroops, asset) : null}
      aside={
        balance === null ? (
          t`Not held`
        ) : (
          <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
            <span data-private="">
              <Trans>{{ amount: formatAmountText(balance.spendable) }} to spend</Trans>
            </span>
            <Button
              variant="link"
              size="inline"
              aria-label={t`Max: deposit all ${assetCode} that can be spent`}
              onClick={() => onType(formatAmountShort(maxStroops(balance)))}
            >
              <Trans>Max</Trans>
            </Button>
          </span>
        )
      }
      onType={onType}
    />
  );
}

/** Both fields, the one that follows filled in by the pool's ratio. */
function filled(typed: { readonly a: string; readonly b: string; readonly lead: Side }, state: Reserves) {
  const amount = readAmount(typed[typed.lead]);
  const text = typeof amount === "bigint" && amount > 0n ? formatAmountShort(partnerOf(typed.lead, amount, state)) : "";
  return typed.lead === "a" ? { a: typed.a, b: text } : { a: text, b: typed.b };
}

function ratioOf({ reserveA, reserveB }: Reserves) {
  return { a: parseAmount(reserveA), b: parseAmount(reserveB) };
}

function problemOf(amount: bigint | string, asset: KnownAsset | null): string | null {
  if (typeof amount === "string") return amount;
  if (amount === 0n) return sentenceOf("amount-not-positive");
  const spendable = asset === null || asset.balance === null ? 0n : parseAmount(asset.balance.spendable);
  if (amount <= spendable) return null;
  if (asset === null) return t`You hold no such asset.`;
  const { assetCode, balance } = asset;
  return balance === null
    ? t`You hold no ${assetCode}.`
    : sentenceOf("balance-too-low", { spendable: formatStroops(spendable), assetCode });
}
