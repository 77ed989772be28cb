import { XdrString } from "@stellar/stellar-sdk/xdr";
import type {
  AccountEntryWire,
  LedgerEntryChangeWire,
  LedgerEntryWire,
  LedgerHeaderWire,
  PublicKeyWire,
} from "@stellar/stellar-sdk/xdr";
import { accountKey, entryKey, hex, ledgerKeyOf } from "./keys.ts";
import { OrderBook } from "./order-book.ts";

/** Where entries that are not in memory come from. */
export interface EntrySource {
  entry(key: string): LedgerEntryWire | undefined;
}

interface Frame {
  /** Value of every touched entry when the frame was opened; null where there was none. */
  readonly before: Map<string, LedgerEntryWire | null>;
  readonly sponsorships: ReadonlyMap<string, PublicKeyWire>;
  readonly feePool: bigint;
  readonly idPool: bigint;
}

/** What one frame of changes can do; frames close in the reverse order of their opening. */
export interface Scope {
  commit(): void;
  rollback(): void;
  /** What the frame has done so far, as ledger metadata shows it. */
  changes(): LedgerEntryChangeWire[];
}

/**
 * The ledger while it is being worked on: entries, header, order books, and nested frames that commit or roll back.
 * An entry that `load` has handed out may be changed in place until its frame closes.
 */
export class LedgerState {
  readonly book = new OrderBook();
  header: LedgerHeaderWire;
  /** Highest sequence number that this ledger will still apply, by account (hex); merges look at it. */
  maxSeqNumToApply: ReadonlyMap<string, bigint> = new Map();
  readonly #source: EntrySource;
  readonly #entries = new Map<string, LedgerEntryWire | null>();
  readonly #frames: Frame[] = [];
  readonly #poolShares = new Map<string, Set<string>>();
  #sponsorships: ReadonlyMap<string, PublicKeyWire> = new Map();

  /** `indexed` are all offers and pool-share trust lines that exist in `source`. */
  constructor(source: EntrySource, header: LedgerHeaderWire, indexed: Iterable<LedgerEntryWire>) {
    this.#source = source;
    this.header = header;
    for (const entry of indexed) this.#index(entry, true);
  }

  /** The entry as it is now, not to be changed; looking leaves no trace in metadata. */
  peek(key: string): LedgerEntryWire | undefined {
    const known = this.#entries.get(key);
    if (known !== undefined) return known ?? undefined;
    const stored = this.#source.entry(key);
    this.#entries.set(key, stored ?? null);
    return stored;
  }

  /** The entry, to be changed in place; loading alone already counts as an update, as in stellar-core. */
  load(key: string): LedgerEntryWire | undefined {
    const frame = this.#top();
    const current = this.peek(key);
    if (!current || frame.before.has(key)) return current;
    const copy = copyOf(current);
    copy.lastModifiedLedgerSeq = this.header.ledgerSeq;
    frame.before.set(key, current);
    this.#entries.set(key, copy);
    return copy;
  }

  create(entry: LedgerEntryWire): void {
    const key = entryKey(entry);
    if (this.peek(key)) throw new Error(`ledger entry ${key} exists already`);
    entry.lastModifiedLedgerSeq = this.header.ledgerSeq;
    this.#remember(key);
    this.#entries.set(key, entry);
    this.#index(entry, true);
  }

  erase(key: string): void {
    const current = this.peek(key);
    if (!current) throw new Error(`ledger entry ${key} does not exist`);
    this.#remember(key);
    this.#index(current, false);
    this.#entries.set(key, null);
  }

  peekAccount(account: PublicKeyWire): AccountEntryWire | undefined {
    const data = this.peek(accountKey(account))?.data;
    return data?.type === 0 ? data.account : undefined;
  }

  loadAccount(account: PublicKeyWire): AccountEntryWire | undefined {
    const data = this.load(accountKey(account))?.data;
    return data?.type === 0 ? data.account : undefined;
  }

