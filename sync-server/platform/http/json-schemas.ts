import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

export type JsonSchema = Record<string, unknown>;

/** Shorter ones are read quicker where they stand. */
const LEAST_SHARED = 160;

/** What OpenAPI 3.1 is written in, and what AsyncAPI 3.0 is. */
type Draft = "draft-2020-12" | "draft-07";

/** Checks that JSON Schema cannot say (a sum, a checksum) are left out; the server still makes them. */
export function jsonSchema(
  schema: v.GenericSchema,
  typeMode: "input" | "output",
  target: Draft = "draft-2020-12",
): JsonSchema {
  const {
    $schema: _,
    $defs,
    definitions,
    ...rest
  } = toJsonSchema(schema, {
    typeMode,
    errorMode: "ignore",
    target,
    // One of several kinds, told apart by what JSON Schema need not see: it is taken by the first that fits.
    overrideSchema: ({ jsonSchema: { oneOf, ...made } }) =>
      oneOf === undefined ? undefined : { ...made, anyOf: oneOf },
  });
  const within = $defs ?? definitions;
  return within === undefined ? rest : unrolled(rest, within, []);
}

const OWN_REFERENCE = /^#\/(?:\$defs|definitions)\//;

/**
 * A schema that holds itself, written out once on each way into it; what is deeper may be anything. Within a document that holds many
 * schemas, what refers to the root of one leads nowhere.
 */
function unrolled(node: JsonSchema, within: Readonly<Record<string, unknown>>, above: readonly string[]): JsonSchema {
  const each = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(each);
    return typeof value === "object" && value !== null ? unrolled({ ...value }, within, above) : value;
  };
  const { $ref } = node;
  if (typeof $ref !== "string" || !OWN_REFERENCE.test($ref))
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, each(value)]));
  const name = $ref.replace(OWN_REFERENCE, "");
  return above.includes(name) ? {} : unrolled({ ...Object(within[name]) }, within, [...above, name]);
}

/** Schemas of a document, of which those that stand in it again and again are told once. */
export interface SharedSchemas {
  /** A schema by what stands for it: itself, with references in it. `name` is what it is called where it is shared. */
  refer(schema: JsonSchema, name: string): JsonSchema;
  /** Whatever was referred to, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** `all` are the schemas of the whole document: what is in them twice is shared. */
export function shareSchemas(all: readonly JsonSchema[], prefix: string): SharedSchemas {
  const counts = new Map<string, number>();
  for (const schema of all) count(schema, counts);
  const names = new Map<string, string>();
  const components: Record<string, JsonSchema> = {};

  function refer(schema: JsonSchema, name: string): JsonSchema {
    const text = JSON.stringify(schema);
    if (!isShareable(schema, text) || (counts.get(text) ?? 0) < 2) return inner(schema, name);
    const known = names.get(text);
    if (known !== undefined) return { $ref: `${prefix}${known}` };
    const free = freeName(nameOf(name), components);
    names.set(text, free);
    // Its place is taken before those of what it is made of.
    components[free] = {};
    components[free] = inner(schema, name);
    return { $ref: `${prefix}${free}` };
  }

  function inner(schema: JsonSchema, name: string): JsonSchema {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, within(key, value, name)]));
  }

  function within(key: string, value: unknown, name: string): unknown {
    if (key === "properties" && isSchema(value))
      return Object.fromEntries(
        Object.entries(value).map(([field, each]) => [field, isSchema(each) ? refer(each, field) : each]),
      );
    if (LISTS.has(key) && Array.isArray(value))
      return value.map((each: unknown) => (isSchema(each) ? refer(each, name) : each));
    if (SINGLE.has(key) && isSchema(value)) return refer(value, key === "items" ? oneOf(name) : name);
    return value;
  }

  return { refer, components };
}

const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const SINGLE = new Set(["items", "additionalProperties", "not"]);

function count(schema: JsonSchema, counts: Map<string, number>): void {
  const text = JSON.stringify(schema);
  if (isShareable(schema, text)) {
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    // What is within one that is shared stands there once.
    if (before > 0) return;
  }
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" && isSchema(value))
      for (const each of Object.values(value)) {
        if (isSchema(each)) count(each, counts);
      }
    else if (LISTS.has(key) && Array.isArray(value)) {
      for (const each of value) if (isSchema(each)) count(each, counts);
    } else if (SINGLE.has(key) && isSchema(value)) count(value, counts);
  }
}

function isShareable(schema: JsonSchema, text: string): boolean {
  return (
    text.length >= LEAST_SHARED &&
    (schema["type"] === "object" || "anyOf" in schema || "oneOf" in schema || "enum" in schema)
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function oneOf(name: string): string {
  return name.replace(/ies$/, "y").replace(/(?<=s)es$|(?<!s)s$/, "");
}

function nameOf(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? ["Schema"];
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}

function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  if (!(name in taken)) return name;
  for (let number = 2; ; number += 1) if (!(`${name}${number}` in taken)) return `${name}${number}`;
}
