/** Where something stands in history: ledger, transaction (from 1) and operation (from 1; 0 means none). */
export interface Place {
  readonly ledger: number;
  readonly order: number;
  readonly op: number;
}

const MAX_ORDER = 0xfffff;
const MAX_OP = 0xfff;

/** The 64-bit id of a place, as Horizon and the RPC use it in ids and cursors. */
export function toid({ ledger, order, op }: Place): bigint {
  return (BigInt(ledger) << 32n) | (BigInt(order) << 12n) | BigInt(op);
}

export function placeOf(id: bigint): Place {
  return {
    ledger: Number(id >> 32n),
    order: Number((id >> 12n) & BigInt(MAX_ORDER)),
    op: Number(id & BigInt(MAX_OP)),
  };
}

/** The end of a ledger: after everything in it, before everything in the next. */
export function endOfLedger(ledger: number): Place {
  return { ledger, order: MAX_ORDER, op: MAX_OP };
}
