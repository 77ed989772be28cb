import { type PastLedger, type PastTransaction, UntrueHistoryError } from "#server/platform/network/history-records.ts";
import { type LedgerHistory, RECORDS_PER_PAGE } from "#server/platform/network/horizon-history.ts";
import { cursorAfterLedger } from "#server/platform/network/network.ts";
import { type GapPage, placeAfter } from "./fold-gap.ts";
import type { LedgerGap } from "./gap-store.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { completed, isAfterCursor, isOfOurs, stretchOf } from "./past-page.ts";
import { tryToRead } from "./read-item.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** Ledgers in a row, and the transactions of ours in them. */
interface Stretch {
  readonly ledgers: readonly PastLedger[];
  readonly found: readonly PastTransaction[];
}

/** Walks the ledgers of a gap, one stretch after the other. It keeps what it has read, and may begin anywhere. */
export class GapWalk {
  /** Which gap it walks. */
  readonly gap: number;
  readonly #history: LedgerHistory;
  /** Read, and not walked yet. */
  #ahead: readonly PastLedger[] = [];
  #stretch: Stretch | null = null;

  constructor(history: LedgerHistory, gap: number) {
    this.#history = history;
    this.gap = gap;
  }

  /** The ledgers that come next, each the successor of the one before, up to 200. The gap's last is the one that RPC tells of. */
  async lookAhead({ network }: PartDeps, gap: LedgerGap): Promise<readonly PastLedger[]> {
    const { ledger, last, walked, lastHash } = gap;
    const first = ledger + 1;
    if (this.#ahead[0]?.sequence === first) return this.#ahead;
    const ahead = await this.#history.ledgers({ first, last });
    if (walked?.sequence === ledger && ahead[0]?.previousHash !== walked.hash)
      throw new UntrueHistoryError(`ledger ${first} does not join on to ${ledger}`);
    const end = ahead.at(-1);
    const known = end?.sequence === last ? (lastHash ?? (await network.ledgerHash(last))) : null;
    if (known !== null && end?.hash !== known)
      throw new UntrueHistoryError(`Horizon's ledger ${last} is not the one that RPC goes on from`);
    this.#ahead = ahead;
    return ahead;
  }

  /** What of ours comes next, as far as it is told: to the end of the stretch, or to the last that was completed. */
  async next(deps: Deps, own: OwnAccounts, gap: LedgerGap): Promise<GapPage> {
    const { ledgers, found } = await this.#readStretch(deps, own, gap);
    const left = found.filter(isAfterCursor(gap.cursor));
    const told = await completed(deps, this.#history, left);
    const items = told.map((each) => tryToRead(each, deps.network.passphrase));
    const ledger = ledgers.at(-1)?.sequence ?? gap.ledger;
    const end = { cursor: cursorAfterLedger(ledger), ledger };
    return { items, to: placeAfter(gap, told.at(-1), left.length - told.length, end), ledgers };
  }

  async #readStretch(deps: Deps, own: OwnAccounts, gap: LedgerGap): Promise<Stretch> {
    const next = gap.ledger + 1;
    if (this.#stretch?.ledgers.some(({ sequence }) => sequence === next)) return this.#stretch;
    const ahead = await this.lookAhead(deps, gap);
    const ledgers = stretchOf(ahead, RECORDS_PER_PAGE);
    const hasAny = ledgers.some(({ transactions }) => transactions > 0);
    const transactions = hasAny ? await this.#history.transactionsOf(ledgers) : [];
    await own.refresh(deps.runtime.database);
    this.#stretch = { ledgers, found: transactions.filter(isOfOurs(own)) };
    this.#ahead = ahead.slice(ledgers.length);
    return this.#stretch;
  }
}
