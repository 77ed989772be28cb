import { type PastLedger, UntrueHistoryError } from "#server/platform/network/history-records.ts";
import { type LedgerHistory, RECORDS_PER_PAGE } from "#server/platform/network/horizon-history.ts";
import { cursorAfterLedger } from "#server/platform/network/network.ts";
import type { GapPage } from "./fold-gap.ts";
import type { LedgerGap } from "./gap-store.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { completed, isAfterCursor, isOfOurs, stretchOf } from "./past-page.ts";
import { tryToRead } from "./read-item.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** Walks the ledgers of a gap, one stretch after the other. It keeps what it has read ahead, and may begin anywhere. */
export class GapWalk {
  readonly #history: LedgerHistory;
  /** Read, and not walked yet. */
  #ahead: readonly PastLedger[] = [];
  #last: PastLedger | null = null;

  constructor(history: LedgerHistory) {
    this.#history = history;
  }

  /** The ledgers that come next, each the successor of the one before, up to 200. */
  async lookAhead({ ledger, last }: LedgerGap): Promise<readonly PastLedger[]> {
    const first = ledger + 1;
    if (this.#ahead[0]?.sequence === first) return this.#ahead;
    this.#ahead = await this.#history.ledgers({ first, last });
    const [next] = this.#ahead;
    if (next && this.#last?.sequence === ledger && next.previousHash !== this.#last.hash) {
      this.#ahead = [];
      throw new UntrueHistoryError(`ledger ${first} does not join on to ${ledger}`);
    }
    return this.#ahead;
  }

  async next(deps: Deps, own: OwnAccounts, gap: LedgerGap): Promise<GapPage> {
    const { runtime, network } = deps;
    const ahead = await this.lookAhead(gap);
    const ledgers = stretchOf(ahead, RECORDS_PER_PAGE);
    const hasAny = ledgers.some(({ transactions }) => transactions > 0);
    const transactions = hasAny ? await this.#history.transactionsOf(ledgers) : [];
    await own.refresh(runtime.database);
    const found = transactions.filter(isAfterCursor(gap.cursor)).filter(isOfOurs(own));
    const items = (await completed(deps, this.#history, found)).map((each) => tryToRead(each, network.passphrase));
    const last = ledgers.at(-1);
    this.#ahead = ahead.slice(ledgers.length);
    this.#last = last ?? null;
    const ledger = last?.sequence ?? gap.ledger;
    return { items, to: { cursor: cursorAfterLedger(ledger), ledger } };
  }
}
