import type { Network } from "#server/embedded/stellar/network.ts";
import type { LedgerView } from "#server/embedded/stellar/view.ts";

/** What Horizon's resources are made from. */
export interface HorizonContext {
  readonly network: Network;
  /** What to show: another one after each ledger, so it is not to be kept. */
  readonly view: LedgerView;
  /** Scheme and host for links. */
  readonly origin: string;
}
