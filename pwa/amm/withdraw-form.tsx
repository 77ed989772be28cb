import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import { readSlippage, USUAL_SLIPPAGE } from "#pwa/parts/trading/slippage.ts";
import { SlippagePicker } from "#pwa/parts/trading/slippage-picker.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { formatAmount, formatAmountShort } from "#schemas/values/money.ts";
import type { PoolWithdrawTerms } from "#schemas/trading.ts";
import { amountsOfShares, leastOfPair, sharesOfPercent } from "#pwa/parts/market-data/pool-math.ts";
import { formatPercent, formatStroops } from "#pwa/ui/format.ts";
import type { ShownPool } from "./use-pools.ts";
import { worthWords } from "./pool-words.ts";

const WithdrawReview = later(async () => (await import("./pool-reviews.tsx")).WithdrawReview);

interface WithdrawFormProps {
  readonly shown: ShownPool;
  readonly isOnline: boolean;
}

const PARTS = [25, 50, 75, 100] as const;

/** A part of one's share, by a slider, and what comes of it at least. */
export function WithdrawForm({ shown, isOnline }: WithdrawFormProps) {
  const { pool, shares, worthOf } = shown;
  const [percent, setPercent] = useState(100);
  const [slippage, setSlippage] = useState<string>(USUAL_SLIPPAGE);
  const [reviewed, setReviewed] = useState<PoolWithdrawTerms | null>(null);
  const part = readSlippage(slippage);
  const taken = sharesOfPercent(shares, percent);
  const amounts = amountsOfShares(taken, pool);
  const least = leastOfPair(amounts, typeof part === "bigint" ? part : 0n);
  const canReview = isOnline && typeof part === "bigint" && taken > 0n;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!canReview) return;
    setReviewed({
      poolId: pool.poolId,
      shares: formatAmountShort(taken),
      minA: formatAmountShort(least.a),
      minB: formatAmountShort(least.b),
    });
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PercentPicker percent={percent} onPercent={setPercent} />
      <Facts
        facts={[
          { name: t({ message: "Worth", context: "in dollars, noun" }), value: worthWords(worthOf(amounts)) },
          ...[
            { code: pool.assetA.assetCode, amount: amounts.a, min: least.a },
            { code: pool.assetB.assetCode, amount: amounts.b, min: least.b },
          ].map(({ code, amount, min }) => ({
            name: code,
            value: (
              <span className="flex flex-col items-end">
                <Amount value={formatAmount(amount)} assetCode={code} />
                <span className="numeric text-xs font-normal text-ink-3">
                  <Trans>at least {{ amount: formatStroops(min) }}</Trans>
                </span>
              </span>
            ),
          })),
        ]}
      />
      <SlippagePicker value={slippage} onChange={setSlippage} />
      {shares === 0n ? (
        <Notice>
          <Trans>You have no share of this pool now.</Trans>
        </Notice>
      ) : null}
      {isOnline ? null : (
        <Notice tone="warn">
          <Trans>You are offline. Withdrawing needs a connection.</Trans>
        </Notice>
      )}
      <Button type="submit" size="lg" disabled={!canReview}>
        <Trans>Review</Trans>
      </Button>
      {reviewed === null ? null : (
        <WithdrawReview
          terms={reviewed}
          pool={pool}
          onClose={() => setReviewed(null)}
          onDone={() => {
            setReviewed(null);
            setPercent(100);
          }}
        />
      )}
    </form>
  );
}

interface PercentPickerProps {
  readonly percent: number;
  readonly onPercent: (percent: number) => void;
}

/** How much of one's share is taken out. */
function PercentPicker({ percent, onPercent }: PercentPickerProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium text-ink-2">
          <Trans>Part of your share</Trans>
        </label>
        <output htmlFor={id} className="numeric text-xl font-semibold">
          {formatPercent(String(percent))}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={1}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={t`${percent} percent`}
        onChange={(event) => onPercent(Number(event.target.value))}
        className="min-h-11 w-full accent-accent-fill"
      />
      <div className="flex gap-2">
        {PARTS.map((value) => (
          <Button
            key={value}
            size="sm"
            variant="secondary"
            aria-pressed={percent === value}
            onClick={() => onPercent(value)}
            className="min-w-0 flex-1 shrink"
          >
            {value === 100 ? t({ message: "All", context: "of one's share" }) : formatPercent(String(value))}
          </Button>
        ))}
      </div>
    </div>
  );
}
