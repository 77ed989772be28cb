import { BSON, Binary, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId } from "mongodb";

/** The values of the model: the driver's own classes, so that the types of numbers stay apart. */
export type Item = unknown;
export type Fields = { [name: string]: Item };
export type NumberItem = Int32 | Long | Double | Decimal128;

/** The model does not say what comes out; the test reads the server's answer instead. */
export class Unpredictable extends Error {}
/** The server has to refuse. */
export class Refused extends Error {}

export function isNumber(value: Item): value is NumberItem {
  return value instanceof Int32 || value instanceof Long || value instanceof Double || value instanceof Decimal128;
}

export function isFields(value: Item): value is Fields {
  if (value === null || typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

export function rank(value: Item): number {
  if (value instanceof MinKey) return 1;
  if (value === undefined) return 2;
  if (value === null) return 5;
  if (isNumber(value)) return 10;
  if (typeof value === "string") return 15;
  if (Array.isArray(value)) return 25;
  if (value instanceof Binary) return 30;
  if (value instanceof ObjectId) return 35;
  if (typeof value === "boolean") return 40;
  if (value instanceof Date) return 45;
  if (value instanceof MaxKey) return 127;
  if (isFields(value)) return 20;
  throw new Error(`no rank for ${String(value)}`);
}

export type Compare = (left: Item, right: Item) => number;

/** MongoDB's order; `fold` brings texts that a collation takes for equal together. */
export function comparer(fold: (text: string) => string): Compare {
  return compare;

  function compare(left: Item, right: Item): number {
    const byRank = rank(left) - rank(right);
    if (byRank !== 0) return byRank;
    if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
    if (typeof left === "string" && typeof right === "string")
      return Buffer.compare(Buffer.from(fold(left)), Buffer.from(fold(right)));
    if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right);
    if (isFields(left) && isFields(right)) return compareFields(left, right);
    return compareRest(left, right);
  }

  function compareLists(left: readonly Item[], right: readonly Item[]): number {
    for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
      const order = compare(left[index], right[index]);
      if (order !== 0) return order;
    }
    return left.length - right.length;
  }

  function compareFields(left: Fields, right: Fields): number {
    const ours = Object.entries(left);
    const theirs = Object.entries(right);
    for (const [index, [name, value]] of ours.entries()) {
      const other = theirs[index];
      if (other === undefined) return 1;
      const byType = rank(value) - rank(other[1]);
      if (byType !== 0) return byType;
      if (name !== other[0]) return name < other[0] ? -1 : 1;
      const order = compare(value, other[1]);
      if (order !== 0) return order;
    }
    return ours.length - theirs.length;
  }
}

export const compareItems = comparer((text) => text);
export const compareIgnoringCase = comparer((text) => text.toLowerCase());

function compareRest(left: Item, right: Item): number {
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (left instanceof ObjectId && right instanceof ObjectId)
    return Buffer.compare(Buffer.from(left.id), Buffer.from(right.id));
  if (left instanceof Binary && right instanceof Binary)
    return left.length() - right.length() || Buffer.compare(Buffer.from(left.value()), Buffer.from(right.value()));
  return 0;
}

/** As a fraction; a number that is none counts as below or above all others. */
function ratio(value: NumberItem): { top: bigint; bottom: bigint } | number {
  if (value instanceof Int32) return { top: BigInt(value.value), bottom: 1n };
  if (value instanceof Long) return { top: value.toBigInt(), bottom: 1n };
  if (value instanceof Double) return doubleRatio(value.value);
  const { top, exponent } = decimalParts(value);
  if (typeof top === "number") return top;
  return exponent >= 0 ? { top: top * 10n ** BigInt(exponent), bottom: 1n } : { top, bottom: 10n ** BigInt(-exponent) };
}

function doubleRatio(value: number): { top: bigint; bottom: bigint } | number {
  if (!Number.isFinite(value)) return value;
  let whole = value;
  let bottom = 1n;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    bottom *= 2n;
  }
  return { top: BigInt(whole), bottom };
}

export function decimalParts(value: Decimal128): { top: bigint | number; exponent: number } {
  const text = value.toString();
  if (text === "NaN") return { top: NaN, exponent: 0 };
  if (text.endsWith("Infinity")) return { top: text.startsWith("-") ? -Infinity : Infinity, exponent: 0 };
  const [, sign = "", whole = "", part = "", power = "0"] = /^(-?)(\d+)\.?(\d*)(?:E([+-]?\d+))?$/.exec(text) ?? [];
  return { top: BigInt(sign + whole + part), exponent: Number(power) - part.length };
}

export function compareNumbers(left: NumberItem, right: NumberItem): number {
  const a = ratio(left);
  const b = ratio(right);
  const classOf = (side: typeof a): number =>
    typeof side === "number" ? (Number.isNaN(side) ? -2 : side < 0 ? -1 : 1) : 0;
  if (typeof a === "number" || typeof b === "number") return classOf(a) - classOf(b);
  const difference = a.top * b.bottom - b.top * a.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function isNaNItem(value: Item): boolean {
  return isNumber(value) && Number.isNaN(Number(value.toString()));
}

/** Toward zero; undefined for what is no finite number. */
export function whole(value: Item): bigint | undefined {
  if (!isNumber(value)) return undefined;
  const parts = ratio(value);
  return typeof parts === "number" ? undefined : parts.top / parts.bottom;
}

export function isWhole(value: Item): boolean {
  if (!isNumber(value)) return false;
  const parts = ratio(value);
  return typeof parts !== "number" && parts.top % parts.bottom === 0n;
}

/** One text per value and type; decimals without the zeros at their end, whose count is arithmetic's own business. */
export function show(value: Item): string {
  return BSON.EJSON.stringify(value, { relaxed: false }).replaceAll(
    /\{"\$numberDecimal":"([^"]*)"\}/g,
    (_, text: string) => {
      const { top, exponent } = decimalParts(Decimal128.fromString(text));
      if (typeof top === "number") return `decimal ${top}`;
      let digits = top;
      let power = exponent;
      while (digits !== 0n && digits % 10n === 0n) {
        digits /= 10n;
        power += 1;
      }
      return `decimal ${digits}e${digits === 0n ? 0 : power}`;
    },
  );
}
