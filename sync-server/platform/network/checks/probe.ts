import * as v from "valibot";
import { describeProblem } from "#server/platform/network/answers.ts";

/** The node asks us to ask less. */
export class TooManyRequestsError extends Error {
  constructor(retryAfter: string | null) {
    super(`it answers 429 (too many requests)${retryAfter === null ? "" : `, and asks to wait ${retryAfter} s`}`);
    this.name = "TooManyRequestsError";
  }
}

/** A JSON-RPC node answered, and does not have that method. */
export class NoSuchMethodError extends Error {
  constructor(method: string) {
    super(`it has no method ${method}`);
    this.name = "NoSuchMethodError";
  }
}

/** What a node answered, and the headers it came with. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Asks an address for JSON. Throws, in words for operators, where there is none within `timeoutMs`, and {@link TooManyRequestsError}. */
export async function askJson(url: string, timeoutMs: number, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    throw new Error(reachProblem(error, timeoutMs), { cause: error });
  });
  if (response.status === 429) throw new TooManyRequestsError(response.headers.get("retry-after"));
  const text = await response.text().catch((error: unknown) => {
    throw new Error(reachProblem(error, timeoutMs), { cause: error });
  });
  const { status, headers } = response;
  try {
    return { status, headers, body: JSON.parse(text) };
  } catch (cause) {
    const kind = /^\s*</.test(text) ? "a page of HTML" : "something";
    throw new Error(`it answers (${status}) with ${kind} where JSON belongs`, { cause });
  }
}

const RpcAnswer = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
});
const NO_SUCH_METHOD = -32601;

/** The result of a JSON-RPC method. Throws as {@link askJson}, {@link NoSuchMethodError}, and where the answer is of no known form. */
export async function askRpc<T>(
  url: string,
  timeoutMs: number,
  method: string,
  schema: v.GenericSchema<unknown, T>,
  params?: object,
): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, ...(params && { params }) });
  const headers = { "content-type": "application/json" };
  const answer = await askJson(url, timeoutMs, { method: "POST", headers, body });
  const { result, error } = parsed(RpcAnswer, answer.body, "no answer of a Stellar RPC");
  if (error?.code === NO_SUCH_METHOD) throw new NoSuchMethodError(method);
  if (error) throw new Error(`it refuses ${method}: ${error.message}`);
  return parsed(schema, result, `no answer to ${method} that we understand`);
}

/** The body as the schema has it. Throws `it gives …`. */
export function parsed<T>(schema: v.GenericSchema<unknown, T>, body: unknown, what: string): T {
  const read = v.safeParse(schema, body);
  if (!read.success) throw new Error(`it gives ${what}`);
  return read.output;
}

function reachProblem(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === "TimeoutError") return `it does not answer within ${timeoutMs / 1000} s`;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return `it cannot be reached (${describeProblem(cause)})`;
}
