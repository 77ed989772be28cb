import { Trans } from "@lingui/react/macro";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { BookLevelRow, PairQuery } from "#schemas/market-data.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { OrderSide } from "#schemas/trading.ts";
import { estimateOf } from "#pwa/parts/trading/order-draft.ts";
import { ownNumber } from "#pwa/ui/own-formats.ts";

interface MarketEstimateProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly side: OrderSide;
  readonly amount: bigint;
}

const NO_LEVELS: BookLevelRow[] = [];
/** In stroops: about a sum is not said to the last stroop, in which the exact one of the review may differ. */
const ABOUT = 1000n;

/** What an order at once would come to as the book stands. */
export function MarketEstimate({ pair, market, side, amount }: MarketEstimateProps) {
  const levels = useMarketPart(market, side === "buy" ? asksOf : bidsOf);
  const estimate = estimateOf(levels, side === "buy" ? "asks" : "bids", amount);
  if (estimate === null) return null;
  if (estimate.amount < amount)
    return (
      <Notice tone="warn">
        <Trans>
          The book offers {{ amount: formatAmountText(formatAmount(estimate.amount)) }} {{ base: codeOf(pair.base) }} as
          far as it is shown. For more, place a limit order.
        </Trans>
      </Notice>
    );
  return (
    <p className="numeric text-sm text-ink-2">
      <Trans>
        About {{ amount: formatAmountText(formatAmount(about(estimate.total))) }} {{ quote: codeOf(pair.quote) }} as the
        book stands, {{ percent: ownNumber((Number(estimate.impact) / 100).toFixed(2)) }} % from the best price
      </Trans>
    </p>
  );
}

function about(total: bigint): bigint {
  return total < ABOUT ? total : ((total + ABOUT / 2n) / ABOUT) * ABOUT;
}

function asksOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.asks ?? NO_LEVELS;
}

function bidsOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.bids ?? NO_LEVELS;
}
