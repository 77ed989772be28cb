import type { IncomingMessage, RequestOptions } from "node:http";
import { isPublicAddress } from "./addresses.ts";
import {
  checkedUrl,
  MAX_HEADER_BYTES,
  OUTSIDE,
  OutsideError,
  type OutsideLink,
  pinnedTo,
  type ReadBounds,
  untilAborted,
} from "./read-public.ts";

export interface Posted {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a text where an operator said, under the same guards as whatever is read from outside: https on its own port, public
 * addresses alone, and those that were looked at. No redirect is followed: it is a status like another. Answers with the
 * status once the whole answer came, of which no more than `maxBytes` are taken. Throws {@link OutsideError}.
 */
export async function postPublic(start: string, posted: Posted, bounds: ReadBounds, link = OUTSIDE): Promise<number> {
  const signal = AbortSignal.timeout(bounds.timeoutMs);
  try {
    return await post(checkedUrl(start), posted, { maxBytes: bounds.maxBytes, signal }, link);
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    throw new OutsideError(signal.aborted ? "late" : "unreachable", 0, { cause: error });
  }
}

interface Limits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function post(
  url: URL,
  { body, headers }: Posted,
  { maxBytes, signal }: Limits,
  link: OutsideLink,
): Promise<number> {
  const addresses = await untilAborted(link.resolve(url.hostname), signal);
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new OutsideError("closed");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options: RequestOptions = {
      method: "POST",
      host: url.hostname,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        "content-length": String(Buffer.byteLength(body)),
        "accept-encoding": "identity",
        "user-agent": "Astrolabe",
      },
      lookup: pinnedTo(addresses),
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    };
    link.request(options, resolve).once("error", reject).end(body);
  });
  try {
    let size = 0;
    for await (const part of response) {
      size += Buffer.from(part).length;
      if (size > maxBytes) throw new OutsideError("tooLong", maxBytes);
    }
    return response.statusCode ?? 0;
  } finally {
    response.destroy();
  }
}
