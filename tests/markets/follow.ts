import { MarketIndex } from "#server/markets/market-index.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { changesAmong, readMarketChanges } from "#server/platform/network/market-changes.ts";
import type { LedgerTrade, MarketChanges } from "#server/platform/network/markets.ts";
import { integerFrom, type Random } from "#tests/faults/stellar/random.ts";
import { anyDoing } from "./doings.ts";
import type { Town } from "./town.ts";

/** An index that follows a town by its transactions alone, with the trades it was told of. */
export class Follower {
  readonly index: MarketIndex;
  readonly trades: LedgerTrade[] = [];
  readonly #town: Town;
  readonly #listed: ReadonlySet<string>;

  constructor(town: Town) {
    this.#town = town;
    this.index = new MarketIndex(town.listed.map(({ name }) => name));
    this.#listed = new Set(town.listed.map(({ name }) => assetKey(name)));
  }

  /** Reads on to the newest ledger; answers with what each of those in between did. */
  async catchUp(): Promise<MarketChanges[]> {
    const told: MarketChanges[] = [];
    for (const { ledger, transactions } of await this.#town.news()) {
      const all = readMarketChanges(transactions);
      const changes = changesAmong(all, this.#listed, (id) => this.index.has(id));
      this.index.apply(ledger, changes);
      this.trades.push(...changes.trades);
      told.push(changes);
    }
    if (this.index.ledger < this.#town.ledger) this.index.advance(this.#town.ledger);
    return told;
  }
}

/** So many ledgers in which people do something at random. */
export async function letLive(town: Town, random: Random, ledgers: number): Promise<void> {
  for (let ledger = 0; ledger < ledgers; ledger += 1) {
    const busy = new Set<string>();
    for (let doing = integerFrom(random, 0, 9); doing > 0; doing -= 1) {
      const { source, ...rest } = anyDoing(town, random);
      if (busy.has(source.publicKey())) continue;
      busy.add(source.publicKey());
      town.submit({ source, ...rest });
    }
    await town.close();
  }
}
