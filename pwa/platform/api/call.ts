import * as v from "valibot";
import type { Endpoint, OutputOf, ParamsOf, QueryOf, RequestOf } from "#schemas/endpoints.ts";
import { type On401, request, requestJson, type RequestOptions } from "./request.ts";

type Given<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value };
/** What a call of `E` must bring: exactly the body, parameters and query that the endpoint table names. */
export type CallOptions<E extends Endpoint> = Given<"body", RequestOf<E>> &
  Given<"params", ParamsOf<E>> &
  Given<"query", QueryOf<E>> &
  Pick<RequestOptions, "signal" | "headers" | "isLast">;

/**
 * Calls an endpoint of the table and reads its answer by the endpoint's own schema.
 * Throws HttpError for a refusal, TypeError without a network, ValiError for an answer of another shape.
 */
export async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<OutputOf<E>> {
  return v.parse<E["output"]>(endpoint.output, await send(endpoint, options, "throw"));
}

/** Like {@link call}, but null where the answer is 401. */
export async function callOrNull<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<OutputOf<E> | null> {
  const answer = await send(endpoint, options, "return-null");
  return answer === null ? null : v.parse<E["output"]>(endpoint.output, answer);
}

/** An endpoint whose answer is a file. Throws as {@link call} does. */
export async function callFile<E extends Endpoint & { readonly media: string }>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<Blob> {
  const { path, sent } = sentBy(endpoint, options);
  return (await request(path, sent)).blob();
}

interface LooseOptions extends Omit<RequestOptions, "method"> {
  readonly params?: unknown;
  readonly query?: unknown;
}

function send(endpoint: Endpoint, options: LooseOptions, on401: On401): Promise<unknown> {
  const { path, sent } = sentBy(endpoint, options);
  return requestJson(path, sent, on401);
}

function sentBy({ method, path }: Endpoint, { params, query, ...sent }: LooseOptions) {
  return { path: pathOf(path, params, query), sent: { ...sent, method } };
}

/** The path with its `:names` filled in and the query appended. */
export function pathOf(template: string, params?: unknown, query?: unknown): string {
  const values = entriesOf(params);
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""));
  const search = new URLSearchParams([...entriesOf(query)]).toString();
  return search === "" ? path : `${path}?${search}`;
}

function entriesOf(record: unknown): Map<string, string> {
  if (typeof record !== "object" || record === null) return new Map();
  return new Map(
    Object.entries(record)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );
}
