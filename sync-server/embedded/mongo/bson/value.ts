/**
 * Every BSON value, told apart exactly: a JavaScript number is always an int32 and a bigint always an int64, so that
 * what was stored as a double, a long or a decimal goes back out as the same type.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Double
  | Decimal
  | ObjectId
  | DateTime
  | Timestamp
  | Binary
  | Regex
  | Code
  | Symbol_
  | DbPointer
  | Undefined
  | MinKey
  | MaxKey
  | Value[]
  | Doc;

/** A Map, because plain objects move integer-like keys to the front and BSON documents are ordered. */
export type Doc = Map<string, Value>;

export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** The 16 bytes of IEEE 754-2008 decimal128, little-endian (as BSON has them). */
export class Decimal {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** The 12 bytes as a latin1 string: cheap to keep, and `<` compares it as MongoDB does. */
export class ObjectId {
  readonly bytes: string;
  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

/** Milliseconds since 1970, over the whole int64 range. */
export class DateTime {
  readonly ms: bigint;
  constructor(ms: bigint) {
    this.ms = ms;
  }
}

/** Seconds in the high 32 bits, increment in the low 32. */
export class Timestamp {
  readonly bits: bigint;
  constructor(bits: bigint) {
    this.bits = bits;
  }
}

export class Binary {
  readonly subtype: number;
  readonly bytes: Buffer;
  constructor(subtype: number, bytes: Buffer) {
    this.subtype = subtype;
    this.bytes = bytes;
  }
}

export class Regex {
  readonly pattern: string;
  readonly flags: string;
  constructor(pattern: string, flags: string) {
    this.pattern = pattern;
    this.flags = flags;
  }
}

export class Code {
  readonly code: string;
  readonly scope: Doc | undefined;
  constructor(code: string, scope?: Doc) {
    this.code = code;
    this.scope = scope;
  }
}

export class Symbol_ {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class DbPointer {
  readonly namespace: string;
  readonly id: string;
  constructor(namespace: string, id: string) {
    this.namespace = namespace;
    this.id = id;
  }
}

/** The deprecated BSON type; a missing field is JavaScript's `undefined` and never stored. */
export class Undefined {
  readonly kind = "undefined";
}

export class MinKey {
  readonly kind = "minKey";
}

export class MaxKey {
  readonly kind = "maxKey";
}

export const UNDEFINED = new Undefined();
export const MIN_KEY = new MinKey();
export const MAX_KEY = new MaxKey();

export function isDoc(value: Value | undefined): value is Doc {
  return value instanceof Map;
}

export function isArray(value: Value | undefined): value is Value[] {
  return Array.isArray(value);
}

export function isNumber(value: Value | undefined): value is number | bigint | Double | Decimal {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Double || value instanceof Decimal;
}

/** A document from literal entries, in order; entries whose value is `undefined` are left out. */
export function doc(fields: Readonly<Record<string, Value | undefined>>): Doc {
  const out: Doc = new Map();
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value !== undefined) out.set(key, value);
  }
  return out;
}

export function cloneDoc(source: Doc): Doc {
  const out: Doc = new Map();
  for (const [key, value] of source) out.set(key, cloneValue(value));
  return out;
}

/** Copies containers; leaves are immutable and shared. */
export function cloneValue(value: Value): Value {
  if (value instanceof Map) return cloneDoc(value);
  if (Array.isArray(value)) return value.map(cloneValue);
  return value;
}

const TYPE_NAMES = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

export type TypeName = keyof typeof TYPE_NAMES;

export const TYPE_NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(TYPE_NAMES));

export function typeName(value: Value): TypeName {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "int";
    case "bigint":
      return "long";
    case "boolean":
      return "bool";
    default:
  }
  if (value instanceof Map) return "object";
  if (Array.isArray(value)) return "array";
  if (value instanceof Double) return "double";
  if (value instanceof ObjectId) return "objectId";
  if (value instanceof DateTime) return "date";
  if (value instanceof Decimal) return "decimal";
  if (value instanceof Binary) return "binData";
  if (value instanceof Timestamp) return "timestamp";
  if (value instanceof Regex) return "regex";
  if (value instanceof Code) return value.scope === undefined ? "javascript" : "javascriptWithScope";
  if (value instanceof Symbol_) return "symbol";
  if (value instanceof DbPointer) return "dbPointer";
  if (value instanceof Undefined) return "undefined";
  if (value instanceof MinKey) return "minKey";
  return "maxKey";
}
