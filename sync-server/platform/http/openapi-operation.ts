import { type Endpoint, isText, keyScopesOf } from "#schemas/endpoints/endpoint.ts";
import type { ErrorCode } from "#schemas/errors.ts";
import type { JsonSchema, SharedSchemas } from "./json-schemas.ts";
import { refusalResponses, refusalsOf } from "./openapi-refusals.ts";

export const PARAMETER = /:(\w+)/g;
/** What is no JSON is told by its media type alone. */
const BYTES = { type: "string", contentEncoding: "binary" };

/** What is sent to an endpoint, and what it answers, for instance. */
export interface EndpointExample {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** With what may be left out. */
  readonly fullQuery?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** An endpoint with all that is said of it. */
export interface Described {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly summary: string;
  readonly errors: readonly ErrorCode[];
  readonly group: string;
  readonly example: EndpointExample;
  readonly input: JsonSchema | null;
  readonly query: JsonSchema | null;
  readonly params: JsonSchema | null;
  readonly output: JsonSchema | null;
}

/** One operation of the document; `refused` learns every refusal that it names. */
export function describeOperation(
  each: Described,
  shared: SharedSchemas,
  refused: Set<ErrorCode>,
): Record<string, unknown> {
  const { name, endpoint, summary, errors, group } = each;
  const codes = refusalsOf(endpoint, errors);
  for (const code of codes) refused.add(code);
  const parameters = [...pathParameters(each, shared), ...queryParameters(each, shared)];
  const body = bodyOf(each, shared);
  return {
    operationId: name,
    summary,
    tags: [group],
    "x-access": endpoint.access,
    ...(endpoint.permission && { "x-permission": endpoint.permission }),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      [endpoint.status ?? 200]: { description: "Done", content: answerOf(each, shared) },
      ...refusalResponses(codes),
    },
  };
}

function pathParameters({ endpoint, params, example }: Described, shared: SharedSchemas): object[] {
  const schemas = propertiesOf(params);
  return [...endpoint.path.matchAll(PARAMETER)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: shared.refer(schemas[name] ?? { type: "string" }, name),
    example: example.params?.[name] ?? "4711",
  }));
}

function queryParameters({ query, example }: Described, shared: SharedSchemas): object[] {
  const required = Array.isArray(query?.["required"]) ? query["required"] : [];
  return Object.entries(propertiesOf(query)).map(([name, schema]) => {
    const shown = example.query?.[name] ?? example.fullQuery?.[name];
    return {
      name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      schema: shared.refer(schema, name),
      ...(shown !== undefined && { example: shown }),
    };
  });
}

function bodyOf({ name, endpoint, input, example }: Described, shared: SharedSchemas): Record<string, unknown> | null {
  if (endpoint.bodyMedia !== undefined) return { [endpoint.bodyMedia]: { schema: BYTES } };
  if (input === null) return null;
  return { "application/json": { schema: shared.refer(input, `${name} request`), example: example.body } };
}

function answerOf({ name, endpoint, output, example }: Described, shared: SharedSchemas): Record<string, unknown> {
  const { media } = endpoint;
  if (output !== null)
    return { "application/json": { schema: shared.refer(output, `${name} answer`), example: example.answer } };
  if (media === undefined) return {};
  if (!isText(media)) return { [media]: { schema: BYTES } };
  return { [media]: { schema: { type: "string" }, ...(example.answer !== undefined && { example: example.answer }) } };
}

/** Any one of them is enough. */
function securityOf(endpoint: Endpoint): object[] {
  const { access } = endpoint;
  const keys = keyScopesOf(endpoint).map((scope) => ({ apiKey: [scope] }));
  if (access === "anyone" && keys.length === 0) return [];
  return [access === "anyone" ? {} : { session: [] }, ...keys];
}

function propertiesOf(schema: JsonSchema | null): Readonly<Record<string, JsonSchema>> {
  const properties = schema?.["properties"];
  // What the converter makes of an object's fields are schemas.
  return typeof properties === "object" && properties !== null ? (properties as Record<string, JsonSchema>) : {};
}
