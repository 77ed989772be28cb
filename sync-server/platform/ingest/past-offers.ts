import type { PastTransaction } from "#server/platform/network/history-records.ts";
import { type LeftOfOffers, takenOffersOf } from "#server/platform/network/meta-of-effects.ts";
import type { IngestPart, PartDeps } from "./parts.ts";

/** What is left of offers of ours while transactions that are told without metadata are gone through, in their order. */
export class PastOffers implements LeftOfOffers {
  readonly #parts: readonly IngestPart[];
  readonly #left = new Map<string, bigint>();

  constructor(parts: readonly IngestPart[]) {
    this.#parts = parts;
  }

  /** Learns of the offers that a transaction took what is kept of them. */
  async learn({ runtime }: PartDeps, transaction: PastTransaction): Promise<void> {
    const unknown = takenOffersOf(transaction).filter(({ offerId }) => !this.#left.has(offerId));
    if (unknown.length === 0) return;
    for (const part of this.#parts)
      for (const [id, left] of (await part.offered?.(runtime, unknown)) ?? []) this.#left.set(id, left);
  }

  left(offerId: string): bigint | undefined {
    return this.#left.get(offerId);
  }

  set(offerId: string, left: bigint): void {
    this.#left.set(offerId, left);
  }
}
