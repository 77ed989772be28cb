import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AccountLists, AccountNames } from "#server/platform/network/horizon-account.ts";
import type { OfferRef } from "#server/platform/network/trading.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { LedgerHead } from "#server/platform/network/ledgers.ts";
import type { AccountDocument } from "./account.ts";
import type { OrderDeed } from "./movement-events.ts";
import type { TransactionTrading } from "./own-trading.ts";
import type { ReadItem } from "./read-item.ts";
import type { OwnedMovement } from "./tell-receivers.ts";

export interface PartDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
}

/** A transaction of a ledger, with what it did with the exchange for wallets of ours. */
export interface TradedItem extends ReadItem {
  readonly trading: TransactionTrading;
}

/** What Horizon tells of one account. */
export interface Listed {
  readonly lists: AccountLists;
  readonly names: AccountNames | null;
}

export interface FoldedPart {
  /** Who set aside each balance that is known, by its id: movements name them. */
  readonly creators?: ReadonlyMap<string, string>;
  /** What operations did to orders, by `deedKey`: movements tell of it. */
  readonly deeds?: ReadonlyMap<string, OrderDeed>;
  /** Tells people of it, in the same transaction, once they were told of movements. */
  tell(): Promise<void>;
  /** Is told of movements of people that no history had yet, in the same transaction. */
  moved?(news: readonly OwnedMovement[]): Promise<void>;
}

/** What a feature keeps of the ledger beside what accounts hold: its rows come and go with ingestion's cursor. */
export interface IngestPart {
  /**
   * Keeps what items did, in the transaction that folds them with the cursor; a replay changes nothing. `accounts` are all of ours
   * that the items touch, taken for this transaction; `names` the usernames of wallets among them.
   */
  fold(
    runtime: Runtime,
    session: ClientSession,
    items: readonly TradedItem[],
    accounts: ReadonlyMap<string, AccountDocument>,
    names: ReadonlyMap<string, string>,
  ): Promise<FoldedPart>;
  /** Brings everything kept in line with the ledger, of `head` or later, after ledgers were missed. */
  resync(deps: PartDeps, head: LedgerHead): Promise<void>;
  /** Ends what one user no longer has on the ledger, of `head` or later. */
  endGone(deps: PartDeps, userId: number, head: LedgerHead): Promise<void>;
  /** What is left (stroops) of those of these offers that are kept, by their ids: for ledgers that are told without metadata. */
  offered?(runtime: Runtime, offers: readonly OfferRef[]): Promise<ReadonlyMap<string, bigint>>;
  /** Takes over what a wallet has and only Horizon can list. */
  addListed(deps: PartDeps, listed: Listed, account: AccountDocument, head: LedgerHead): Promise<void>;
}
