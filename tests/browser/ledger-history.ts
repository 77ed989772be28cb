import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StrKey } from "@stellar/stellar-sdk";
import type { LedgerEntryChangeWire, LedgerEntryDataWire } from "@stellar/stellar-sdk/xdr";
import { decodeChanges } from "#server/embedded/stellar/ledger/meta.ts";
import { addressOf } from "#server/platform/network/addresses.ts";
import { assetKey, assetNameOf } from "#server/platform/network/assets.ts";
import { readEntryChanges } from "#server/platform/network/meta.ts";

/** Stroops, or shares of a pool, by the asset's key or `pool` and the pool's id. */
export type Changes = ReadonlyMap<string, bigint>;

/** What is for sale, in stroops, and its price in ten-millionths. */
export interface LedgerOffer {
  readonly amount: bigint;
  readonly price: bigint;
}

/** What one operation did to an account. */
export interface LedgerAct {
  readonly changes: Changes;
  /** Those of its offers that were made, changed or ended, as they were left; null for none. */
  readonly offers: readonly (LedgerOffer | null)[];
  /** Assets that it began to hold, or holds no more. */
  readonly lines: readonly string[];
  /** What somebody set aside for it: not its own before it is claimed. */
  readonly setAside: Changes;
}

/** What one transaction did to an account, by its own metadata. */
export interface LedgerTransaction {
  readonly hash: string;
  readonly ledger: number;
  readonly atMs: number;
  /** In stroops; what this account was charged, less what came back. */
  readonly fee: bigint;
  /** Of those operations that changed anything of the account, in their order. */
  readonly acts: readonly LedgerAct[];
}

/**
 * Reads all that ever happened to an account from the embedded network's own database, the oldest first: past the server, what it took
 * in and all of its arithmetic.
 */
export function historyOnLedger(dataDir: string, address: string): readonly LedgerTransaction[] {
  const database = new DatabaseSync(join(dataDir, "stellar/stellar.sqlite"), { readOnly: true });
  try {
    const rows = database
      .prepare(
        `SELECT t.hash, t.ledger, t.meta, t.fee_meta, l.closed_at FROM transaction_accounts a
         JOIN transactions t ON t.ledger = a.ledger AND t.ord = a.ord JOIN ledgers l ON l.seq = t.ledger
         WHERE a.account = ? ORDER BY t.ledger, t.ord`,
      )
      .all(StrKey.decodeEd25519PublicKey(address));
    return rows.map((row) => readTransaction(row, address));
  } finally {
    database.close();
  }
}

function readTransaction(row: Readonly<Record<string, unknown>>, address: string): LedgerTransaction {
  const meta = readEntryChanges(Buffer.from(bytesOf(row["meta"])).toString("base64"));
  const around = [...decodeChanges(bytesOf(row["fee_meta"])), ...meta.before, ...meta.after];
  return {
    hash: Buffer.from(bytesOf(row["hash"])).toString("hex"),
    ledger: Number(row["ledger"]),
    atMs: Number(row["closed_at"]) * 1000,
    fee: -(readAct(around, address).changes.get("XLM") ?? 0n),
    acts: meta.operations
      .map((changes) => readAct(changes, address))
      .filter(
        ({ changes, offers, lines, setAside }) => changes.size + offers.length + lines.length + setAside.size > 0,
      ),
  };
}

/** What changed of an entry: as it was told before, and as it is; undefined where there was none, or is none any more. */
interface Changed {
  readonly before: LedgerEntryDataWire | undefined;
  readonly after: LedgerEntryDataWire | undefined;
}

function readAct(changes: readonly LedgerEntryChangeWire[], address: string): LedgerAct {
  const sums = new Map<string, bigint>();
  const offers: LedgerAct["offers"][number][] = [];
  const lines: string[] = [];
  const setAside = new Map<string, bigint>();
  for (const { before, after } of changedOf(changes)) {
    const entry = after ?? before;
    if (entry === undefined) continue;
    if (before === undefined && isFor(entry, address))
      setAside.set(keyOf(entry.claimableBalance.asset), entry.claimableBalance.amount);
    if (ownerOf(entry) !== address) continue;
    const held = heldIn(after);
    const key = (held ?? heldIn(before))?.key;
    if (key !== undefined) {
      const change = (held?.balance ?? 0n) - (heldIn(before)?.balance ?? 0n);
      sums.set(key, (sums.get(key) ?? 0n) + change);
      if (sums.get(key) === 0n) sums.delete(key);
      if ((before === undefined) !== (after === undefined) && entry.type === 1) lines.push(key);
    }
    if (entry.type !== 2) continue;
    offers.push(after?.type === 2 ? offerIn(after.offer) : null);
  }
  return { changes: sums, offers, lines, setAside };
}

/** The ledger tells each state before a change right before it. */
function changedOf(changes: readonly LedgerEntryChangeWire[]): readonly Changed[] {
  const found: Changed[] = [];
  let before: LedgerEntryDataWire | undefined;
  for (const change of changes) {
    if (change.type === 3) before = change.state.data;
    else {
      const after =
        change.type === 0
          ? change.created.data
          : change.type === 1
            ? change.updated.data
            : change.type === 4
              ? change.restored.data
              : undefined;
      found.push({ before, after });
      before = undefined;
    }
  }
  return found;
}

type ClaimableWire = Extract<LedgerEntryDataWire, { readonly type: 4 }>;

function isFor(entry: LedgerEntryDataWire, address: string): entry is ClaimableWire {
  return entry.type === 4 && entry.claimableBalance.claimants.some(({ v0 }) => addressOf(v0.destination) === address);
}

function offerIn({
  amount,
  price: { n, d },
}: Extract<LedgerEntryDataWire, { readonly type: 2 }>["offer"]): LedgerOffer {
  return { amount, price: (BigInt(n) * 10_000_000n) / BigInt(d) };
}

function ownerOf(entry: LedgerEntryDataWire): string | null {
  if (entry.type === 0) return addressOf(entry.account.accountId);
  if (entry.type === 1) return addressOf(entry.trustLine.accountId);
  return entry.type === 2 ? addressOf(entry.offer.sellerId) : null;
}

function heldIn(entry: LedgerEntryDataWire | undefined): { readonly key: string; readonly balance: bigint } | null {
  if (entry?.type === 0) return { key: "XLM", balance: entry.account.balance };
  if (entry?.type !== 1) return null;
  const { asset, balance } = entry.trustLine;
  if (asset.type === 3) return { key: `pool ${Buffer.from(asset.liquidityPoolId).toString("hex")}`, balance };
  return { key: keyOf(asset), balance };
}

function keyOf(asset: Parameters<typeof assetNameOf>[0]): string {
  const name = assetNameOf(asset);
  if (name === null) throw new Error("A share of a pool is no asset.");
  return assetKey(name);
}

function bytesOf(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error("It is not stored as it was.");
  return value;
}
