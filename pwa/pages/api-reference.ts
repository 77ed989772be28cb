import { isObject, type Json, listIn, objectIn, textIn, textsIn, valueIn } from "./read-json.ts";

/** A call, a message of the socket, or a row that it carries. */
export type EntryKind = "call" | "asked" | "told" | "row";

/** A schema with what its references lead to. */
export interface SchemaOf {
  readonly schema: Json;
  readonly components: Json;
}

export interface Parameter extends SchemaOf {
  readonly name: string;
  readonly place: "path" | "query";
  readonly isRequired: boolean;
  readonly example: unknown;
}

/** A body, an answer, a message or a row. */
export interface Content extends SchemaOf {
  /** Of what is no JSON, its media type. */
  readonly media: string | null;
  readonly status: string | null;
  readonly example: unknown;
}

export interface Refusal {
  readonly status: string | null;
  readonly code: string;
  /** In English, its places left open. */
  readonly sentence: string;
}

export interface Entry {
  /** What it is called in the address. */
  readonly id: string;
  readonly kind: EntryKind;
  /** A call's method; the name of a message or of a collection. */
  readonly method: string;
  readonly title: string;
  readonly summary: string;
  readonly access: string;
  readonly permission: string;
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Content | null;
  readonly answer: Content | null;
  readonly refusals: readonly Refusal[];
  /** Of a row, the fields that devices write. */
  readonly writable: readonly string[];
}

export interface Group {
  readonly name: string;
  readonly about: string;
  readonly audience: "people" | "operators" | "socket";
  readonly entries: readonly Entry[];
}

const METHODS = ["get", "post", "put", "delete"] as const;

/** What the two documents of the server tell, by groups; nothing for what is no such document. */
export function referenceOf(openApi: unknown, asyncApi: unknown): readonly Group[] {
  return [...callGroups(openApi), ...socketGroups(asyncApi)].filter(({ entries }) => entries.length > 0);
}

/** What was typed, as words of {@link wordsOf}: all that is looked through is English, or names of programs. */
export function searchWords(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** The text that a search looks through. */
export function wordsOf({ name }: Group, entry: Entry): string {
  const { id, method, title, summary, permission, scopes, refusals } = entry;
  return [name, id, method, title, summary, permission, ...scopes, ...refusals.map(({ code }) => code)]
    .join(" ")
    .toLowerCase();
}

/** Whether a call may be tried: it changes nothing, answers with JSON, and asks for no password before. */
export function isTriable({ kind, method, access, answer }: Entry): boolean {
  return kind === "call" && method === "GET" && answer?.media === null && !["confirmed", "operator"].includes(access);
}

function callGroups(document: unknown): Group[] {
  const operators = new Set(textsIn(listIn(document, "x-tagGroups")[1], "tags"));
  const components = objectIn(document, "components", "schemas");
  const sentences = objectIn(document, "components", "examples");
  const all = Object.entries(objectIn(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = valueIn(item, method);
      if (operation === undefined) return [];
      const entry = callOf(method.toUpperCase(), path, { operation, components, sentences });
      return [{ tag: textsIn(operation, "tags")[0] ?? "", entry }];
    }),
  );
  return listIn(document, "tags").map((tag): Group => {
    const name = textIn(tag, "name");
    return {
      name,
      about: textIn(tag, "description"),
      audience: operators.has(name) ? "operators" : "people",
      entries: all.filter((each) => each.tag === name).map(({ entry }) => entry),
    };
  });
}

interface Read {
  readonly operation: unknown;
  readonly components: Json;
  readonly sentences: Json;
}

