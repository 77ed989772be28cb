import type { MarketFeedView } from "#server/standing-orders/index.ts";
import type { ExchangeDeps } from "#server/trading/index.ts";

export interface AutomationDeps extends ExchangeDeps {
  readonly feed: MarketFeedView;
  /** Called when a trade was accepted: the worker of submissions need not wait for its next look. */
  readonly onAccepted: () => void;
}

/** Up to when the markets are known, in ms since the epoch: by it candles close, whatever our clock says. Null while that is not known. */
export function marketTime(feed: MarketFeedView): number | null {
  const { closedAt } = feed.place();
  return closedAt === null ? null : Date.parse(closedAt);
}
