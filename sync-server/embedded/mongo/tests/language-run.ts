import { compileStages } from "#server/embedded/mongo/aggregate/stages.ts";
import type { PipelineContext } from "#server/embedded/mongo/aggregate/stage.ts";
import { decimalFromString, decimalToString } from "#server/embedded/mongo/bson/decimal.ts";
import { hexOf, showValue } from "#server/embedded/mongo/bson/show.ts";
import { Binary, DateTime, Decimal, Double, ObjectId, Timestamp } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { compileFilter } from "#server/embedded/mongo/query/match.ts";
import { makeEnvironment } from "#server/embedded/mongo/query/make-environment.ts";

/**
 * Test values as JavaScript writes them: a whole number is an int32, another a double, a bigint a long, a Date a date,
 * a plain object a document.
 */
export function from(input: unknown): Value {
  if (input === null || typeof input === "string" || typeof input === "boolean" || typeof input === "bigint")
    return input;
  if (typeof input === "number") return Number.isInteger(input) && !Object.is(input, -0) ? input : new Double(input);
  if (Array.isArray(input)) return input.map(from);
  if (input instanceof Date) return new DateTime(BigInt(input.getTime()));
  if (isValue(input)) return input;
  if (typeof input === "object")
    return new Map(
      Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, from(value)]])),
    );
  throw new TypeError(`no test value: ${String(input)}`);
}

function isValue(input: unknown): input is Value {
  return typeof input === "object" && input !== null && Object.getPrototypeOf(input) !== Object.prototype;
}

export function docOf(input: object): Doc {
  const value = from(input);
  if (value instanceof Map) return value;
  throw new TypeError("no document");
}

export const double = (value: number): Double => new Double(value);
export const decimal = (text: string): Decimal => decimalFromString(text);
export const hex = (bytes: string, subtype = 0): Binary => new Binary(subtype, Buffer.from(bytes, "hex"));
export const stamp = (seconds: number, increment: number): Timestamp =>
  new Timestamp((BigInt(seconds) << 32n) | BigInt(increment));

/** A value with its type in sight: `1` int, `1L` long, `1.0` double, `1m` decimal, `@2020-01-01T00:00:00.000Z` date. */
export function text(value: Value | undefined): string {
  if (value === undefined) return "missing";
  if (typeof value === "bigint") return `${value}L`;
  if (value instanceof Double)
    return Number.isInteger(value.value) && Math.abs(value.value) < 1e21 && !Object.is(value.value, -0)
      ? `${value.value}.0`
      : Object.is(value.value, -0)
        ? "-0.0"
        : String(value.value);
  if (value instanceof Decimal) return `${decimalToString(value)}m`;
  if (value instanceof DateTime) return `@${new Date(Number(value.ms)).toISOString()}`;
  if (value instanceof ObjectId) return hexOf(value);
  if (value instanceof Binary) return `${value.subtype}:${value.bytes.toString("hex")}`;
  if (Array.isArray(value)) return `[${value.map(text).join(", ")}]`;
  if (value instanceof Map) return `{${[...value].map(([name, item]) => `${name}: ${text(item)}`).join(", ")}}`;
  return showValue(value);
}

type Setting = {
  collections?: Readonly<Record<string, readonly object[]>>;
  collation?: object;
  random?: () => number;
};

const NOW = new Date("2024-06-01T12:00:00Z");

/** A pipeline over documents in memory, as text of each document that comes out. */
export function pipeline(input: readonly object[], stages: readonly object[], setting: Setting = {}): string[] {
  return Array.from(run(input.map(docOf), stages.map(from), setting), text);
}

function run(input: Iterable<Doc>, stages: readonly Value[], setting: Setting): Iterable<Doc> {
  const environment = makeEnvironment({
    now: NOW,
    random: setting.random ?? ((): number => 0.5),
    ...(setting.collation === undefined ? {} : { collation: from(setting.collation) }),
  });
  const documentsOf = (name: string | undefined): Doc[] =>
    (name === undefined ? [] : (setting.collections?.[name] ?? [])).map(docOf);
  const context: PipelineContext = {
    db: "test",
    environment,
    read: (_db, name, filter, scope) => {
      const matches = compileFilter(filter, scope);
      return documentsOf(name).filter((document) => matches(document));
    },
    prepare: (_db, name, inner, scope) => {
      const stage = compileStages(inner, { ...context, environment: scope });
      return (match) => {
        const matches = compileFilter(match ?? new Map(), scope);
        return stage(documentsOf(name).filter((document) => matches(document)));
      };
    },
  };
  return compileStages(stages, context)(input);
}

/** What an expression gives for a document: its text, or the error's code and message. */
export function evaluate(expression: unknown, document: object = {}, setting: Setting = {}): string {
  try {
    const [out] = run([docOf(document)], [from({ $replaceWith: { value: expression } })], setting);
    return text(out?.get("value"));
  } catch (error) {
    return failure(error);
  }
}

export function failure(error: unknown): string {
  if (error instanceof MongoError) return `${error.code}: ${error.message}`;
  throw error;
}

/** The error of a pipeline, when it is made or when it runs. */
export function failureOf(input: readonly object[], stages: readonly object[], setting: Setting = {}): string {
  try {
    return `no error: ${pipeline(input, stages, setting).join()}`;
  } catch (error) {
    return failure(error);
  }
}
