import { xdr } from "@stellar/stellar-sdk";
import { paidOperations } from "#server/embedded/stellar/rpc/close-meta.ts";
import { distribution } from "#server/embedded/stellar/rpc/info.ts";
import type { HorizonContext } from "./context.ts";

const LEDGERS = 5;

/** Fees per operation in the last five ledgers: what was charged, and what was offered at most. */
export function feeStats({ view }: HorizonContext): object {
  const { seq } = view.last;
  const first = Math.max(1, seq - LEDGERS + 1);
  const charged: bigint[] = [];
  const offered: bigint[] = [];
  for (const row of view.history.transactionsFrom(first)) {
    const envelope = xdr.TransactionEnvelope.schema.decode(row.envelope);
    const paid = BigInt(Math.max(1, paidOperations(envelope)));
    const { feeCharged } = xdr.TransactionResult.schema.decode(row.result);
    const bid = envelope.type === 5 ? envelope.feeBump.tx.fee : BigInt(envelope.type === 2 ? envelope.v1.tx.fee : 0);
    charged.push(feeCharged / paid);
    offered.push(bid / paid);
  }
  const fallback = [BigInt(view.state.header.baseFee)];
  return {
    last_ledger: String(seq),
    last_ledger_base_fee: String(view.state.header.baseFee),
    ledger_capacity_usage: String(Number(capacityUsage(view, first).toFixed(2))),
    fee_charged: fees(charged.length > 0 ? charged : fallback),
    max_fee: fees(offered.length > 0 ? offered : fallback),
  };
}

/** Operations in the ledgers from `first` on, against how many they could have held. */
function capacityUsage({ history }: HorizonContext["view"], first: number): number {
  let [operations, room] = [0, 0];
  for (const { setOperations, header } of history.ledgers(first - 1, "asc", LEDGERS)) {
    operations += setOperations;
    room += xdr.LedgerHeader.schema.decode(header).maxTxSetSize;
  }
  return room === 0 ? 0 : operations / room;
}

function fees(values: readonly bigint[]): object {
  const { transactionCount: _count, ledgerCount: _ledgers, ...numbers } = distribution(values, LEDGERS);
  return numbers;
}
