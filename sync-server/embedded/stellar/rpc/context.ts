import type { Network } from "#server/embedded/stellar/network.ts";
import type { LedgerRow } from "#server/embedded/stellar/store.ts";
import type { LedgerView } from "#server/embedded/stellar/view.ts";

/** What RPC methods work with. */
export interface RpcContext {
  readonly network: Network;
  /** What to show: another one after each ledger, so it is not to be kept. */
  readonly view: LedgerView;
  readonly friendbotUrl: string;
  /** Ledgers that are remembered, the newest among them. */
  readonly retainLedgers: number;
  /** Whether a transaction that is there should be denied for now. */
  readonly isHidden: () => boolean;
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** The oldest ledger that is remembered; what is older Horizon alone can tell. */
export function oldestLedger({ view, retainLedgers }: RpcContext): LedgerRow {
  const oldest = Math.max(1, view.last.seq - retainLedgers + 1);
  return view.history.ledger(oldest) ?? view.history.ledgers(oldest, "asc", 1)[0] ?? view.last;
}
