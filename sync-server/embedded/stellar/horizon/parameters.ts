import type { AssetWire } from "@stellar/stellar-sdk/xdr";
import { badRequest } from "./problem.ts";
import { assetOf, parseAsset } from "./text.ts";
import { isAddress } from "./transaction-resource.ts";

const ACCOUNT = "Account ID must start with `G` and contain 56 alphanum characters";
const ASSET = 'Asset must be the string "native" or a string of the form "Code:IssuerAccountID" for issued assets.';
const ASSET_TYPE = "Asset type must be native, credit_alphanum4 or credit_alphanum12";
const TRUE = ["true", "True", "TRUE", "t", "T", "1", "on"];
const FALSE = ["false", "False", "FALSE", "f", "F", "0", ""];

/** Throws the problem with an address that is none. */
export function requireAddress(field: string, text: string): void {
  if (!isAddress(text)) throw badRequest(field, ACCOUNT);
}

/** Throws the problem with a 32-byte id, as of a pool, that is none. */
export function requireHash(field: string, text: string): void {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw badRequest(field, `${text} does not validate as sha256`);
}

/** The address of a parameter, where it is given. */
export function addressIn(field: string, query: URLSearchParams): string | undefined {
  const text = query.get(field) ?? "";
  if (text === "") return undefined;
  requireAddress(field, text);
  return text;
}

/** The asset of a parameter ("native" or "CODE:ISSUER"), where it is given. */
export function assetIn(field: string, query: URLSearchParams): AssetWire | undefined {
  const text = query.get(field) ?? "";
  if (text === "") return undefined;
  const asset = parseAsset(text);
  if (!asset) throw badRequest(field, ASSET);
  return asset;
}

export function booleanIn(field: string, query: URLSearchParams): boolean {
  const text = query.get(field) ?? "";
  if (TRUE.includes(text)) return true;
  if (FALSE.includes(text)) return false;
  throw badRequest(field, "Filter should be true or false");
}

/** Whether each record is to bring its transaction along. */
export function joinIn(query: URLSearchParams): boolean {
  const text = query.get("join") ?? "";
  if (text !== "" && text !== "transactions") throw badRequest("join", "Accepted values: transactions");
  return text === "transactions";
}

/** The asset of `<prefix>asset_type`, `<prefix>asset_code` and `<prefix>asset_issuer`, where it is given. */
export function splitAssetIn(prefix: string, query: URLSearchParams): AssetWire | undefined {
  const [type, code, issuer] = ["type", "code", "issuer"].map((part) => query.get(`${prefix}asset_${part}`) ?? "");
  if (!type) {
    if (code || issuer) throw badRequest(`${prefix}asset_type`, "Missing parameter");
    return undefined;
  }
  if (type === "native") {
    if (code) throw badRequest(`${prefix}asset_code`, "native asset does not have a code");
    if (issuer) throw badRequest(`${prefix}asset_issuer`, "native asset does not have an issuer");
    return { type: 0 };
  }
  const longest = type === "credit_alphanum4" ? 4 : 12;
  if (type !== "credit_alphanum4" && type !== "credit_alphanum12") throw badRequest(`${prefix}asset_type`, ASSET_TYPE);
  if (!code || !/^[a-zA-Z0-9]+$/.test(code) || code.length > longest) {
    throw badRequest(`${prefix}asset_code`, "Asset code must be 1-12 alphanumeric characters");
  }
  if (!issuer) throw badRequest(`${prefix}asset_issuer`, "Missing parameter");
  requireAddress(`${prefix}asset_issuer`, issuer);
  return assetOf(code, issuer, longest);
}

/** As {@link splitAssetIn} for an asset that must be given. */
export function requiredAsset(prefix: string, query: URLSearchParams): AssetWire {
  const asset = splitAssetIn(prefix, query);
  if (!asset) throw badRequest(`${prefix}asset_type`, ASSET_TYPE);
  return asset;
}