function callOf(method: string, path: string, { operation, components, sentences }: Read): Entry {
  const responses = Object.entries(objectIn(operation, "responses"));
  const done = responses.find(([status]) => status.startsWith("2"));
  return {
    id: textIn(operation, "operationId"),
    kind: "call",
    method,
    title: path,
    summary: textIn(operation, "summary"),
    access: textIn(operation, "x-access"),
    permission: textIn(operation, "x-permission"),
    scopes: listIn(operation, "security").flatMap((way) => textsIn(way, "apiKey")),
    parameters: listIn(operation, "parameters").map((each) => parameterOf(each, components)),
    body: contentOf(valueIn(operation, "requestBody"), null, components),
    answer: done === undefined ? null : contentOf(done[1], done[0], components),
    refusals: responses
      .filter(([status]) => !status.startsWith("2"))
      .flatMap(([status, response]) =>
        Object.keys(objectIn(response, "content", "application/json", "examples")).map((code) => ({
          status,
          code,
          sentence: textIn(sentences, code, "summary"),
        })),
      ),
    writable: [],
  };
}

function parameterOf(parameter: unknown, components: Json): Parameter {
  return {
    name: textIn(parameter, "name"),
    place: textIn(parameter, "in") === "path" ? "path" : "query",
    isRequired: valueIn(parameter, "required") === true,
    schema: objectIn(parameter, "schema"),
    example: valueIn(parameter, "example"),
    components,
  };
}

function contentOf(holder: unknown, status: string | null, components: Json): Content | null {
  const [first] = Object.entries(objectIn(holder, "content"));
  if (first === undefined) return null;
  const [media, content] = first;
  return {
    media: media === "application/json" ? null : media,
    status,
    schema: objectIn(content, "schema"),
    example: valueIn(content, "example"),
    components,
  };
}

/** The group of what is no message, but carried by them. */
const COLLECTIONS = "Collections";

function socketGroups(document: unknown): Group[] {
  const components = objectIn(document, "components", "schemas");
  const sentences = objectIn(document, "x-refusals");
  const operations = Object.entries(objectIn(document, "operations"));
  const rows = Object.entries(objectIn(document, "x-collections")).map(([name, row]) => rowOf(name, row, components));
  return Object.values(objectIn(document, "components", "tags")).map((tag): Group => {
    const name = textIn(tag, "name");
    const own = operations.filter(([, each]) => textIn(listIn(each, "tags")[0], "$ref").endsWith(`/${name}`));
    return {
      name,
      about: textIn(tag, "description"),
      audience: "socket",
      entries: [
        ...own.map(([key, operation]) => messageOf(key, operation, { document, components, sentences })),
        ...(name === COLLECTIONS ? rows : []),
      ],
    };
  });
}

function messageOf(
  key: string,
  operation: unknown,
  { document, components, sentences }: Omit<Read, "operation"> & { readonly document: unknown },
): Entry {
  const messages = objectIn(document, "components", "messages");
  return {
    id: `socket-${key}`,
    kind: textIn(operation, "action") === "receive" ? "asked" : "told",
    method: "",
    title: textIn(operation, "title"),
    summary: textIn(operation, "summary"),
    access: textIn(operation, "x-access"),
    permission: "",
    scopes: [],
    parameters: [],
    body: payloadOf(messages[key], components),
    answer: payloadOf(messages[`${key}-answer`], components),
    refusals: textsIn(operation, "x-refusals").map((code) => ({
      status: null,
      code,
      sentence: textIn(sentences, code, "summary"),
    })),
    writable: [],
  };
}

/** What a message carries; null where that is nothing. */
function payloadOf(message: unknown, components: Json): Content | null {
  const schema = valueIn(message, "payload");
  if (!isObject(schema) || schema["type"] === "null") return null;
  const example = valueIn(listIn(message, "examples")[0], "payload");
  return { media: null, status: null, schema, example, components };
}

function rowOf(name: string, row: unknown, components: Json): Entry {
  return {
    id: `row-${name}`,
    kind: "row",
    method: "",
    title: name,
    summary: "",
    access: textIn(row, "readers") === "everyone" ? "anyone" : "user",
    permission: "",
    scopes: [],
    parameters: [],
    body: { media: null, status: null, schema: objectIn(row, "schema"), example: valueIn(row, "example"), components },
    answer: null,
    refusals: [],
    writable: textsIn(row, "writable"),
  };
}
