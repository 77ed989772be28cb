import { FEDERATION_PATH } from "#server/federation/index.ts";
import type { ListedAsset } from "./listing.ts";

export interface StellarTomlFacts {
  readonly passphrase: string;
  /** Where people reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly assets: readonly ListedAsset[];
}

const SEP_1_VERSION = "2.7.0";

/** The stellar.toml of this server (SEP-1): who it is, and what each asset is that it lists. */
export function stellarToml({ passphrase, publicUrl, assets }: StellarTomlFacts): string {
  const issuers = [...new Set(assets.map(({ issuer }) => issuer))];
  const head = [
    field("VERSION", SEP_1_VERSION),
    field("NETWORK_PASSPHRASE", passphrase),
    field("FEDERATION_SERVER", `${publicUrl}${FEDERATION_PATH}`),
    `ACCOUNTS = [${issuers.map(quoted).join(", ")}]`,
  ];
  const organisation = ["[DOCUMENTATION]", field("ORG_NAME", "Astrolabe"), field("ORG_URL", publicUrl)];
  const currencies = assets.map((asset) => currency(asset, publicUrl));
  return `${[head, organisation, ...currencies].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Where the picture of an asset lies on this server. */
export function imagePath({ assetCode }: Pick<ListedAsset, "assetCode">): string {
  return `/asset-images/${assetCode.toLowerCase()}.png`;
}

function currency(asset: ListedAsset, publicUrl: string): string[] {
  return [
    "[[CURRENCIES]]",
    field("code", asset.assetCode),
    field("issuer", asset.issuer),
    field("status", "test"),
    `display_decimals = ${asset.displayDecimals}`,
    field("name", asset.name),
    field("desc", asset.description),
    field("conditions", asset.conditions),
    field("image", `${publicUrl}${imagePath(asset)}`),
    "is_unlimited = true",
    "is_asset_anchored = false",
  ];
}

function field(name: string, text: string): string {
  return `${name} = ${quoted(text)}`;
}

/** A basic string: whatever ends it, escapes in it or has no place in it is written as its code point. */
function quoted(text: string): string {
  const escaped = text.toWellFormed().replaceAll(/["\\\p{Cc}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  });
  return `"${escaped}"`;
}
