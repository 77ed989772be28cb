import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** The key by which push services know this server (RFC 8292). */
export interface VapidKey {
  readonly privateKey: KeyObject;
  /** The uncompressed point, in base64url: what browsers subscribe with. */
  readonly publicKey: string;
}

/** Push services refuse a token that says it holds for more than a day. */
const TOKEN_SECONDS = 12 * 60 * 60;

/** A new key, in the form in which it is kept. */
export function makeVapidKey(): Buffer {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return privateKey.export({ type: "pkcs8", format: "der" });
}

export function readVapidKey(kept: Buffer): VapidKey {
  const privateKey = createPrivateKey({ key: kept, type: "pkcs8", format: "der" });
  const { x = "", y = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { privateKey, publicKey: point.toString("base64url") };
}

/** The Authorization header for messages to one push service. `contact` is whom its operator may turn to: a URL. */
export function vapidHeader({ privateKey, publicKey }: VapidKey, endpoint: string, contact: string, now: Date): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS,
    sub: contact,
  };
  const unsigned = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(unsigned), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${unsigned}.${signature.toString("base64url")}, k=${publicKey}`;
}
