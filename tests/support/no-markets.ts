import { AppError } from "#schemas/errors.ts";
import type { MarketFeed } from "#server/markets/market-viewers.ts";

/** Where nothing is listed, and nothing else can be read. */
export const NO_MARKETS: MarketFeed = {
  open: () => Promise.resolve(null),
  look: () => Promise.reject(new AppError("market-unreachable")),
};
