import { xdr } from "@stellar/stellar-sdk";
import type {
  LedgerHeaderWire,
  OperationWire,
  TransactionEnvelopeWire,
  TransactionWire,
} from "@stellar/stellar-sdk/xdr";
import { hex } from "#server/embedded/stellar/ledger/keys.ts";
import { MAX_OPERATIONS, UINT32_MAX } from "#server/embedded/stellar/ledger/limits.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { readTransaction, sha256 } from "#server/embedded/stellar/ledger/transaction.ts";
import type { Transaction } from "#server/embedded/stellar/ledger/transaction.ts";
import type { Actor } from "./cast.ts";

/** What one actor wants to do next. */
export interface Plan {
  readonly actor: Actor;
  readonly bodies: readonly OperationWire["body"][];
}

const ENVELOPE_TYPE_TX = Buffer.from([0, 0, 0, 2]);
/** Bids this many times the base fee, so that a busy ledger still takes the market in. */
const FEE_FACTOR = 10;
/** A plan that has waited for so long rests on a price of yesterday. */
const VALID_SECONDS = 300n;

/**
 * Turns plans into one signed transaction for each of the actors, in their order. What does not fit a transaction is left
 * out: the next look at the ledger finds it missing again.
 */
export function transactionsOf(
  actors: readonly Actor[],
  plans: readonly Plan[],
  state: LedgerState,
  networkId: Uint8Array,
  time: number,
): Transaction[] {
  return actors.flatMap((actor) => {
    const bodies = plans.flatMap((plan) => (plan.actor === actor ? plan.bodies : []));
    const account = state.peekAccount(actor.id);
    if (!account || bodies.length === 0) return [];
    const operations = bodies.slice(0, MAX_OPERATIONS).map((body) => ({ sourceAccount: null, body }));
    return [signed(actor, operations, account.seqNum + 1n, state.header, networkId, time)];
  });
}

function signed(
  actor: Actor,
  operations: OperationWire[],
  seqNum: bigint,
  header: LedgerHeaderWire,
  networkId: Uint8Array,
  time: number,
): Transaction {
  const tx: TransactionWire = {
    sourceAccount: { type: 0, ed25519: actor.id.ed25519 },
    fee: Math.min(operations.length * header.baseFee * FEE_FACTOR, UINT32_MAX),
    seqNum,
    cond: { type: 1, timeBounds: { minTime: 0n, maxTime: BigInt(time) + VALID_SECONDS } },
    memo: { type: 0 },
    operations,
    ext: { v: 0 },
  };
  const hash = sha256(networkId, ENVELOPE_TYPE_TX, xdr.Transaction.schema.encode(tx));
  const envelope: TransactionEnvelopeWire = { type: 2, v1: { tx, signatures: [actor.sign(hash)] } };
  const transaction = readTransaction(xdr.TransactionEnvelope.schema.encode(envelope), networkId);
  if (transaction.hashHex !== hex(hash)) throw new Error("a transaction was read as another than was signed");
  return transaction;
}
