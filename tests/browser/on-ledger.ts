import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StrKey, xdr } from "@stellar/stellar-sdk";
import type { AccountEntryWire, LedgerEntryDataWire, LiquidityPoolEntryWire } from "@stellar/stellar-sdk/xdr";
import { addressOf } from "#server/platform/network/addresses.ts";
import { assetKey, assetNameOf } from "#server/platform/network/assets.ts";

/** What an account has by the ledger's own entries, in stroops, each asset by its key. */
export interface OnLedger {
  readonly balances: ReadonlyMap<string, bigint>;
  /** What neither the network nor an offer keeps. */
  readonly spendable: ReadonlyMap<string, bigint>;
  readonly offered: ReadonlyMap<string, bigint>;
  readonly pools: readonly {
    readonly id: string;
    readonly shares: bigint;
    readonly total: bigint;
    /** What the shares come to. */
    readonly parts: ReadonlyMap<string, bigint>;
  }[];
  readonly claimable: ReadonlyMap<string, bigint>;
}

const BASE_RESERVE = 5_000_000n;

/**
 * Reads the entries of an account from the embedded network's own database, past the server and all of its arithmetic: the rules of
 * reserves, liabilities and shares are written here once more, as the protocol has them.
 */
export function readOnLedger(dataDir: string, address: string): OnLedger {
  const database = new DatabaseSync(join(dataDir, "stellar/stellar.sqlite"), { readOnly: true });
  try {
    // As of one ledger.
    database.exec("BEGIN");
    const owner = StrKey.decodeEd25519PublicKey(address);
    const own = entriesOf(database, "owner = ?", owner);
    const claimables = entriesOf(database, "type = ?", CLAIMABLE);
    const pools = entriesOf(database, "type = ?", POOL);
    return factsOf(own, claimables, pools, address);
  } finally {
    database.close();
  }
}

/** Of the ledger's kinds of entries. */
const CLAIMABLE = 4;
const POOL = 5;

function entriesOf(database: DatabaseSync, where: string, value: Uint8Array | number): LedgerEntryDataWire[] {
  const rows = database.prepare(`SELECT xdr FROM entries WHERE ${where}`).all(value);
  return rows.map(({ xdr: blob }) => {
    if (!(blob instanceof Uint8Array)) throw new Error("An entry is not stored as it was.");
    return xdr.LedgerEntry.fromXDR(blob).toXdrObject().data;
  });
}

function factsOf(
  own: readonly LedgerEntryDataWire[],
  claimables: readonly LedgerEntryDataWire[],
  pools: readonly LedgerEntryDataWire[],
  address: string,
): OnLedger {
  const balances = new Map<string, bigint>();
  const spendable = new Map<string, bigint>();
  const offered = new Map<string, bigint>();
  const shares = new Map<string, bigint>();
  for (const entry of own) {
    if (entry.type === 0) {
      balances.set("XLM", entry.account.balance);
      spendable.set("XLM", entry.account.balance - keptOf(entry.account));
    }
    if (entry.type === 1) {
      const { asset, balance, ext } = entry.trustLine;
      if (asset.type === 3) shares.set(hexOf(asset.liquidityPoolId), balance);
      else {
        balances.set(keyOf(asset), balance);
        spendable.set(keyOf(asset), balance - (ext.v === 1 ? ext.v1.liabilities.selling : 0n));
      }
    }
    if (entry.type === 2) add(offered, keyOf(entry.offer.selling), entry.offer.amount);
  }
  const claimable = new Map<string, bigint>();
  for (const entry of claimables) {
    if (entry.type !== CLAIMABLE) continue;
    const { asset, amount, claimants } = entry.claimableBalance;
    if (claimants.some(({ v0 }) => addressOf(v0.destination) === address)) add(claimable, keyOf(asset), amount);
  }
  const parts = pools.flatMap((entry) => (entry.type === POOL ? poolPartOf(entry.liquidityPool, shares) : []));
  return { balances, spendable, offered, pools: parts, claimable };
}

/** What the network keeps of an account's XLM, and what its offers sell. */
function keptOf({ numSubEntries, ext }: AccountEntryWire): bigint {
  const first = ext.v === 1 ? ext.v1 : null;
  const second = first?.ext.v === 2 ? first.ext.v2 : null;
  const counted = 2 + numSubEntries + (second?.numSponsoring ?? 0) - (second?.numSponsored ?? 0);
  return BigInt(counted) * BASE_RESERVE + (first?.liabilities.selling ?? 0n);
}

function poolPartOf(
  { liquidityPoolId, body }: LiquidityPoolEntryWire,
  shares: ReadonlyMap<string, bigint>,
): OnLedger["pools"] {
  const id = hexOf(liquidityPoolId);
  const held = shares.get(id) ?? 0n;
  if (held === 0n) return [];
  const { params, reserveA, reserveB, totalPoolShares: total } = body.constantProduct;
  const parts = new Map([
    [keyOf(params.assetA), (held * reserveA) / total],
    [keyOf(params.assetB), (held * reserveB) / total],
  ]);
  return [{ id, shares: held, total, parts }];
}

function add(sums: Map<string, bigint>, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function keyOf(asset: Parameters<typeof assetNameOf>[0]): string {
  const name = assetNameOf(asset);
  if (name === null) throw new Error("A share of a pool is no asset.");
  return assetKey(name);
}
