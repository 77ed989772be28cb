import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import * as v from "valibot";

/** A message that reached the push service, as it came. */
export interface PushedMessage {
  /** Of the browser that it is for. */
  readonly browser: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A browser that subscribed: it alone can read its messages. */
export interface FakeBrowser {
  readonly name: string;
  /** What it hands to the server. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** The messages that reached it, decrypted. Throws where one was not meant for it. */
  read(): Record<string, unknown>[];
}

/** A push service on a free port. It takes what is posted, and answers as it is told. */
export interface FakePushService {
  readonly url: string;
  readonly messages: readonly PushedMessage[];
  aBrowser(): FakeBrowser;
  /** What it answers from now on; 201 at first. */
  answerWith(status: number, headers?: Readonly<Record<string, string>>): void;
  stop(): Promise<void>;
}

const Payload = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

export async function startPushService(): Promise<FakePushService> {
  const messages: PushedMessage[] = [];
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> } = {
    status: 201,
    headers: {},
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const browser = request.url?.slice(1) ?? "";
      messages.push({ browser, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the push service has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    messages,
    aBrowser() {
      const name = randomBytes(8).toString("hex");
      const keys = createECDH("prime256v1");
      const p256dh = keys.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      return {
        name,
        subscription: { endpoint: `${url}/${name}`, keys: { p256dh, auth: auth.toString("base64url") } },
        read: () =>
          messages
            .filter((message) => message.browser === name)
            .map(({ body }) => v.parse(Payload, decryptPush(body, keys, auth).toString("utf8"))),
      };
    },
    answerWith(status, headers = {}) {
      answer = { status, headers };
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Reads a message as a browser does: RFC 8188's header and record, with the keys of RFC 8291. Throws where it is not whole. */
export function decryptPush(message: Buffer, browser: ECDH, secret: Buffer): Buffer {
  const salt = message.subarray(0, 16);
  const keyLength = message.readUInt8(20);
  const senderKey = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  const hkdf = (material: Buffer, with_: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", material, with_, info, bytes));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
  const material = hkdf(browser.computeSecret(senderKey), secret, info, 32);
  const key = hkdf(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end === -1 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("the record has no end");
  return plain.subarray(0, end);
}

/** What a VAPID header claims, once its signature has been found right (RFC 8292). Throws where it is not. */
export function readVapid(header: string): { readonly claims: Record<string, unknown>; readonly publicKey: string } {
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  if (!isRight) throw new Error("the token is not signed by the key beside it");
  return { claims: v.parse(Payload, Buffer.from(claims, "base64url").toString("utf8")), publicKey };
}
