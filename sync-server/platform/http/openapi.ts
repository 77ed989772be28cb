import type * as v from "valibot";
import { SESSION_COOKIE } from "#schemas/auth.ts";
import type { Endpoint } from "#schemas/endpoints/endpoint.ts";
import { type ErrorCode, ERRORS } from "#schemas/errors.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#schemas/values/languages.ts";
import { jsonSchema, shareSchemas, type SharedSchemas } from "./json-schemas.ts";
import { type Described, describeOperation, type EndpointExample, PARAMETER } from "./openapi-operation.ts";
import { exampleOfRefusal } from "./openapi-refusals.ts";

/** What readers are told of an endpoint. */
export interface EndpointDoc {
  readonly summary: string;
  /** The refusals of its own; every endpoint also has the common ones. */
  readonly errors: readonly ErrorCode[];
}

/** What readers are told of a table of endpoints: of each of them, and of nothing else. */
export type DocsOf<Table extends object> = Readonly<Record<keyof Table, EndpointDoc>>;

/** Operations that belong together; operators' stand apart. */
export interface ApiGroup {
  readonly name: string;
  readonly about: string;
  readonly isOperators: boolean;
  /** By the names of their endpoints. */
  readonly operations: readonly string[];
}

/** All that is said of a table of endpoints beside itself. */
export interface ApiDescription {
  readonly docs: Readonly<Record<string, EndpointDoc>>;
  readonly groups: readonly ApiGroup[];
  /** What holds for all of them. */
  readonly about: string;
  readonly exampleOf: (name: string, endpoint: Endpoint) => EndpointExample;
  readonly exampleFacts: (places: readonly string[]) => Readonly<Record<string, string | number>>;
}

/** So many endpoints are described at a stretch: whoever else waits for the process is let in between. */
const AT_ONCE = 8;

/** The OpenAPI 3.1 document of a table of endpoints. Rejects where one is not documented, or in no group. */
export async function openApiDocument(
  endpoints: Readonly<Record<string, Endpoint>>,
  description: ApiDescription,
  serverUrl: string,
): Promise<Record<string, unknown>> {
  const all: Described[] = [];
  for (const [name, endpoint] of Object.entries(endpoints)) {
    all.push(describe(name, endpoint, description));
    if (all.length % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const shared = shareSchemas(
    all.flatMap(({ input, query, params, output }) => [input, query, params, output].filter((each) => each !== null)),
    "#/components/schemas/",
  );
  const paths: Record<string, Record<string, unknown>> = {};
  const refused = new Set<ErrorCode>();
  for (const each of all) {
    const path = each.endpoint.path.replaceAll(PARAMETER, "{$1}");
    const method = each.endpoint.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: describeOperation(each, shared, refused) };
  }
  return documentOf({ description, serverUrl, paths, shared, refused });
}

function describe(name: string, endpoint: Endpoint, { docs, groups, exampleOf }: ApiDescription): Described {
  const doc = docs[name];
  if (doc === undefined) throw new Error(`The endpoint ${name} is not documented.`);
  const group = groups.find(({ operations }) => operations.includes(name));
  if (group === undefined) throw new Error(`The endpoint ${name} is in no group.`);
  const read = (schema: v.GenericSchema | undefined) => (schema ? jsonSchema(schema, "input") : null);
  return {
    name,
    endpoint,
    summary: doc.summary,
    errors: doc.errors,
    group: group.name,
    example: exampleOf(name, endpoint),
    input: endpoint.bodyMedia === undefined ? read(endpoint.input) : null,
    query: read(endpoint.query),
    params: read(endpoint.params),
    output: endpoint.media === undefined ? jsonSchema(endpoint.output, "output") : null,
  };
}

interface Parts {
  readonly description: ApiDescription;
  readonly serverUrl: string;
  readonly paths: Record<string, unknown>;
  readonly shared: SharedSchemas;
  readonly refused: ReadonlySet<ErrorCode>;
}

function documentOf({ description, serverUrl, paths, shared, refused }: Parts): Record<string, unknown> {
  const { groups, about, exampleFacts } = description;
  const named = (isOperators: boolean) =>
    groups.filter((group) => group.isOperators === isOperators).map(({ name }) => name);
  return {
    openapi: "3.1.0",
    info: { title: "Astrolabe", version: "1", description: about, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: serverUrl }],
    tags: groups.map(({ name, about: says }) => ({ name, description: says })),
    "x-tagGroups": [
      { name: "People and programs", tags: named(false) },
      { name: "Operators", tags: named(true) },
    ],
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
      examples: Object.fromEntries([...refused].map((code) => [code, exampleOfRefusal(code, exampleFacts)])),
      schemas: { Error: ERROR, ...shared.components },
    },
  };
}

const FACTS = {
  type: "object",
  description: "What fills the message's places: amounts as decimal texts, instants in ms since 1970.",
  additionalProperties: { type: ["string", "number"] },
};
const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE).join(", ");

const ERROR = {
  type: "object",
  required: ["message", "code", "facts"],
  properties: {
    message: { type: "string", description: "In English." },
    code: { enum: Object.keys(ERRORS) },
    facts: FACTS,
    errorId: {
      type: "string",
      description: "What support finds a failure of ours by; in the header X-Error-Id as well. Absent from all others.",
    },
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
};
