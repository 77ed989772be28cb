import { xdr } from "@stellar/stellar-sdk";
import { decodeRow, eventsOf, withEvents } from "#server/embedded/stellar/events/transaction-events.ts";
import type { TransactionEvents } from "#server/embedded/stellar/events/transaction-events.ts";
import type { TransactionRow } from "#server/embedded/stellar/store.ts";
import type { RpcContext } from "./context.ts";
import { base64 } from "./context.ts";

/** A transaction as the RPC tells of it, without hash and time; `json` writes XDR as JSON instead of base64. */
export function describe(row: TransactionRow, { network }: RpcContext, json: boolean): object {
  const decoded = decodeRow(row);
  const events = eventsOf(decoded, network.assetContracts);
  const meta = withEvents(decoded.meta, events);
  const told = json
    ? {
        envelopeJson: xdr.TransactionEnvelope.fromXdrObject(decoded.envelope).toJson(),
        resultJson: xdr.TransactionResult.fromXdrObject(decoded.result).toJson(),
        resultMetaJson: xdr.TransactionMeta.fromXdrObject(meta).toJson(),
        events: eventsAsJson(events),
      }
    : {
        envelopeXdr: base64(row.envelope),
        resultXdr: base64(row.result),
        resultMetaXdr: base64(xdr.TransactionMeta.schema.encode(meta)),
        events: eventsAsXdr(events),
      };
  return {
    status: row.successful ? "SUCCESS" : "FAILED",
    applicationOrder: row.order,
    feeBump: row.innerHash !== null,
    ledger: row.ledger,
    ...told,
  };
}

/** Empty lists are left out, as by the real RPC. */
function eventsAsXdr({ transaction, operations }: TransactionEvents): object {
  const each = operations.map((list) => list.map((event) => base64(xdr.ContractEvent.schema.encode(event))));
  return {
    ...(transaction.length > 0 && {
      transactionEventsXdr: transaction.map((event) => base64(xdr.TransactionEvent.schema.encode(event))),
    }),
    ...(each.length > 0 && { contractEventsXdr: each }),
  };
}

function eventsAsJson({ transaction, operations }: TransactionEvents): object {
  const each = operations.map((list) => list.map((event) => xdr.ContractEvent.fromXdrObject(event).toJson()));
  return {
    ...(transaction.length > 0 && {
      transactionEventsJson: transaction.map((event) => xdr.TransactionEvent.fromXdrObject(event).toJson()),
    }),
    ...(each.length > 0 && { contractEventsJson: each }),
  };
}