  /** Keys of an account's pool-share trust lines. */
  poolShareKeys(account: PublicKeyWire): readonly string[] {
    return [...(this.#poolShares.get(hex(account.ed25519)) ?? [])];
  }

  /** Who pays for what `account` creates in this transaction, if anyone does. */
  sponsorOf(account: PublicKeyWire): PublicKeyWire | undefined {
    return this.#sponsorships.get(hex(account.ed25519));
  }

  isSponsoringNow(account: PublicKeyWire): boolean {
    const wanted = hex(account.ed25519);
    return this.#sponsorships.values().some((sponsor) => hex(sponsor.ed25519) === wanted);
  }

  hasOpenSponsorships(): boolean {
    return this.#sponsorships.size > 0;
  }

  setSponsor(sponsored: PublicKeyWire, sponsor: PublicKeyWire | undefined): void {
    const next = new Map(this.#sponsorships);
    if (sponsor) next.set(hex(sponsored.ed25519), sponsor);
    else next.delete(hex(sponsored.ed25519));
    this.#sponsorships = next;
  }

  begin(): Scope {
    const frame: Frame = {
      before: new Map(),
      sponsorships: this.#sponsorships,
      feePool: this.header.feePool,
      idPool: this.header.idPool,
    };
    this.#frames.push(frame);
    return {
      commit: () => this.#commit(frame),
      rollback: () => this.#rollback(frame),
      changes: () => this.#changes(frame),
    };
  }

  /** Entries touched in the outermost open frame, as they are now (null: erased). */
  *touched(): IterableIterator<[string, LedgerEntryWire | null]> {
    const frame = this.#frames[0];
    if (!frame) return;
    for (const key of frame.before.keys()) yield [key, this.#entries.get(key) ?? null];
  }

  /** Forgets the least recently stored entries; only between ledgers. */
  trim(maximum: number): void {
    if (this.#frames.length > 0) throw new Error("trim while a frame is open");
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= maximum) return;
      this.#entries.delete(key);
    }
  }

  #top(): Frame {
    const frame = this.#frames.at(-1);
    if (!frame) throw new Error("no open frame");
    return frame;
  }

  #remember(key: string): void {
    const frame = this.#top();
    if (!frame.before.has(key)) frame.before.set(key, this.#entries.get(key) ?? null);
  }

  #close(frame: Frame): void {
    if (this.#frames.pop() !== frame) throw new Error("frames must close in reverse order");
  }

  #commit(frame: Frame): void {
    this.#close(frame);
    const parent = this.#frames.at(-1);
    if (!parent) return;
    for (const [key, value] of frame.before) if (!parent.before.has(key)) parent.before.set(key, value);
  }

  /** Rolls frames back that were left open above this one, too. */
  #rollback(frame: Frame): void {
    for (let top = this.#frames.at(-1); top && top !== frame; top = this.#frames.at(-1)) this.#rollback(top);
    this.#close(frame);
    for (const [key, value] of frame.before) {
      const current = this.#entries.get(key);
      if (current) this.#index(current, false);
      this.#entries.set(key, value);
      if (value) this.#index(value, true);
    }
    this.#sponsorships = frame.sponsorships;
    this.header.feePool = frame.feePool;
    this.header.idPool = frame.idPool;
  }

  #changes(frame: Frame): LedgerEntryChangeWire[] {
    const changes: LedgerEntryChangeWire[] = [];
    for (const [key, before] of frame.before) {
      const now = this.#entries.get(key);
      if (before) changes.push({ type: 3, state: before });
      // A copy: what is recorded must not follow later changes of the live entry.
      if (now) changes.push(before ? { type: 1, updated: copyOf(now) } : { type: 0, created: copyOf(now) });
      else if (before) changes.push({ type: 2, removed: ledgerKeyOf(before) });
    }
    return changes;
  }

  #index(entry: LedgerEntryWire, present: boolean): void {
    const { data } = entry;
    if (data.type === 2) {
      if (present) this.book.add(data.offer);
      else this.book.remove(data.offer);
    } else if (data.type === 1 && data.trustLine.asset.type === 3) {
      const account = hex(data.trustLine.accountId.ed25519);
      const keys = this.#poolShares.get(account) ?? new Set();
      if (present) keys.add(entryKey(entry));
      else keys.delete(entryKey(entry));
      if (keys.size > 0) this.#poolShares.set(account, keys);
      else this.#poolShares.delete(account);
    }
  }
}

/** A deep copy of a plain XDR value; byte strings are shared, as nothing writes into them. */
function copyOf<T>(value: T): T;
function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array || value instanceof XdrString) return value;
  if (Array.isArray(value)) return value.map((item) => copyOf(item));
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) copy[name] = typeof item === "object" ? copyOf(item) : item;
  return copy;
}
