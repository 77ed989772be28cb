import { AppError } from "#schemas/errors.ts";
import { WatchMessage } from "#schemas/market-data.ts";
import { type Answer, type OpenFeatureMessages, parseMessage } from "#server/platform/sync/feature-messages.ts";
import { type MarketFeed, openMarketViewers } from "./market-viewers.ts";

/** Answers on the socket whoever watches a pair, or no longer does. */
export function marketMessages(feed: MarketFeed): OpenFeatureMessages {
  return (outbox) => {
    const viewers = openMarketViewers(outbox, feed);
    const watch: Answer = async ({ socket, userId: ask }, message) => {
      const pair = parseMessage(WatchMessage, message);
      const userId = await ask();
      if (userId === null) throw new AppError("session-required");
      const { bytes, snapshot } = await viewers.watch(socket, userId, pair);
      return { answer: snapshot, bytes };
    };
    const unwatch: Answer = async ({ socket }, message) => {
      viewers.unwatch(socket, parseMessage(WatchMessage, message));
      return { answer: {}, bytes: 0 };
    };
    return { answers: new Map(Object.entries({ watch, unwatch })), leave: (socket) => viewers.leave(socket) };
  };
}
