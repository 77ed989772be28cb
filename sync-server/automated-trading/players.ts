import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import type { Player } from "#schemas/strategies/player.ts";
import { closedCandles, lengthOf } from "#server/markets/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { candleFrom } from "./books.ts";
import type { AutomationDocument, StoredBook } from "./store.ts";

/** A strategy as a process keeps it warm, and the last candle that it was shown. */
interface Warm {
  readonly player: Player;
  shownAt: number;
}

/** Strategies of many automations and pairs, kept warm from one candle to the next. */
export class Players {
  readonly #warm = new Map<string, Warm>();

  /** The strategy of a pair as the candle before `book`'s next left it: kept, or begun anew with twice as many candles as it says it needs. */
  async of(database: Database, automation: AutomationDocument, book: StoredBook): Promise<Player> {
    const key = keyOf(automation, book);
    const known = this.#warm.get(key);
    if (known?.shownAt === book.candleAt) return known.player;
    const player = await warmPlayer(database, automation, book);
    this.#warm.set(key, { player, shownAt: book.candleAt });
    return player;
  }

  /** Notes that the strategy of a pair was shown a candle, and that this is stored. */
  note(automation: AutomationDocument, book: StoredBook, shownAt: number): void {
    const known = this.#warm.get(keyOf(automation, book));
    if (known) known.shownAt = shownAt;
  }

  /** It was shown a candle of which nothing is stored: it has to be begun anew. */
  forget(automation: AutomationDocument, book: StoredBook): void {
    this.#warm.delete(keyOf(automation, book));
  }

  /** Lets go of all that is none of these any more. */
  keep(ids: ReadonlySet<number>): void {
    for (const key of this.#warm.keys()) if (!ids.has(Number(key.split(" ")[0]))) this.#warm.delete(key);
  }
}

function keyOf({ id }: AutomationDocument, { base }: StoredBook): string {
  return `${id} ${base}`;
}

/** A strategy that was shown all up to a book's last candle. */
export async function warmPlayer(
  database: Database,
  { terms }: Pick<AutomationDocument, "terms">,
  { base, candleAt, held }: Pick<StoredBook, "base" | "candleAt" | "held">,
): Promise<Player> {
  const { strategy, parameters, candle: size, quote } = terms;
  const { warmUp, play } = STRATEGIES[strategy];
  const ms = lengthOf(size);
  const pair = { base: assetOfKey(base), counter: assetOfKey(quote) };
  const span = { size, after: 0, until: candleAt + ms, most: 2 * warmUp(parameters), isLatest: true };
  const player = play(parameters);
  const holding = { base: BigInt(held.base), quote: BigInt(held.quote) };
  for (const candle of await closedCandles(database, pair, span)) player.show(candleFrom(candle, ms), holding);
  return player;
}
