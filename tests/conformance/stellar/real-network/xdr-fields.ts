import { xdr } from "@stellar/stellar-sdk";
import type { Json } from "./json.ts";

interface Kind {
  fromXdr(text: string, format: "base64"): { toJson(): unknown };
}

/** The fields that hold XDR in base64, and of what: the first kind that reads it all. */
const FIELDS: Readonly<Record<string, readonly Kind[]>> = {
  envelope_xdr: [xdr.TransactionEnvelope],
  envelopeXdr: [xdr.TransactionEnvelope],
  result_xdr: [xdr.TransactionResult],
  resultXdr: [xdr.TransactionResult],
  error_result_xdr: [xdr.TransactionResult],
  errorResultXdr: [xdr.TransactionResult],
  fee_meta_xdr: [{ fromXdr: feeChanges }],
  result_meta_xdr: [xdr.TransactionMeta],
  resultMetaXdr: [xdr.TransactionMeta],
  metadataXdr: [xdr.LedgerCloseMeta],
  header_xdr: [xdr.LedgerHeader],
  headerXdr: [xdr.LedgerHeaderHistoryEntry, xdr.LedgerHeader],
  xdr: [xdr.LedgerEntryData],
  key: [xdr.LedgerKey],
  extXdr: [xdr.LedgerEntryExt],
  transactionEventsXdr: [xdr.TransactionEvent],
  contractEventsXdr: [xdr.ContractEvent],
  diagnosticEventsXdr: [xdr.DiagnosticEvent],
  topic: [xdr.ScVal],
  value: [xdr.ScVal],
};

/** What a field's text says, where it holds XDR; the text itself where it holds none. */
export function decoded(key: string, text: string): Json {
  if (text === "") return text;
  for (const kind of FIELDS[key] ?? []) {
    try {
      return JSON.parse(JSON.stringify(kind.fromXdr(text, "base64").toJson()));
    } catch {
      // Not of this kind.
    }
  }
  return text;
}

/** The library has no kind for a list of changes alone: they are read as those of an early form of meta. */
function feeChanges(text: string): { toJson(): unknown } {
  const [v1, noOperations] = [Buffer.from([0, 0, 0, 1]), Buffer.alloc(4)];
  const meta = Buffer.concat([v1, Buffer.from(text, "base64"), noOperations]);
  return xdr.TransactionMeta.fromXdr(meta.toString("base64"), "base64");
}
