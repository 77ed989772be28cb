import type { LedgerEntryWire, LedgerHeaderWire } from "@stellar/stellar-sdk/xdr";
import { Keypair } from "@stellar/stellar-sdk";
import { newAccount } from "./accounts.ts";
import { networkIdOf, sha256 } from "./transaction.ts";

/** All coins there are, in stroops: a hundred thousand million XLM. */
const TOTAL_COINS = 1_000_000_000_000_000_000n;
const BASE_FEE = 100;
const BASE_RESERVE = 5_000_000;
const MAX_OPERATIONS_PER_LEDGER = 1000;
const NO_HASH = new Uint8Array(32);

/** The key of the account that holds all coins at first. Anyone who knows the passphrase has it. */
export function rootKey(passphrase: string): Keypair {
  return Keypair.fromRawEd25519Seed(Buffer.from(networkIdOf(passphrase)));
}

export function genesisHeader(protocol: number, closeTime: bigint): LedgerHeaderWire {
  return {
    ledgerVersion: protocol,
    previousLedgerHash: NO_HASH,
    scpValue: { txSetHash: NO_HASH, closeTime, upgrades: [], ext: { v: 0 } },
    txSetResultHash: NO_HASH,
    bucketListHash: sha256(Buffer.from("genesis")),
    ledgerSeq: 1,
    totalCoins: TOTAL_COINS,
    feePool: 0n,
    inflationSeq: 0,
    idPool: 0n,
    baseFee: BASE_FEE,
    baseReserve: BASE_RESERVE,
    maxTxSetSize: MAX_OPERATIONS_PER_LEDGER,
    skipList: [NO_HASH, NO_HASH, NO_HASH, NO_HASH],
    ext: { v: 0 },
  };
}

export function genesisEntry(passphrase: string): LedgerEntryWire {
  const accountId = { type: 0, ed25519: Uint8Array.from(rootKey(passphrase).rawPublicKey()) } as const;
  return {
    lastModifiedLedgerSeq: 1,
    data: { type: 0, account: { ...newAccount(accountId, TOTAL_COINS, 0) } },
    ext: { v: 0 },
  };
}
