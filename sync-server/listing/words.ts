import type { AssetPowers } from "#schemas/trustlines.ts";
import type { StoredAsset } from "#server/listed-assets/index.ts";
import { assetKey } from "#server/platform/network/assets.ts";

/** What an asset was and becomes, in one line for whoever reads later what was set; null for one that was none. */
export function wordsOf(before: StoredAsset | null, after: StoredAsset): string {
  const was = before ? linesOf(before) : [];
  const becomes = linesOf(after);
  const changes = becomes.flatMap(([field, value]) => {
    const former = was.find(([name]) => name === field)?.[1];
    if (former === value) return [];
    return [former === undefined ? `${field} ${value}` : `${field} from ${former} to ${value}`];
  });
  return `${assetKey(after)}: ${changes.length === 0 ? "nothing else" : changes.join(", ")}`;
}

/** What an issuer can do to holders, as operators are told before they agree. */
export function powerWords({ mustAdmit, canFreeze, canTakeBack, isFinal }: AssetPowers): string {
  const powers = [
    ...(mustAdmit ? ["has to let holders in"] : []),
    ...(canFreeze ? ["can freeze what they hold"] : []),
    ...(canTakeBack ? ["can take it back"] : []),
  ];
  if (powers.length > 0) return powers.join(", ");
  return isFinal ? "has no power over holders, for good" : "has no power over holders so far";
}

function linesOf(asset: StoredAsset): (readonly [field: string, value: string])[] {
  const { name, description, conditions, website, picture, order, isFeatured, state } = asset;
  return [
    ["state", state],
    ["name", quoted(name)],
    ["description", quoted(description)],
    ["conditions", quoted(conditions)],
    ["website", website ?? "none"],
    ["picture", picture?.slice(0, 12) ?? "none"],
    ["place", String(order)],
    ["put forward", isFeatured ? "yes" : "no"],
  ];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
