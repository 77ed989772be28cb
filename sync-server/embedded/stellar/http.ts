import type { IncomingMessage, ServerResponse } from "node:http";

/** A request with its body read. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly accept: string;
  readonly contentType: string;
  /** Where a stream that broke off is to go on. */
  readonly lastEventId: string;
  readonly authorization: string;
  /** Whether a page in a browser asks, and not a program or a person who typed the address. */
  readonly isFromPage: boolean;
  /** How the client names this server, for links: scheme and host, no path. */
  readonly origin: string;
}

export interface Reply {
  readonly status: number;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What no page may read, whatever its origin. */
  readonly isClosedToPages?: boolean;
}

const OPEN_TO_PAGES = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
const MAX_BODY_BYTES = 1_000_000;

/** A request that nothing here can be asked with; the message says why. */
export class BadRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new BadRequest(413, "The request body is too large.");
    chunks.push(bytes);
  }
  const host = incoming.headers.host ?? "127.0.0.1";
  const url = URL.parse(incoming.url ?? "/", "http://localhost");
  if (!url || !isDecodable(url.pathname)) throw new BadRequest(400, "The request's address is malformed.");
  return {
    method: incoming.method ?? "GET",
    path: url.pathname.length > 1 ? url.pathname.replace(/\/+$/, "") : url.pathname,
    query: url.searchParams,
    body: Buffer.concat(chunks).toString("utf8"),
    accept: incoming.headers.accept ?? "",
    contentType: incoming.headers["content-type"] ?? "",
    lastEventId: String(incoming.headers["last-event-id"] ?? ""),
    authorization: incoming.headers.authorization ?? "",
    isFromPage: isFromPage(incoming),
    origin: `http://${host}`,
  };
}

function isFromPage({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"] ?? "none";
  return site !== "none" || headers.origin !== undefined || headers.referer !== undefined;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export function send(response: ServerResponse, { status, body, type, headers, isClosedToPages }: Reply): void {
  const content = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": type ?? "application/json",
    "content-length": Buffer.byteLength(content),
    ...(isClosedToPages !== true && OPEN_TO_PAGES),
    ...headers,
  });
  response.end(content);
}
