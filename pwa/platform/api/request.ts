import { nowMs } from "#pwa/platform/device/clock.ts";
import { nextTask } from "#pwa/platform/device/next-task.ts";
import { newUid } from "#pwa/platform/device/random.ts";
import { REQUEST_ID_HEADER } from "#schemas/logs.ts";
import { fetchSaid } from "#pwa/platform/language/fetch-said.ts";
import { HttpError } from "./http-error.ts";

export interface RequestOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Bytes go as they are, all else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is sent though the page that asked is being left. */
  readonly isLast?: boolean;
}

/** What the request helper reaches outside itself for; given in tests, the browser's own otherwise. */
export interface Link {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly nowMs: () => number;
}

/** An answer that says something by a code, or has a stored text that does. */
const SAYS = /"code\\?":/;

const browserLink: Link = {
  fetch: (url, init) => (mayWait(init) ? nextTask().then(() => fetch(url, init)) : fetch(url, init)),
  nowMs,
};

/**
 * A screen asks for much as it opens, and to begin a request takes a slow phone milliseconds: each begins in a task of its own. Where
 * nothing is in sight, and timers rest, or the page is being left, it begins at once.
 */
function mayWait({ keepalive = false }: RequestInit): boolean {
  return !keepalive && globalThis.document?.visibilityState === "visible";
}

/**
 * Sends a request with credentials, past every cache, asking for JSON, with the time appended as `_t`.
 * Throws HttpError for a response that is not OK, and the browser's TypeError where no response came.
 */
export async function request(path: string, options: RequestOptions = {}, link: Link = browserLink): Promise<Response> {
  const response = await send(path, options, link);
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** How a 401 ends: with null where "nobody is signed in" is a fine answer, else as an error. */
export type On401 = "return-null" | "throw";

/**
 * Like {@link request}, read as JSON. A 401 on a path containing /api/wallet refreshes the session (GET /api/user) and is
 * tried once more; what is then still a 401 ends as `on401` says.
 */
export async function requestJson(
  path: string,
  options: RequestOptions = {},
  on401: On401 = "throw",
  link: Link = browserLink,
): Promise<unknown> {
  const first = await send(path, options, link);
  const response =
    first.status === 401 && path.includes("/api/wallet") ? await retried(first, path, options, link) : first;
  if (response.status === 401 && on401 === "return-null") return null;
  if (!response.ok) throw await errorOf(response);
  const text = await response.text();
  // As with refusals: what is shown of it may have to be put into words.
  if (SAYS.test(text)) await fetchSaid();
  const json: unknown = JSON.parse(text);
  return json;
}

async function retried(first: Response, path: string, options: RequestOptions, link: Link): Promise<Response> {
  const refresh = await send("/api/user", {}, link);
  if (!refresh.ok) return first;
  return send(path, options, link);
}

function send(path: string, options: RequestOptions, link: Link): Promise<Response> {
  const { method = "GET", body, signal, headers, isLast = false } = options;
  return link.fetch(withTimestamp(path, link.nowMs()), {
    method,
    credentials: "include",
    cache: "no-store",
    headers: {
      Accept: "application/json",
      "Cache-Control": "no-cache",
      // Whatever the service writes down of it, down to the ledger, is found by that name.
      [REQUEST_ID_HEADER]: newUid(),
      ...(body === undefined
        ? {}
        : { "Content-Type": isBytes(body) ? "application/octet-stream" : "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes(body) ? body : JSON.stringify(body) }),
    ...(isLast ? { keepalive: true } : {}),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** What shares its memory with another thread cannot be sent: nothing here does. */
function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array && body.buffer instanceof ArrayBuffer;
}

function withTimestamp(path: string, timeMs: number): string {
  return `${path}${path.includes("?") ? "&" : "?"}_t=${timeMs}`;
}

/** With its words at hand: whoever shows it cannot wait for them. */
async function errorOf(response: Response): Promise<HttpError> {
  const [text] = await Promise.all([response.text(), fetchSaid()]);
  return new HttpError(response.status, response.statusText, text);
}
