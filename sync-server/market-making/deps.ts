import type { MarketFeedView } from "#server/standing-orders/index.ts";
import type { ExchangeDeps } from "#server/trading/index.ts";

export interface MarketDeps extends ExchangeDeps {
  readonly feed: MarketFeedView;
  /** Called when a submission was accepted: their worker need not wait for its next look. */
  readonly onAccepted: () => void;
}
