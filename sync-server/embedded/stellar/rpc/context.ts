import type { Network } from "#server/embedded/stellar/network.ts";
import type { LedgerRow } from "#server/embedded/stellar/store.ts";
import type { LedgerView } from "#server/embedded/stellar/view.ts";

/** What RPC methods work with. */
export interface RpcContext {
  readonly network: Network;
  /** What to show: another one after each ledger, so it is not to be kept. */
  readonly view: LedgerView;
  readonly friendbotUrl: string;
  /** Whether a transaction that is there should be denied for now. */
  readonly isHidden: () => boolean;
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** The first ledger; all transactions since are kept. */
export function oldestLedger({ view }: RpcContext): LedgerRow {
  return view.history.ledger(1) ?? view.last;
}
