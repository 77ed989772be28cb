import { formatSeries, shortenAddress } from "#pwa/ui/format.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import type { SelectOption } from "#pwa/ui/select.tsx";
import type { KnownAsset } from "./use-known-assets.ts";

/** An asset as one of a list to choose from: a code that is not listed here may be anybody's, and has its issuer beside it. */
export function assetOption({ key, assetCode, issuer, name, isListed }: KnownAsset): SelectOption {
  const named = name === null ? assetCode : formatSeries([assetCode, inSentence(name)]);
  return { value: key, label: isListed ? named : `${named} (${shortenAddress(issuer)})` };
}
