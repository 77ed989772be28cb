import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import type { AuditLog } from "./audit-log.ts";
import type { KeyRing } from "./key-ring.ts";
import {
  assertKeySealed,
  KEY_SEAL,
  makeKey,
  type SealedKey,
  sealedOf,
  type Signer,
  VAULT_KEYS,
} from "./sealed-keys.ts";

/** A change of the key that signs for an account: what signs now, and what is to. */
export interface SignerChange {
  readonly account: string;
  /** G...; the account itself where its own key still signs. */
  readonly current: string;
  readonly next: Signer;
}

/** A key of a key management service that is to sign. */
export interface KmsKey {
  readonly keyId: string;
  /** G... */
  readonly publicKey: string;
}

/** The account is being handed over to another key; what is to be signed has to wait until that is decided. */
export class SignerChangingError extends Error {
  constructor(address: string) {
    super(`the key of ${address} is being changed`);
    this.name = "SignerChangingError";
  }
}

/**
 * The change of the key that signs for an account, in two halves around the ledger's own change. In between nothing is
 * signed for the account but the transaction that hands it over.
 */
export interface Signers {
  /** The key (G...) that signs for the account. Throws {@link SignerChangingError} while that is being changed. */
  signerOf(account: string, session: ClientSession | null): Promise<string>;
  /** Makes the next key, or takes one of a key management service. Answers with the change under way where there is one. */
  prepareSigner(
    session: ClientSession,
    change: { readonly account: string; readonly requestedBy: string; readonly kmsKey: KmsKey | null },
  ): Promise<SignerChange & { readonly isNew: boolean }>;
  /** Every change under way. */
  changingSigners(): Promise<SignerChange[]>;
  /** The ledger has handed the account over: from now on the next key signs. Nothing happens where it does already. */
  activateSigner(session: ClientSession, account: string, publicKey: string): Promise<void>;
  /** The ledger has not, and never will: the present key goes on signing. */
  abandonSigner(session: ClientSession, account: string, publicKey: string, reason: string): Promise<void>;
}

interface Signing {
  readonly signer: Signer | undefined;
  readonly next: Signer | undefined;
}

export function openSigners(database: Database, ring: KeyRing, audit: AuditLog, clock: Clock): Signers {
  const keys = database.collection<SealedKey>(VAULT_KEYS);

  function note(session: ClientSession, { _id: address, purpose }: SealedKey, requestedBy: string, reason: string) {
    return audit.note(session, { action: "rotate", address, purpose, payloadHash: "", requestedBy, reason });
  }

  /** Sets what signs for an account, and seals that anew. */
  async function change(session: ClientSession, own: SealedKey, signers: Signing) {
    assertKeySealed(sealsOf(database), own);
    const { signer, next } = signers;
    const seal = sealsOf(database).seal(KEY_SEAL, sealedOf({ ...own, signer, next }));
    const set = { seal, ...(signer && { signer }), ...(next && { next }) };
    const unset = { ...(!signer && { signer: "" as const }), ...(!next && { next: "" as const }) };
    await keys.updateOne({ _id: own._id }, { $set: set, $unset: unset }, { session });
  }

  return {
    async signerOf(account, session) {
      const own = await keys.findOne({ _id: account, account: { $exists: false } }, inSession(session));
      if (!own) throw new Error(`the vault holds no key of ${account}`);
      if (own.next) throw new SignerChangingError(account);
      return own.signer?.publicKey ?? account;
    },
    async prepareSigner(session, { account, requestedBy, kmsKey }) {
      const own = await keys.findOne({ _id: account, account: { $exists: false } }, { session });
      if (!own) throw new Error(`the vault holds no key of ${account}`);
      const current = own.signer?.publicKey ?? account;
      if (own.next) return { account, current, next: own.next, isNew: false };
      const generation = (own.signer?.generation ?? 0) + 1;
      const next = kmsKey
        ? { publicKey: kmsKey.publicKey, kmsKey: kmsKey.keyId, generation }
        : { publicKey: await insertKey(session, own, account), kmsKey: null, generation };
      await change(session, own, { signer: own.signer, next });
      await note(session, own, requestedBy, `${next.publicKey} is to sign in place of ${current}`);
      return { account, current, next, isNew: true };
    },
    async changingSigners() {
      const changing = await keys.find({ "next.publicKey": { $exists: true } }).toArray();
      return changing.flatMap(({ _id: account, signer, next }) =>
        next ? [{ account, current: signer?.publicKey ?? account, next }] : [],
      );
    },
    async activateSigner(session, account, publicKey) {
      const own = await keys.findOne({ _id: account, "next.publicKey": publicKey }, { session });
      if (!own?.next) return;
      await change(session, own, { signer: own.next, next: undefined });
      await note(session, own, "ledger", `${publicKey} signs from now on`);
    },
    async abandonSigner(session, account, publicKey, reason) {
      const own = await keys.findOne({ _id: account, "next.publicKey": publicKey }, { session });
      if (!own) return;
      await change(session, own, { signer: own.signer, next: undefined });
      await note(session, own, "ledger", `${publicKey} does not take over: ${reason}`);
    },
  };

  async function insertKey(session: ClientSession, { userId, purpose }: SealedKey, account: string): Promise<string> {
    const key = await makeKey(ring, sealsOf(database), { userId, purpose, account }, clock.now());
    await keys.insertOne(key, { session });
    return key._id;
  }
}
