import { withDelta as foldDelta } from "#pwa/parts/market-data/book.ts";
import type { Socket } from "socket.io-client";
import * as v from "valibot";
import { MarketDelta, MarketSnapshot, type PairQuery } from "#schemas/market-data.ts";

/** What a screen holds of a pair, kept by what the socket tells. */
export class Viewer {
  readonly #socket: Socket;
  readonly #pair: PairQuery;
  readonly deltas: MarketDelta[] = [];
  shown: MarketSnapshot | null = null;
  gaps = 0;

  constructor(socket: Socket, pair: PairQuery) {
    this.#socket = socket;
    this.#pair = pair;
    socket.on("market", (message: unknown) => this.#note(v.parse(MarketDelta, message)));
  }

  async watch(): Promise<MarketSnapshot> {
    this.shown = null;
    const answer: unknown = await this.#socket.timeout(10_000).emitWithAck("watch", this.#pair);
    this.shown = v.parse(MarketSnapshot, answer);
    return this.shown;
  }

  #note(delta: MarketDelta): void {
    if (delta.base !== this.#pair.base || delta.quote !== this.#pair.quote) return;
    this.deltas.push(delta);
    if (!this.shown) return;
    if (delta.previous !== this.shown.sequence) this.gaps += 1;
    else if (delta.sequence !== delta.previous) this.shown = withDelta(this.shown, delta);
  }
}

/** A snapshot with what changed after it, as a screen holds it. */
export function withDelta(shown: MarketSnapshot, delta: MarketDelta): MarketSnapshot {
  const next = foldDelta(shown, delta);
  if (next === null) throw new Error(`a change after ${delta.previous} came to whoever is at ${shown.sequence}`);
  return next;
}
