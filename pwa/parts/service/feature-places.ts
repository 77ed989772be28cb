import type { Feature } from "#schemas/interface-defaults.ts";

/** Where each feature's screens are. */
const FEATURE_PLACES: Readonly<Record<Feature, readonly string[]>> = {
  swap: ["/swap"],
  trade: ["/trade"],
  "pro-trading": ["/pro-trading"],
  pools: ["/amm"],
  watchlist: ["/watchlist"],
  analytics: ["/analytics"],
  staking: ["/staking"],
  affiliate: ["/affiliate"],
  "plain-screens": ["/old-dashboard", "/old-assets", "/old-trade"],
};

/** Whether what is at this path of the app is one of the features that operators took off the menus. */
export function isHidden(path: string, hidden: readonly Feature[]): boolean {
  return hidden.some((feature) => FEATURE_PLACES[feature].some((at) => path === at || path.startsWith(`${at}/`)));
}
