import * as v from "valibot";
import { GENERAL_WORDS, WORDS } from "./example-words.ts";

/** A schema of any kind: what it is made of is read off it. */
type Schema = v.GenericSchema & {
  readonly pipe?: readonly unknown[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly key?: Schema;
  readonly value?: Schema;
};

export interface ExampleWish {
  /** What a field is called tells what stands in it. */
  readonly name: string;
  /** Whether fields that may be left out are shown: in answers they are, in what is sent they are not. */
  readonly isWhole: boolean;
}

/** No value that we know fits: what is made of it says where, once it is compared with its schema. */
const NOTHING = undefined;

/**
 * An example of what a schema takes, made from the schema itself: every field by its name, from the words that fit. The same one each
 * time. Sums, checksums and fields that depend on each other it does not know: whoever asks compares it with the schema.
 */
export function makeExample(schema: v.GenericSchema, wish: ExampleWish): unknown {
  return make(schema as Schema, wish);
}

/** `own` over `made`: objects field by field, all else whole; a field that is undefined in `own` is left out. */
export function laidOver(made: unknown, own: unknown): unknown {
  if (own === undefined) return made;
  if (!isPlain(own) || !isPlain(made)) return own;
  const both = { ...made, ...own };
  return Object.fromEntries(
    Object.keys(both)
      .filter((key) => !(key in own && own[key] === undefined))
      .map((key) => [key, key in own ? laidOver(made[key], own[key]) : made[key]]),
  );
}

function make(schema: Schema, wish: ExampleWish): unknown {
  const { options = [], items = [] } = schema;
  switch (schema.type) {
    case "object":
    case "strict_object":
    case "loose_object":
      return fields(schema, wish);
    case "array":
      return schema.item === undefined ? [] : [make(schema.item, { ...wish, name: oneOf(wish.name) })];
    case "tuple":
    case "strict_tuple":
      return items.map((item) => make(item, wish));
    case "record":
      return record(schema, wish);
    case "optional":
    case "exact_optional":
    case "nullish":
    case "undefinedable":
    case "nullable":
      return nullOr(schema, wish);
    case "literal":
      return schema.literal;
    case "picklist":
    case "enum":
      return fitting(schema, wish.name, options);
    case "union":
    case "variant":
      return firstFitting(
        schema,
        (options as readonly Schema[]).map((option) => () => make(option, wish)),
      );
    case "boolean":
      return fitting(schema, wish.name, [!/^(?:isFrozen|isClosed|isHeld|isStale|isRevoked|hasMore)$/.test(wish.name)]);
    case "null":
      return null;
    default:
      return fitting(schema, wish.name, GENERAL_WORDS);
  }
}

function fields({ entries = {} }: Schema, wish: ExampleWish): Record<string, unknown> {
  const shown = Object.entries(entries).filter(([, entry]) => wish.isWhole || !isOptional(entry));
  return Object.fromEntries(
    shown.flatMap(([name, entry]) => {
      const made = make(entry, { ...wish, name });
      return made === NOTHING && isOptional(entry) ? [] : [[name, made]];
    }),
  );
}

function record({ key, value }: Schema, wish: ExampleWish): Record<string, unknown> {
  if (key === undefined || value === undefined) return {};
  const name = make(key, { ...wish, name: `${wish.name}.key` });
  return typeof name === "string" ? { [name]: make(value, { ...wish, name: `${wish.name}.value` }) } : {};
}

function nullOr(schema: Schema, wish: ExampleWish): unknown {
  if (schema.wrapped === undefined) return NOTHING;
  const isNull = schema.type === "nullable" || schema.type === "nullish";
  if (isNull && WORDS[wish.name]?.[0] === null) return null;
  const made = make(schema.wrapped, wish);
  return made === NOTHING && isNull ? null : made;
}

/** The first word of the field's own, then of all, that the schema takes. */
function fitting(schema: Schema, name: string, general: readonly unknown[]): unknown {
  const words = [...(WORDS[name] ?? []), ...byEnding(name), ...general];
  return words.find((word) => v.safeParse(schema, word).success);
}

function firstFitting(schema: Schema, makers: readonly (() => unknown)[]): unknown {
  const made = makers.map((maker) => maker());
  return made.find((each) => v.safeParse(schema, each).success) ?? made[0];
}

function byEnding(name: string): readonly unknown[] {
  const ending = /(?:At|Until|From|Date|Time|Limit|Amount|Price|Fee|Volume|Id|Address|Key)$/.exec(name)?.[0];
  return ending === undefined ? [] : (WORDS[`…${ending}`] ?? []);
}

function isOptional({ type }: Schema): boolean {
  return type === "optional" || type === "exact_optional" || type === "nullish" || type === "undefinedable";
}

/** What one of several is called. */
function oneOf(name: string): string {
  return name in WORDS ? name : name.replace(/ies$/, "y").replace(/(?<=s)es$|s$/, "");
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
