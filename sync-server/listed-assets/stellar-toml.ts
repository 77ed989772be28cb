import { FEDERATION_PATH } from "#server/federation/index.ts";
import type { ListedAsset } from "./listing.ts";
import { imagePath } from "./pictures.ts";

export interface StellarTomlFacts {
  readonly passphrase: string;
  /** Where people reach the server, without a trailing slash. */
  readonly publicUrl: string;
  /** What is listed: those that lead here are told of, other sites tell of the others. */
  readonly assets: readonly TomlAsset[];
}

type TomlAsset = Pick<
  ListedAsset,
  "assetCode" | "issuer" | "name" | "description" | "conditions" | "displayDecimals" | "picture" | "isOwn"
>;

const SEP_1_VERSION = "2.7.0";

/** The stellar.toml of this server (SEP-1): who it is, and what each asset is that it lists. */
export function stellarToml({ passphrase, publicUrl, assets: listed }: StellarTomlFacts): string {
  const assets = listed.filter(({ isOwn }) => isOwn);
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

function currency(asset: TomlAsset, publicUrl: string): string[] {
  const image = imagePath(asset);
  return [
    "[[CURRENCIES]]",
    field("code", asset.assetCode),
    field("issuer", asset.issuer),
    field("status", "test"),
    `display_decimals = ${asset.displayDecimals}`,
    field("name", asset.name),
    field("desc", asset.description),
    field("conditions", asset.conditions),
    ...(image === null ? [] : [field("image", `${publicUrl}${image}`)]),
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
