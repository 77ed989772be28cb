import { createHash } from "node:crypto";
import { xdr } from "@stellar/stellar-sdk";
import type {
  DecoratedSignatureWire,
  LedgerBoundsWire,
  MuxedAccountWire,
  OperationWire,
  PreconditionsWire,
  PublicKeyWire,
  SignerKeyWire,
  TimeBoundsWire,
  TransactionEnvelopeWire,
  TransactionV1EnvelopeWire,
  TransactionWire,
} from "@stellar/stellar-sdk/xdr";
import { hex } from "./keys.ts";

/** A transaction as the ledger sees it, without a fee bump around it. */
export interface PlainTransaction {
  readonly hash: Uint8Array;
  readonly source: PublicKeyWire;
  readonly seqNum: bigint;
  readonly feeBid: bigint;
  readonly operations: readonly OperationWire[];
  readonly signatures: readonly DecoratedSignatureWire[];
  readonly conditions: Conditions;
  readonly wire: TransactionWire;
}

export interface Conditions {
  readonly timeBounds: TimeBoundsWire | null;
  readonly ledgerBounds: LedgerBoundsWire | null;
  readonly minSeqNum: bigint | null;
  readonly minSeqAge: bigint;
  readonly minSeqLedgerGap: number;
  readonly extraSigners: readonly SignerKeyWire[];
}

export interface FeeBump {
  readonly feeSource: PublicKeyWire;
  readonly feeBid: bigint;
  readonly signatures: readonly DecoratedSignatureWire[];
}

/** A submitted transaction; `hash` is the fee bump's where there is one. */
export interface Transaction {
  readonly envelope: TransactionEnvelopeWire;
  readonly hash: Uint8Array;
  readonly hashHex: string;
  readonly feeSource: PublicKeyWire;
  readonly feeBid: bigint;
  /** Operations that are paid for: a fee bump counts as one more. */
  readonly paidOperations: number;
  readonly inner: PlainTransaction;
  readonly feeBump: FeeBump | undefined;
}

const NO_CONDITIONS: Conditions = {
  timeBounds: null,
  ledgerBounds: null,
  minSeqNum: null,
  minSeqAge: 0n,
  minSeqLedgerGap: 0,
  extraSigners: [],
};

export function networkIdOf(passphrase: string): Uint8Array {
  return sha256(Buffer.from(passphrase));
}

/** Decodes an envelope; throws where the bytes are no envelope. Envelopes of the first kind become version 1. */
export function readTransaction(envelopeXdr: Uint8Array, networkId: Uint8Array): Transaction {
  const envelope = modern(xdr.TransactionEnvelope.schema.decode(envelopeXdr));
  if (envelope.type === 2) {
    const inner = plain(envelope.v1, networkId);
    return {
      envelope,
      hash: inner.hash,
      hashHex: hex(inner.hash),
      feeSource: inner.source,
      feeBid: inner.feeBid,
      paidOperations: inner.operations.length,
      inner,
      feeBump: undefined,
    };
  }
  const { tx, signatures } = envelope.feeBump;
  const hash = sha256(networkId, int32(5), xdr.FeeBumpTransaction.schema.encode(tx));
  const inner = plain(tx.innerTx.v1, networkId);
  const feeSource = accountOf(tx.feeSource);
  return {
    envelope,
    hash,
    hashHex: hex(hash),
    feeSource,
    feeBid: tx.fee,
    paidOperations: inner.operations.length + 1,
    inner,
    feeBump: { feeSource, feeBid: tx.fee, signatures },
  };
}

/** The account behind an address, which may carry a sub-account number. */
export function accountOf(address: MuxedAccountWire): PublicKeyWire {
  return { type: 0, ed25519: address.type === 0 ? address.ed25519 : address.med25519.ed25519 };
}

export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

type ModernEnvelope = Exclude<TransactionEnvelopeWire, { type: 0 }>;

function modern(envelope: TransactionEnvelopeWire): ModernEnvelope {
  if (envelope.type !== 0) return envelope;
  const { tx, signatures } = envelope.v0;
  return {
    type: 2,
    v1: {
      signatures,
      tx: {
        sourceAccount: { type: 0, ed25519: tx.sourceAccountEd25519 },
        fee: tx.fee,
        seqNum: tx.seqNum,
        cond: tx.timeBounds ? { type: 1, timeBounds: tx.timeBounds } : { type: 0 },
        memo: tx.memo,
        operations: tx.operations,
        ext: { v: 0 },
      },
    },
  };
}

function plain({ tx, signatures }: TransactionV1EnvelopeWire, networkId: Uint8Array): PlainTransaction {
  return {
    hash: sha256(networkId, int32(2), xdr.Transaction.schema.encode(tx)),
    source: accountOf(tx.sourceAccount),
    seqNum: tx.seqNum,
    feeBid: BigInt(tx.fee),
    operations: tx.operations,
    signatures,
    conditions: conditionsOf(tx.cond),
    wire: tx,
  };
}

function conditionsOf(conditions: PreconditionsWire): Conditions {
  switch (conditions.type) {
    case 0:
      return NO_CONDITIONS;
    case 1:
      return { ...NO_CONDITIONS, timeBounds: conditions.timeBounds };
    case 2:
      return conditions.v2;
  }
}

function int32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
