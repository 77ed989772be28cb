import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import { type Endpoint, isText, keyScopesOf } from "#schemas/endpoints/endpoint.ts";
import { type ErrorCode, ERRORS } from "#schemas/errors.ts";
import { plainSentence } from "#schemas/fill-sentence.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#schemas/values/languages.ts";

const PARAMETER = /:(\w+)/g;
const COMMON_ERRORS: readonly ErrorCode[] = ["server-error", "rate-limited"];
const SESSION_ERRORS: readonly ErrorCode[] = ["session-required", "session-ended"];
const OPERATOR_ERRORS: readonly ErrorCode[] = ["admin-required", "role-required", "operator-factor-required"];
const KEY_ERRORS: readonly ErrorCode[] = ["api-key-invalid", "api-key-scope", "api-key-elsewhere", "account-frozen"];
const BODY_ERRORS: readonly ErrorCode[] = [
  "input-invalid",
  "body-malformed",
  "body-too-large",
  "media-type-unsupported",
  "origin-refused",
];

const FACTS = {
  type: "object",
  description: "What fills the message's places: amounts as decimal texts, instants in ms since 1970.",
  additionalProperties: { type: ["string", "number"] },
};
const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE).join(", ");

/** What readers are told of an endpoint. */
export interface EndpointDoc {
  readonly summary: string;
  /** The refusals of its own; every endpoint also has the common ones. */
  readonly errors: readonly ErrorCode[];
}

/** What readers are told of a table of endpoints: of each of them, and of nothing else. */
export type DocsOf<Table extends object> = Readonly<Record<keyof Table, EndpointDoc>>;

/** The OpenAPI 3.1 document of a table of endpoints. Throws where one is not documented. */
export function openApiDocument(
  endpoints: Readonly<Record<string, Endpoint>>,
  docs: Readonly<Record<string, EndpointDoc>>,
  serverUrl: string,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const doc = docs[name];
    if (doc === undefined) throw new Error(`The endpoint ${name} is not documented.`);
    const path = endpoint.path.replaceAll(PARAMETER, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, doc) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Astrolabe", version: "1", description: "A wallet and exchange for the Stellar network." },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key, where it has one of the scopes that are named.",
        },
      },
      schemas: {
        Error: {
          type: "object",
          required: ["message", "code", "facts"],
          properties: {
            message: { type: "string", description: "In English." },
            code: { enum: Object.keys(ERRORS) },
            facts: FACTS,
            localizedMessage: {
              type: "string",
              description: `The message in the language that Accept-Language asks for: ${OTHERS}. Absent for any other.`,
            },
            issues: {
              type: "array",
              items: {
                type: "object",
                properties: {
                  path: { type: "string" },
                  message: { type: "string" },
                  code: { type: "string", description: "Absent where the message is for programmers." },
                  facts: FACTS,
                },
              },
            },
          },
        },
      },
    },
  };
}

function operation(endpoint: Endpoint, { summary, errors }: EndpointDoc): Record<string, unknown> {
  return {
    summary,
    ...(endpoint.permission && { "x-permission": endpoint.permission }),
    security: securityOf(endpoint),
    parameters: [...endpoint.path.matchAll(PARAMETER)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...(endpoint.input && {
      requestBody: { required: true, content: bodyOf(endpoint.bodyMedia, endpoint.input) },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: "Done",
        content:
          endpoint.media === undefined
            ? { "application/json": { schema: jsonSchema(endpoint.output, "output") } }
            : { [endpoint.media]: { schema: isText(endpoint.media) ? { type: "string" } : {} } },
      },
      ...refusals(endpoint, errors),
    },
  };
}

/** What is no text is told by its media type alone. */
function bodyOf(media: Endpoint["bodyMedia"], input: v.GenericSchema): Record<string, unknown> {
  if (media !== undefined) return { [media]: {} };
  return { "application/json": { schema: jsonSchema(input, "input") } };
}

/** Any one of them is enough. */
function securityOf(endpoint: Endpoint): object[] {
  const { access } = endpoint;
  const keys = keyScopesOf(endpoint).map((scope) => ({ apiKey: [scope] }));
  if (access === "anyone" && keys.length === 0) return [];
  return [access === "anyone" ? {} : { session: [] }, ...keys];
}

function refusals(endpoint: Endpoint, own: readonly ErrorCode[]): Record<string, unknown> {
  const codes = new Set<ErrorCode>([...own, ...COMMON_ERRORS]);
  if (keyScopesOf(endpoint).length > 0) for (const code of KEY_ERRORS) codes.add(code);
  if (endpoint.access !== "anyone") for (const code of SESSION_ERRORS) codes.add(code);
  if (endpoint.permission !== undefined) for (const code of OPERATOR_ERRORS) codes.add(code);
  if (endpoint.access === "confirmed" || endpoint.access === "operator") codes.add("confirmation-required");
  // Whoever may still do something says no by it.
  if (endpoint.access === "operator") codes.add("operator-frozen");
  if (endpoint.method !== "GET") for (const code of BODY_ERRORS) codes.add(code);
  const byStatus = Object.groupBy(codes, (code) => String(ERRORS[code][0]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [
      status,
      {
        description: group.map((code) => `${code}: ${plainSentence(ERRORS[code][1])}`).join(" "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

/** Checks that JSON Schema cannot say (a sum, a checksum) are left out; the server still makes them. */
function jsonSchema(schema: v.GenericSchema, typeMode: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: "ignore", target: "draft-2020-12" });
  return rest;
}
