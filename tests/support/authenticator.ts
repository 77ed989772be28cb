import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Algorithm = "ES256" | "EdDSA";

/** What a page is given to make a passkey with. */
interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string | undefined };
  readonly user: { readonly id: string };
}

/** What a page is given to ask for a passkey with. */
interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string | undefined;
}

/** How this answer departs from an honest one. */
export interface Tampering {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly format?: string;
}

interface Credential {
  readonly id: Buffer;
  readonly userHandle: string;
  readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  counter: number;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;
const AAGUID = Buffer.alloc(16);

/** A browser with an authenticator of its own, in software: it answers as WebAuthn says, or departs from it where told. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #algorithm: Algorithm;
  #credential: Credential | null = null;

  constructor(origin: string, algorithm: Algorithm = "ES256") {
    this.#origin = origin;
    this.#algorithm = algorithm;
  }

  /** Makes a passkey and answers like `navigator.credentials.create`. */
  create({ challenge, rp, user }: CreationOptions, tampering: Tampering = {}) {
    const keys =
      this.#algorithm === "ES256" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("ed25519");
    const credential = { id: randomBytes(16), userHandle: user.id, keys, counter: 0 };
    this.#credential = credential;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.id.length);
    const attested = Buffer.concat([AAGUID, length, credential.id, this.#coseKey(keys.publicKey)]);
    const authData = Buffer.concat([this.#authData(tampering.rpId ?? rp.id ?? "", ATTESTED, 0, tampering), attested]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ["fmt", tampering.format ?? "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.#names(credential),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", tampering.challenge ?? challenge, tampering),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Answers like `navigator.credentials.get`, with the passkey made last. */
  get({ challenge, rpId }: RequestOptions, tampering: Tampering = {}) {
    const credential = this.#credential;
    if (!credential) throw new Error("this authenticator has no passkey");
    credential.counter += 1;
    const counter = tampering.counter ?? credential.counter;
    const authData = this.#authData(tampering.rpId ?? rpId ?? "", 0, counter, tampering);
    const clientDataJSON = this.#clientData("webauthn.get", tampering.challenge ?? challenge, tampering);
    const digest = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
    const digestName = this.#algorithm === "ES256" ? "sha256" : null;
    const signature = sign(digestName, Buffer.concat([authData, digest]), credential.keys.privateKey);
    return {
      ...this.#names(credential),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: tampering.userHandle ?? credential.userHandle,
      },
    };
  }

  #names({ id }: Credential) {
    const text = id.toString("base64url");
    return {
      id: text,
      rawId: text,
      type: "public-key",
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
    };
  }

  #authData(rpId: string, flags: number, counter: number, { isVerified = true }: Tampering): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits = Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), bits, count]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Tampering): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
  }

  /** RFC 9053: key type, algorithm, curve and coordinates under their numbers. */
  #coseKey(publicKey: KeyObject): Uint8Array {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    const key: Map<number, number | Uint8Array> =
      this.#algorithm === "ES256"
        ? new Map<number, number | Uint8Array>([
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, bytes(x)],
            [-3, bytes(y)],
          ])
        : new Map<number, number | Uint8Array>([
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, bytes(x)],
          ]);
    return isoCBOR.encode(key);
  }
}
