import type { History } from "#server/embedded/stellar/history.ts";
import type { Network } from "#server/embedded/stellar/network.ts";
import type { LedgerRow } from "#server/embedded/stellar/store.ts";

/** What RPC methods work with. */
export interface RpcContext {
  readonly network: Network;
  readonly history: History;
  readonly friendbotUrl: string;
  /** The newest ledger to admit to: behind the last closed one where a lag is being played. */
  readonly latest: () => LedgerRow;
  /** Whether a transaction that is there should be denied for now. */
  readonly isHidden: () => boolean;
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** The first ledger; all transactions since are kept. */
export function oldestLedger({ history, latest }: RpcContext): LedgerRow {
  return history.ledger(1) ?? latest();
}
