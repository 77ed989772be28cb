import type { FollowedListing } from "#server/listed-assets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { ReadSupply } from "#server/platform/network/horizon-assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { ReadStellarToml } from "#server/platform/outside/stellar-toml.ts";

/** What listing needs: the list, and whoever knows of assets. */
export interface ListingDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly listing: FollowedListing;
  readonly readToml: ReadStellarToml;
  /** Reads what lies at an address. Throws OutsideError. */
  readonly readFile: (url: string) => Promise<Buffer>;
  readonly supplyOf: ReadSupply;
}
