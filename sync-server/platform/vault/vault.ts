import { createPublicKey, randomBytes, verify } from "node:crypto";
import { StrKey } from "@stellar/stellar-sdk";
import type { ClientSession } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { countOutcome, signatures } from "#server/platform/metrics/counted.ts";
import { isRestoring } from "#server/platform/restored/state.ts";
import { SealBrokenError, sealsOf } from "#server/platform/seals/row-seals.ts";
import type { AuditLog } from "./audit-log.ts";
import type { SignedEnvelope } from "./signed-envelope.ts";
import { verifyRing } from "./canary.ts";
import type { KeyRing } from "./key-ring.ts";
import {
  assertKeySealed,
  keyContext,
  type KeyPurpose,
  makeKey,
  type SealedKey,
  type Signer,
  signWithSeed,
  unlock,
  VAULT_KEYS,
} from "./sealed-keys.ts";
import { openSigners, SignerChangingError, type Signers } from "./signers.ts";

/** Who wants a signature, and what for, for the audit log. */
export interface SigningRequest {
  readonly address: string;
  readonly purpose: KeyPurpose;
  /** The 32-byte transaction hash. */
  readonly hash: Buffer;
  /** Whose wish it is. Another person's wallet signs for the house alone, which opens it, and hands it to its next key. */
  readonly userId: number;
  /** What the signature lets onto the ledger: of one submission never two, unless the former ones are proven `dead`. */
  readonly envelope?: SignedEnvelope;
  /** Inner hashes of envelopes of the same submission that can never be in a ledger. */
  readonly dead?: ReadonlySet<string>;
  readonly requestedBy: string;
  readonly reason: string;
  /** Whether it hands the account over to its next key: that alone is signed while a change of keys is under way. */
  readonly isHandover?: boolean;
}

/** A signature and whose it is: an account does not always sign with its own key. */
export interface VaultSignature {
  /** G... */
  readonly publicKey: string;
  /** 64 bytes of ed25519. */
  readonly signature: Buffer;
}

/** The only door to secret keys: they are made, used and forgotten inside one call. */
export interface Vault extends Signers {
  /** Makes a key pair and answers with its address (G...). */
  createKey(session: ClientSession, owner: { readonly userId: number; readonly purpose: KeyPurpose }): Promise<string>;
  /** Signs with the account's present key. Its audit row is stored before it is made. Throws {@link SignerChangingError}. */
  sign(request: SigningRequest): Promise<VaultSignature>;
  /** The public key (G...) of a key that a key management service keeps, once it has proved that it signs with it. */
  inspectKmsKey(keyId: string): Promise<string>;
  /** Throws ConfigError, nothing being touched, when the ring does not open what this database holds. */
  verifyKey(): Promise<void>;
}

/** The owner of what is nobody's in particular. */
const HOUSE = 0;
/** SPKI of an ed25519 key up to its 32 bytes (RFC 8410). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export function openVault(database: Database, ring: KeyRing, audit: AuditLog, clock: Clock): Vault {
  const keys = database.collection<SealedKey>(VAULT_KEYS);

  async function signWith({ publicKey, kmsKey }: Signer, sealed: SealedKey | null, hash: Buffer): Promise<Buffer> {
    if (kmsKey !== null) return signRemotely(ring, kmsKey, publicKey, hash);
    if (!sealed) throw new Error(`the vault holds no key ${publicKey}`);
    return unlock(ring, sealed, sealed.seed, keyContext(sealed), (seed) => signWithSeed(seed, hash));
  }

  async function signFor(request: SigningRequest): Promise<VaultSignature> {
    // Whoever asks has looked before; here is where nobody gets past it.
    if (await isRestoring(database, null))
      throw new Error("a database that was set back to a backup signs nothing yet");
    const { address, purpose, hash, userId, requestedBy, reason, isHandover, envelope, dead } = request;
    const own = await keys.findOne({ _id: address, purpose });
    if (!own) throw new Error(`the vault holds no ${purpose} key of ${address}`);
    assertKeySealed(sealsOf(database), own);
    if (own.userId !== userId && own.userId !== HOUSE && userId !== HOUSE)
      throw new SealBrokenError(`that ${address} is user ${userId}'s`);
    if (own.next && isHandover !== true) throw new SignerChangingError(address);
    const signer = own.signer ?? { publicKey: address, kmsKey: null, generation: 0 };
    const isOwn = signer.publicKey === address;
    const sealed = isOwn ? own : await keys.findOne({ _id: signer.publicKey, purpose, account: address });
    const event = {
      action: "sign",
      address,
      purpose,
      payloadHash: hash.toString("hex"),
      requestedBy,
      reason: isOwn ? reason : `${reason}, with key ${signer.publicKey}`,
    } as const;
    await audit.append(envelope ? { ...event, envelope } : event, dead);
    return { publicKey: signer.publicKey, signature: await signWith(signer, sealed, hash) };
  }

  return {
    ...openSigners(database, ring, audit, clock),

    async createKey(session, { userId, purpose }) {
      const key = await makeKey(ring, sealsOf(database), { userId, purpose }, clock.now());
      await keys.insertOne(key, { session });
      const requestedBy = userId === 0 ? "house" : `user ${userId}`;
      const reason = "a new account";
      await audit.note(session, { action: "create", address: key._id, purpose, payloadHash: "", requestedBy, reason });
      return key._id;
    },

    sign: (request) => countOutcome(signatures, { purpose: request.purpose }, signFor(request)),

    async inspectKmsKey(keyId) {
      const publicKey = StrKey.encodeEd25519PublicKey(await ring.signerOf(keyId).publicKey(keyId));
      await signRemotely(ring, keyId, publicKey, randomBytes(32));
      return publicKey;
    },

    verifyKey: () => verifyRing(database, ring),
  };
}

/** A signature that comes from elsewhere is believed only if it verifies. */
async function signRemotely(ring: KeyRing, keyId: string, publicKey: string, message: Buffer): Promise<Buffer> {
  const signature = await ring.signerOf(keyId).sign(keyId, message);
  const spki = Buffer.concat([SPKI_PREFIX, StrKey.decodeEd25519PublicKey(publicKey)]);
  if (!verify(null, message, createPublicKey({ key: spki, format: "der", type: "spki" }), signature))
    throw new Error(`the key management service signed with another key than ${publicKey}`);
  return signature;
}
