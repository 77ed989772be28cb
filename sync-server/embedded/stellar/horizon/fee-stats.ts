import { xdr } from "@stellar/stellar-sdk";
import { paidOperations } from "#server/embedded/stellar/rpc/close-meta.ts";
import { distribution } from "#server/embedded/stellar/rpc/info.ts";
import type { HorizonContext } from "./context.ts";

const LEDGERS = 5;

/** Fees per operation in the last five ledgers: what was charged, and what was offered at most. */
export function feeStats({ history, latest, network }: HorizonContext): object {
  const { seq } = latest();
  const first = Math.max(1, seq - LEDGERS + 1);
  const charged: bigint[] = [];
  const offered: bigint[] = [];
  let operations = 0;
  for (const row of history.transactionsAfter({ ledger: first - 1, order: 0xfffff }, 5000)) {
    if (row.ledger > seq) break;
    const envelope = xdr.TransactionEnvelope.schema.decode(row.envelope);
    const paid = BigInt(Math.max(1, paidOperations(envelope)));
    const { feeCharged } = xdr.TransactionResult.schema.decode(row.result);
    const bid = envelope.type === 5 ? envelope.feeBump.tx.fee : BigInt(envelope.type === 2 ? envelope.v1.tx.fee : 0);
    charged.push(feeCharged / paid);
    offered.push(bid / paid);
    operations += Number(paid);
  }
  const { baseFee, maxTxSetSize } = network.chain.header;
  const fallback = [BigInt(baseFee)];
  return {
    last_ledger: String(seq),
    last_ledger_base_fee: String(baseFee),
    ledger_capacity_usage: (operations / (maxTxSetSize * LEDGERS)).toFixed(2),
    fee_charged: fees(charged.length > 0 ? charged : fallback),
    max_fee: fees(offered.length > 0 ? offered : fallback),
  };
}

function fees(values: readonly bigint[]): object {
  const { transactionCount: _count, ledgerCount: _ledgers, ...numbers } = distribution(values, LEDGERS);
  return numbers;
}
