import * as v from "valibot";
import { MarketDelta, type MarketSnapshot, type PairQuery } from "#schemas/market-data.ts";
import { UnwatchAck, WatchAck } from "#schemas/protocol.ts";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { fetchSaid } from "#pwa/platform/language/fetch-said.ts";
import { openSocket } from "./open-socket.ts";

/** The way to live markets. Calls fail with {@link LinkError} when the answer does not come or is a refusal. */
export interface MarketLink {
  /** From the snapshot on, the pair's changes come as events, until it is unwatched or the connection is lost. */
  watch(pair: PairQuery): Promise<MarketSnapshot>;
  unwatch(pair: PairQuery): void;
  close(): void;
}

export interface MarketLinkEvents {
  connected(): void;
  disconnected(): void;
  changed(delta: MarketDelta): void;
}

export type OpenMarketLink = (events: MarketLinkEvents) => MarketLink;

const ANSWER_MS = 10_000;

/**
 * A socket of this tab's own, beside the one by which one tab syncs for all: prices that somebody looks at must not wait for a
 * tab in the background, which the browser slows down.
 */
export function openMarketLink(events: MarketLinkEvents, url?: string, cookie?: string): MarketLink {
  const { socket, close } = openSocket(
    "markets",
    {
      connected: () => events.connected(),
      disconnected: () => events.disconnected(),
      // An old app, or a session that ended, is told so by what syncs it.
      refused: () => undefined,
    },
    { url, cookie },
  );
  socket.on("market", (message: unknown) => {
    const parsed = v.safeParse(MarketDelta, message);
    if (parsed.success) events.changed(parsed.output);
  });

  async function ask(event: "watch" | "unwatch", pair: PairQuery): Promise<unknown> {
    try {
      return await socket.timeout(ANSWER_MS).emitWithAck(event, pair);
    } catch (error) {
      throw new LinkError("no-answer", error instanceof Error ? error.message : "no answer");
    }
  }

  return {
    async watch(pair) {
      const answer = v.safeParse(WatchAck, await ask("watch", pair));
      if (!answer.success) throw new LinkError("client-outdated", "The answer was not understood.");
      if ("error" in answer.output) {
        const { code, message, facts } = answer.output.error;
        // With its words at hand: whoever shows it cannot wait for them.
        await fetchSaid();
        throw new LinkError(code, message, facts);
      }
      return answer.output;
    },
    unwatch(pair) {
      if (!socket.connected) return;
      // Whatever comes of it: what is still sent for the pair is ignored.
      ask("unwatch", pair).then(
        (answer) => v.is(UnwatchAck, answer),
        () => false,
      );
    },
    close,
  };
}
