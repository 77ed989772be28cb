import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { AmountBox } from "#pwa/parts/trading/amount-box.tsx";
import { maxStroops } from "#pwa/parts/assets/balances.ts";
import { useUsdWorth } from "#pwa/parts/assets/use-usd-worth.ts";
import { useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatStroops } from "#pwa/ui/format.ts";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { readAmount } from "#pwa/ui/typed-amount.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { StakeReview } from "./stake-review.tsx";
import { lockWords, rateNow, rateWords } from "./stake-words.ts";
import type { Offer } from "./use-staking.ts";

interface StakeSheetProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

/** How much to stake, then its review. */
export function StakeSheet({ offer, onClose }: StakeSheetProps) {
  const known = useKnownAssets();
  const worthOf = useUsdWorth();
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  const [reviewed, setReviewed] = useState<string | null>(null);
  const { assetCode } = offer;
  const asset = known.byKey.get(assetKeyOf(offer)) ?? null;
  const balance = asset?.balance ?? null;
  const amount = readAmount(typed);
  const problem = problemOf(amount, offer, balance === null ? null : parseAmount(balance.spendable));
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (problem === null && typeof amount === "bigint") setReviewed(formatAmountShort(amount));
  }
  if (reviewed !== null)
    return <StakeReview offer={offer} amount={reviewed} onBack={() => setReviewed(null)} onClose={onClose} />;
  return (
    <Sheet
      title={t`Stake ${assetCode}`}
      description={`${rateWords(rateNow(offer))} · ${lockWords(offer.lockupPeriod)}`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <AmountBox
          label={t`${assetCode} to stake`}
          asset={asset}
          value={typed}
          isQuoted={false}
          error={isTried ? (problem ?? undefined) : undefined}
          note={typeof amount === "bigint" && amount > 0n && asset !== null ? worthOf(amount, asset) : null}
          aside={
            balance === null ? (
              t`Not held`
            ) : (
              <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
                <span data-private="">
                  <Trans>{{ amount: formatAmountText(balance.spendable) }} to spend</Trans>
                </span>
                <Button variant="link" size="inline" onClick={() => setTyped(formatAmountShort(maxStroops(balance)))}>
                  <Trans>Max</Trans>
                </Button>
              </span>
            )
          }
          onType={setTyped}
        />
        <Button type="submit" size="lg">
          <Trans>Review</Trans>
        </Button>
      </form>
    </Sheet>
  );
}

function problemOf(amount: bigint | string, { assetCode, minStakeAmount }: Offer, spendable: bigint | null) {
  if (typeof amount === "string") return amount;
  if (amount === 0n) return sentenceOf("amount-not-positive");
  if (spendable === null) return t`You hold no ${assetCode}.`;
  if (amount > spendable) return sentenceOf("balance-too-low", { spendable: formatStroops(spendable), assetCode });
  const least = formatAmountText(minStakeAmount);
  return amount < parseAmount(minStakeAmount) ? t`With this offer you stake at least ${least} ${assetCode}.` : null;
}
