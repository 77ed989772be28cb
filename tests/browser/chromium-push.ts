import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";

/** The push service that Chromium talks to, on this machine: real browsers subscribe to it and are sent what is posted to it. */
export interface ChromiumPush {
  /** Arguments with which a Chromium finds it. */
  readonly args: readonly string[];
  /** How often a message was posted here. */
  readonly posted: () => number;
  /** The address to post to for a subscription that a Chromium made, whose own address leads to Google. */
  endpointFor(chromiumEndpoint: string): string;
  close(): Promise<void>;
}

/** What a Chromium registered under a token. */
interface Registration {
  /** Of the application, and within it of the site's worker. */
  readonly category: string;
  readonly subtype: string;
  /** The server key for which it was made. */
  readonly sender: string;
}

// Tags of Google's messaging protocol (MCS), version 41, and ids that a device could have been given.
const VERSION = 41;
const LOGIN_RESPONSE = 3;
const DATA_MESSAGE = 8;
const DEVICE_ID = 1_234_567_890_123n;
const DEVICE_TOKEN = 9_876_543_210n;

export async function startChromiumPush(): Promise<ChromiumPush> {
  const registrations = new Map<string, Registration>();
  const messages: Buffer[] = [];
  let device: TLSSocket | null = null;
  const { certificate, key, fingerprint } = makeCertificate();

  const mcs = createTlsServer({ key, cert: certificate }, (socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(
        Buffer.concat([Buffer.of(VERSION), frame(LOGIN_RESPONSE, text(1, "login"), integer(8, Date.now()))]),
      );
      device = socket;
      // A connection may break before the device has read: what it has twice it shows once, by its tag.
      for (const message of messages) socket.write(message);
    });
  });
  const http = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? "";
    if (path === "/checkin") {
      response.end(Buffer.concat([integer(1, 1), integer(3, Date.now()), fixed(7, DEVICE_ID), fixed(8, DEVICE_TOKEN)]));
    } else if (path === "/register") {
      const asked = new URLSearchParams(body.toString());
      const token = `token-${registrations.size}`;
      const of = (name: string) => asked.get(name) ?? "";
      registrations.set(token, { category: of("app"), subtype: of("X-subtype"), sender: of("sender") });
      response.end(`token=${token}`);
    } else {
      const registration = registrations.get(path.slice("/send/".length));
      response.writeHead(registration ? 201 : 404).end();
      if (!registration) return;
      const message = frame(DATA_MESSAGE, ...dataMessage(registration, String(messages.length), body));
      messages.push(message);
      device?.write(message);
    }
  }

  const [httpPort, mcsPort] = await Promise.all([listen(http), listen(mcs)]);
  const url = `http://127.0.0.1:${httpPort}`;
  return {
    args: [
      `--gcm-checkin-url=${url}/checkin`,
      `--gcm-registration-url=${url}/register`,
      `--gcm-mcs-endpoint=https://localhost:${mcsPort}`,
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
    ],
    posted: () => messages.length,
    endpointFor: (chromiumEndpoint) => `${url}/send/${chromiumEndpoint.split("/").at(-1) ?? ""}`,
    close: async () => {
      device?.destroy();
      http.closeAllConnections();
      await Promise.all([http, mcs].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

function listen(server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>): Promise<number> {
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      done(typeof address === "object" && address ? address.port : 0);
    });
  });
}

/** The fields of a message for one worker; the body stays as encrypted as it came. */
function dataMessage({ category, subtype, sender }: Registration, id: string, body: Buffer): Buffer[] {
  const said = (name: string, value: string) => bytes(7, Buffer.concat([text(1, name), text(2, value)]));
  return [
    text(2, id),
    text(3, sender),
    text(5, category),
    said("subtype", subtype),
    said("content-encoding", "aes128gcm"),
    text(9, `message-${id}`),
    bytes(21, body),
  ];
}

// Protocol buffers, as much of them as is needed.
function varint(value: number | bigint): Buffer {
  const groups: number[] = [];
  let rest = BigInt(value);
  do {
    groups.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(groups);
}
function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}
function fixed(field: number, value: bigint): Buffer {
  const eight = Buffer.alloc(8);
  eight.writeBigUInt64LE(value);
  return Buffer.concat([varint(field * 8 + 1), eight]);
}
function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
}
function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}
function frame(tag: number, ...fields: readonly Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  return Buffer.concat([Buffer.of(tag), varint(body.length), body]);
}

/** A certificate that signed itself, and the fingerprint by which a Chromium is told to trust its key. */
function makeCertificate() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const algorithm = der(0x30, Buffer.from("06082a8648ce3d040302", "hex"));
  const commonName = Buffer.concat([Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from("localhost"))]);
  const name = der(0x30, der(0x31, der(0x30, commonName)));
  const validity = der(0x30, der(0x17, Buffer.from("200101000000Z")), der(0x17, Buffer.from("491231235959Z")));
  const unsigned = der(0x30, der(0x02, Buffer.of(1)), algorithm, name, validity, name, spki);
  const signature = Buffer.concat([Buffer.of(0), sign("sha256", unsigned, privateKey)]);
  const certificate = der(0x30, unsigned, algorithm, der(0x03, signature));
  return {
    certificate: pem("CERTIFICATE", certificate),
    key: exported(privateKey),
    fingerprint: createHash("sha256").update(spki).digest("base64"),
  };
}

function exported(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, ...derLength(body.length)), body]);
}

function derLength(length: number): number[] {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
