import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { StrKey } from "@stellar/stellar-sdk";
import type { AssetWire, DecoratedSignatureWire, PublicKeyWire } from "@stellar/stellar-sdk/xdr";
import { NATIVE } from "./assets.ts";
import type { Code, ListedCode } from "./assets.ts";

/** An account of the demo market, and its key. */
export interface Actor {
  readonly name: string;
  readonly id: PublicKeyWire;
  readonly address: string;
  sign(hash: Uint8Array): DecoratedSignatureWire;
}

/** Everyone who takes part. */
export interface Cast {
  /** Holds the market's XLM. */
  readonly bank: Actor;
  readonly issuers: Readonly<Record<ListedCode, Actor>>;
  /** Each quotes the pairs whose base is its asset. */
  readonly makers: Readonly<Record<ListedCode, Actor>>;
  readonly traders: readonly Actor[];
  /** Trades pools back to the price of the books. */
  readonly arbitrageur: Actor;
  /** Fills the pools. */
  readonly provider: Actor;
  /** In the order in which they act within a ledger: who gives funds before who quotes before who takes. */
  readonly all: readonly Actor[];
}

const TRADERS = 6;
/** What precedes the 32 bytes of an ed25519 secret key in its DER form. */
const DER_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The cast of a network. Its keys follow from the network's passphrase, as the root account's does, and guard nothing. */
export function castOf(networkId: Uint8Array): Cast {
  const actor = (name: string) => actorNamed(name, networkId);
  const byCode = (role: string) => ({
    USDC: actor(`${role} USDC`),
    NKDM: actor(`${role} NKDM`),
    SKL: actor(`${role} SKL`),
  });
  const bank = actor("bank");
  const issuers = byCode("issuer");
  const makers = byCode("maker");
  const traders = Array.from({ length: TRADERS }, (_, index) => actor(`trader ${index + 1}`));
  const arbitrageur = actor("arbitrageur");
  const provider = actor("provider");
  const all = [bank, ...Object.values(issuers), provider, ...Object.values(makers), ...traders, arbitrageur];
  return { bank, issuers, makers, traders, arbitrageur, provider, all };
}

/** The account that holds all coins at first. */
export function rootOf(networkId: Uint8Array): Actor {
  return actorWith("root", networkId);
}

export function assetIn({ issuers }: Cast, code: Code): AssetWire {
  if (code === NATIVE) return { type: 0 };
  return { type: 1, alphaNum4: { assetCode: Buffer.from(code.padEnd(4, "\0")), issuer: issuers[code].id } };
}

function actorNamed(name: string, networkId: Uint8Array): Actor {
  return actorWith(
    name,
    createHash("sha256").update("astrolabe demo market\n").update(networkId).update(name).digest(),
  );
}

function actorWith(name: string, seed: Uint8Array): Actor {
  const key = createPrivateKey({ key: Buffer.concat([DER_PREFIX, seed]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const ed25519 = new Uint8Array(Buffer.from(x, "base64url"));
  return {
    name,
    id: { type: 0, ed25519 },
    address: StrKey.encodeEd25519PublicKey(ed25519),
    sign: (hash) => ({ hint: ed25519.subarray(28), signature: sign(null, hash, key) }),
  };
}
