import type { History } from "#server/embedded/stellar/history.ts";
import type { Network } from "#server/embedded/stellar/network.ts";
import type { LedgerRow } from "#server/embedded/stellar/store.ts";

/** What Horizon's resources are made from. */
export interface HorizonContext {
  readonly network: Network;
  readonly history: History;
  /** Scheme and host for links. */
  readonly origin: string;
  /** The newest ledger to admit to. */
  readonly latest: () => LedgerRow;
}
