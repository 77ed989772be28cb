import { createHash } from "node:crypto";
import { Asset, getLiquidityPoolId, Keypair, LiquidityPoolAsset, LiquidityPoolFeeV18 } from "@stellar/stellar-sdk";

const NAMES = [
  "issuer",
  "issuer2",
  "anna",
  "ben",
  "cora",
  "dan",
  "eve",
  "maker",
  "sponsor",
  "guest",
  "gone",
  "safe",
  "cosigner",
  "empty",
] as const;

/** Who takes part; `empty` never has an account, `cosigner` only signs. */
export type Name = (typeof NAMES)[number];

/** The accounts that "create many" opens, in its order; friendbot opens the first. */
export const OPENED: readonly Name[] = [
  "anna",
  "ben",
  "cora",
  "dan",
  "eve",
  "maker",
  "issuer",
  "issuer2",
  "sponsor",
  "gone",
  "safe",
];

// The very keys of the recording, so that addresses, signature hints, asset and pool ids are equal in both.
const KEYS: ReadonlyMap<string, Keypair> = new Map(
  NAMES.map((name) => [name, Keypair.fromRawEd25519Seed(sha256(`bar real network ${name}`))]),
);

export function keyOf(name: Name): Keypair {
  const key = KEYS.get(name);
  if (!key) throw new Error(`nobody is called ${name}`);
  return key;
}

export function addressOf(name: Name): string {
  return keyOf(name).publicKey();
}

const NAMES_BY_ADDRESS: ReadonlyMap<string, string> = new Map(
  [...KEYS].map(([name, key]) => [key.publicKey(), `@${name}`]),
);

/** "@anna" for Anna's address; an address of nobody's is left as it is. */
export function nameOf(address: string): string {
  return NAMES_BY_ADDRESS.get(address) ?? address;
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

export const XLM = Asset.native();
export const USD = new Asset("USD", addressOf("issuer"));
export const EUR = new Asset("EURLONG", addressOf("issuer"));
/** Regulated: its issuer says who may hold it. */
export const REG = new Asset("REG", addressOf("issuer2"));

/** The pool of XLM and USD. */
export const POOL = new LiquidityPoolAsset(XLM, USD, LiquidityPoolFeeV18);
export const POOL_ID = Buffer.from(getLiquidityPoolId("constant_product", POOL.getLiquidityPoolParameters())).toString(
  "hex",
);
