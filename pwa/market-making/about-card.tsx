import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";

/** What market making is and how it loses money, plainly. */
export function AboutMarketMaking() {
  return (
    <div className="flex flex-col gap-3 text-sm text-ink-2">
      <p>
        <Trans>
          A pool keeps offers to buy a little below a price and offers to sell a little above it. Whoever trades with
          both leaves you the difference, the spread.
        </Trans>
      </p>
      <div>
        <h3 className="font-semibold text-ink">
          <Trans>How it loses money</Trans>
        </h3>
        <ul className="mt-1 flex list-disc flex-col gap-1 ps-5">
          <li>{t`When the price runs one way, you have bought all the way down or sold all the way up. Simply holding would often have been better.`}</li>
          <li>{t`Others who know a new price first trade with your offers at the old one.`}</li>
          <li>{t`Each change of the offers costs a little XLM, also on days without a trade.`}</li>
        </ul>
      </div>
    </div>
  );
}
