import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";

export interface TreasuryDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
}
