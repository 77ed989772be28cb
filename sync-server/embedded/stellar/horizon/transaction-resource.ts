import { StrKey, xdr } from "@stellar/stellar-sdk";
import type {
  DecoratedSignatureWire,
  MemoWire,
  PreconditionsWire,
  TransactionEnvelopeWire,
  TransactionV1EnvelopeWire,
} from "@stellar/stellar-sdk/xdr";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { accountOf } from "#server/embedded/stellar/ledger/transaction.ts";
import type { TransactionRow } from "#server/embedded/stellar/store.ts";
import { toid } from "#server/embedded/stellar/toid.ts";
import type { LedgerView } from "#server/embedded/stellar/view.ts";
import { link, pagedLink } from "./hal.ts";
import { badRequest } from "./problem.ts";
import { address, base64, muxedFields, signerText } from "./text.ts";
import { closeTimeText } from "./close-time.ts";

/** A transaction as Horizon shows it; `asHash` is the hash it was asked for by, where that is the inner one. */
export function transactionResource(
  row: TransactionRow,
  { view, origin }: { readonly view: Pick<LedgerView, "history">; readonly origin: string },
  asHash: Uint8Array = row.hash,
): object {
  const envelope = xdr.TransactionEnvelope.schema.decode(row.envelope);
  const { tx, signatures } = innerEnvelope(envelope);
  const result = xdr.TransactionResult.schema.decode(row.result);
  const id = hex(asHash);
  const pagingToken = String(toid({ ledger: row.ledger, order: row.order, op: 0 }));
  const source = address(accountOf(tx.sourceAccount));
  const self = `/transactions/${id}`;
  const preconditions = preconditionsOf(tx.cond);
  const outer = envelope.type === 5 ? envelope.feeBump : undefined;
  const shown = outer && hex(row.hash) === id ? outer.signatures : signatures;
  return {
    memo: undefined,
    ...memoFields(tx.memo),
    _links: {
      self: link(origin, self),
      account: link(origin, `/accounts/${source}`),
      ledger: link(origin, `/ledgers/${row.ledger}`),
      operations: pagedLink(origin, `${self}/operations`),
      effects: pagedLink(origin, `${self}/effects`),
      precedes: link(origin, `/transactions?order=asc&cursor=${pagingToken}`),
      succeeds: link(origin, `/transactions?order=desc&cursor=${pagingToken}`),
      transaction: link(origin, self),
    },
    id,
    paging_token: pagingToken,
    successful: row.successful,
    hash: id,
    ledger: row.ledger,
    created_at: closeTimeText(view, row.ledger),
    ...muxedAs("source_account", "account", tx.sourceAccount),
    source_account_sequence: String(tx.seqNum),
    ...muxedAs("fee_account", "fee_account", outer ? outer.tx.feeSource : tx.sourceAccount),
    fee_charged: String(result.feeCharged),
    max_fee: String(outer ? outer.tx.fee : tx.fee),
    operation_count: tx.operations.length,
    envelope_xdr: base64(row.envelope),
    result_xdr: base64(row.result),
    result_meta_xdr: base64(row.meta),
    fee_meta_xdr: base64(row.feeMeta),
    signatures: shown.map(signatureText),
    ...(preconditions && { preconditions }),
    ...(outer && {
      fee_bump_transaction: { hash: hex(row.hash), signatures: outer.signatures.map(signatureText) },
      inner_transaction: {
        hash: hex(row.innerHash ?? row.hash),
        signatures: signatures.map(signatureText),
        max_fee: String(tx.fee),
      },
    }),
  };
}

/** The transaction that does something: the inner one of a fee bump. */
export function innerEnvelope(envelope: TransactionEnvelopeWire): TransactionV1EnvelopeWire {
  switch (envelope.type) {
    case 2:
      return envelope.v1;
    case 5:
      return envelope.feeBump.tx.innerTx.v1;
    case 0:
      throw new Error("envelopes are stored in their modern form");
  }
}

function signatureText({ signature }: DecoratedSignatureWire): string {
  return base64(signature);
}

function muxedAs(name: string, prefix: string, account: Parameters<typeof muxedFields>[1]): Record<string, string> {
  const fields = muxedFields(prefix, account);
  const { [prefix]: plain = "", ...rest } = fields;
  return { [name]: plain, ...rest };
}

function memoFields(memo: MemoWire): Record<string, string> {
  switch (memo.type) {
    case 0:
      return { memo_type: "none" };
    case 1:
      return { memo_type: "text", memo: memo.text.toString(), memo_bytes: base64(memo.text.bytes) };
    case 2:
      return { memo_type: "id", memo: String(memo.id) };
    case 3:
      return { memo_type: "hash", memo: base64(memo.hash) };
    case 4:
      return { memo_type: "return", memo: base64(memo.retHash) };
  }
}

function preconditionsOf(conditions: PreconditionsWire): object | undefined {
  if (conditions.type === 0) return undefined;
  const v2 = conditions.type === 2 ? conditions.v2 : undefined;
  const timeBounds = conditions.type === 1 ? conditions.timeBounds : conditions.v2.timeBounds;
  const known = {
    ...(timeBounds && {
      timebounds: {
        min_time: String(timeBounds.minTime),
        ...(timeBounds.maxTime > 0n && { max_time: String(timeBounds.maxTime) }),
      },
    }),
    ...(v2?.ledgerBounds && {
      ledgerbounds: {
        min_ledger: v2.ledgerBounds.minLedger,
        ...(v2.ledgerBounds.maxLedger > 0 && { max_ledger: v2.ledgerBounds.maxLedger }),
      },
    }),
    ...(v2 && v2.minSeqNum !== null && { min_account_sequence: String(v2.minSeqNum) }),
    ...(v2 && v2.minSeqAge > 0n && { min_account_sequence_age: String(v2.minSeqAge) }),
    ...(v2 && v2.minSeqLedgerGap > 0 && { min_account_sequence_ledger_gap: v2.minSeqLedgerGap }),
    ...(v2 && v2.extraSigners.length > 0 && { extra_signers: v2.extraSigners.map((key) => signerText(key).key) }),
  };
  return Object.keys(known).length > 0 ? known : undefined;
}

/** The bytes of a transaction's hash in a path; throws the problem with one that is none. */
export function hashIn(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, "hex");
  throw badRequest("tx_id", "Transaction hash must be a hex-encoded, lowercase SHA-256 hash");
}

export function isAddress(text: string): boolean {
  return StrKey.isValidEd25519PublicKey(text);
}
