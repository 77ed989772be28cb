import { createPrivateKey } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { Secret } from "otpauth";
import { SESSIONS } from "#server/platform/http/session-store.ts";
import { SEALING_KEY } from "#server/platform/vault/sealing-key.ts";
import { keyContext, type SealedKey, unlock, VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { WEBHOOK } from "#server/monitoring/webhook-store.ts";
import { PUSH_KEY } from "#server/notifications/push-key.ts";
import { secretContext, type SealedSecret, VAULT_SECRETS } from "#server/platform/vault/secrets.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";

export type SecretKind =
  | "wallet seed"
  | "second factor's seed"
  | "recovery code"
  | "password"
  | "password hash"
  | "session id"
  | "session cookie"
  | "reset token"
  | "API key"
  | "webhook secret"
  | "document number"
  | "place of a picture"
  | "key of the server";

/** Something that left the server: an answer, a log line, a replicated row. */
export interface Surface {
  readonly where: string;
  readonly text: string;
}

/** An app, as far as secrets are in it. */
export type Holder = Pick<Runtime, "database" | "config" | "clock">;

/** Every secret that was ever there, in every form in which it could get out. */
export class KnownSecrets {
  readonly #kinds = new Map<string, SecretKind>();

  add(kind: SecretKind, ...forms: readonly string[]): void {
    for (const form of forms) if (form.length >= 6) this.#kinds.set(form, kind);
  }

  /**
   * Seeds, hashes and session ids that the database and its vault hold at this moment. What the app's first settings do not
   * open, since a test changed the keys or the rows, is an error unless it `skipsUnreadable`.
   */
  async collect(
    { database, config, clock }: Holder,
    { skipsUnreadable }: { readonly skipsUnreadable: boolean } = { skipsUnreadable: false },
  ): Promise<void> {
    const ring = openKeyRing(config.vault, clock);
    if (config.vault.current.kind === "local") this.add("key of the server", ...formsOf(config.vault.current.key));
    this.add("key of the server", ...formsOf(config.sessionKey));
    const open = (opening: Promise<void>) => (skipsUnreadable ? opening.catch(() => undefined) : opening);
    for (const key of await database.collection<SealedKey>(VAULT_KEYS).find().toArray()) {
      const opening = unlock(ring, key, key.seed, keyContext(key), (seed) => {
        this.add("wallet seed", ...formsOf(seed), Keypair.fromRawEd25519Seed(seed).secret());
      });
      await open(opening);
    }
    for (const sealed of await database.collection<SealedSecret>(VAULT_SECRETS).find().toArray()) {
      const opening = unlock(ring, sealed, sealed.secret, secretContext(sealed._id), (seed) => {
        if (sealed._id.startsWith(SEALING_KEY)) return this.add("key of the server", ...formsOf(seed));
        if (sealed._id === PUSH_KEY) return this.add("key of the server", ...formsOf(seed), ...formsOf(scalarOf(seed)));
        if (sealed._id === WEBHOOK) return this.add("webhook secret", ...formsOf(seed));
        const base32 = new Secret({ buffer: Uint8Array.from(seed).buffer }).base32;
        this.add("second factor's seed", ...formsOf(seed), base32);
      });
      await open(opening);
    }
    for (const { password } of await database.collection("users").find().toArray())
      this.add("password hash", String(password), ...String(password).split("$").slice(-2));
    await this.collectSessions({ database });
  }

  /** Sessions come and go: to be asked after everything that may have begun one. */
  async collectSessions({ database }: Pick<Holder, "database">): Promise<void> {
    for (const { _id } of await database.collection<{ _id: string }>(SESSIONS).find().toArray())
      this.add("session id", _id);
  }

  count(kind: SecretKind): number {
    return [...this.#kinds.values()].filter((known) => known === kind).length;
  }

  /** Where which kind of secret got out; never the secret itself, since test output is kept. */
  findIn(surfaces: readonly Surface[]): { readonly where: string; readonly kind: SecretKind }[] {
    const found = new Map<string, { readonly where: string; readonly kind: SecretKind }>();
    for (const { where, text } of surfaces) {
      for (const [secret, kind] of this.#kinds)
        if (text.includes(secret)) found.set(`${where} ${kind}`, { where, kind });
    }
    return [...found.values()];
  }
}

/** The number that is the private half of a P-256 key in PKCS #8. */
function scalarOf(kept: Buffer): Buffer {
  const { d = "" } = createPrivateKey({ key: Buffer.from(kept), type: "pkcs8", format: "der" }).export({
    format: "jwk",
  });
  return Buffer.from(d, "base64url");
}

function formsOf(bytes: Buffer): string[] {
  return (["hex", "base64", "base64url"] as const).map((form) => bytes.toString(form).replace(/=+$/, ""));
}
