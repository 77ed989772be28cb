import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { DOMAIN_UNREADABLE } from "#schemas/error-cases.ts";
import { fillSentence } from "#schemas/fill-sentence.ts";
import { isPublicAddress } from "./addresses.ts";

/** What is wrong with something outside, as the cases of `domain-unreadable` have it. */
export type OutsideProblem =
  | "late"
  | "unreachable"
  | "endless"
  | "insecure"
  | "closed"
  | "status"
  | "coding"
  | "tooLong"
  | "noText";

/** Why something outside could not be read; `number` is the status that was answered, or how many bytes are too many. */
export class OutsideError extends Error {
  readonly problem: OutsideProblem;
  readonly number: number;

  constructor(problem: OutsideProblem, number = 0, options?: ErrorOptions) {
    super(fillSentence(DOMAIN_UNREADABLE, { domain: "It", problem, number }), options);
    this.name = "OutsideError";
    this.problem = problem;
    this.number = number;
  }
}

/** How the outside is reached. */
export interface OutsideLink {
  /** The numeric addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly request: (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest;
}

export interface ReadBounds {
  readonly maxBytes: number;
  /** For all of it, redirects included. */
  readonly timeoutMs: number;
}

const MAX_REDIRECTS = 3;
export const MAX_HEADER_BYTES = 16_384;

export const OUTSIDE: OutsideLink = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  request,
};

/**
 * Reads a text that a stranger named. Only https on its own port, only names whose every address is public, and only the
 * addresses that were looked at: nothing that answers inside our own network can be reached through here. Redirects are
 * held to the same. Throws {@link OutsideError}.
 */
export async function readPublicText(start: string, bounds: ReadBounds, link = OUTSIDE): Promise<string> {
  const bytes = await readPublicBytes(start, bounds, link);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new OutsideError("noText", 0, { cause: error });
  }
}

/** The same of whatever a stranger named. Throws {@link OutsideError}. */
export async function readPublicBytes(start: string, bounds: ReadBounds, link = OUTSIDE): Promise<Buffer> {
  const signal = AbortSignal.timeout(bounds.timeoutMs);
  let url = checkedUrl(start);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await ask(url, bounds.maxBytes, signal, link).catch((error: unknown) => {
      if (error instanceof OutsideError) throw error;
      throw new OutsideError(signal.aborted ? "late" : "unreachable", 0, { cause: error });
    });
    if ("bytes" in answer) return answer.bytes;
    url = checkedUrl(answer.location, url);
  }
  throw new OutsideError("endless");
}

export function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (!url || url.protocol !== "https:") throw new OutsideError("insecure");
  if (url.port !== "" || url.username !== "" || url.password !== "") throw new OutsideError("closed");
  // Numbers in whatever spelling are an address by now, which would be dialled without being looked up.
  if (url.hostname.startsWith("[") || isIP(url.hostname) !== 0 || !url.hostname.includes("."))
    throw new OutsideError("closed");
  return url;
}

type Answer = { readonly bytes: Buffer } | { readonly location: string };

async function ask(url: URL, maxBytes: number, signal: AbortSignal, link: OutsideLink): Promise<Answer> {
  const addresses = await untilAborted(link.resolve(url.hostname), signal);
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new OutsideError("closed");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options: RequestOptions = {
      host: url.hostname,
      path: `${url.pathname}${url.search}`,
      headers: { accept: "text/plain, */*", "accept-encoding": "identity", "user-agent": "Astrolabe" },
      lookup: pinnedTo(addresses),
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    };
    link.request(options, resolve).once("error", reject).end();
  });
  try {
    return await read(response, maxBytes);
  } finally {
    response.destroy();
  }
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Answer> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) return { location: headers.location };
  if (statusCode !== 200) throw new OutsideError("status", statusCode);
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw new OutsideError("coding");
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > maxBytes) throw new OutsideError("tooLong", maxBytes);
    parts.push(bytes);
  }
  return { bytes: Buffer.concat(parts) };
}

/** Answers with the addresses that were checked: a name that leads elsewhere a moment later leads nobody there. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, found);
    else if (first) done(null, first.address, first.family);
  };
}

export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new OutsideError("late"));
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
