import { isUtf8 } from "node:buffer";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { Binary, Double, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { fail, shownType } from "./expression.ts";

const UUID = 4;

type BinaryOptions = { subtype: Value; format: string | undefined; isBigEndian: boolean };

function failure(message: string): MongoError {
  return new MongoError("ConversionFailure", message);
}

function subtypeOf(given: Value): number {
  if (!isNumber(given))
    throw fail(4341108, `For BinData, $convert's 'subtype' argument must be a number, but is ${shownType(given)}`);
  const subtype = toNumber(given);
  if (!Number.isInteger(subtype)) throw fail(4341106, "In $convert, numeric 'subtype' argument is not an integer");
  if (!((subtype >= 0 && subtype <= 8) || (subtype >= 128 && subtype <= 255)))
    throw fail(4341107, `In $convert, numeric value for 'subtype' does not correspond to a BinData type: ${subtype}`);
  return subtype;
}

function requireFormat(format: string | undefined, from: string, to: string): string {
  if (format !== undefined) return format;
  throw fail(4341115, `Format must be speficied when converting from '${from}' to '${to}'`);
}

function uuidText(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Bytes as text in a format; `auto` takes a UUID for what it is and anything else as base64. */
export function binaryText(value: Binary, given: string | undefined): string {
  const format = requireFormat(given, "binData", "string");
  const { bytes, subtype } = value;
  const isUuid = subtype === UUID && bytes.length === 16;
  const complaint = (reason: string): MongoError =>
    failure(`Failed to convert '${showValue(value)}' to string in $convert with no onError value: ${reason}`);
  switch (format) {
    case "auto":
      return isUuid ? uuidText(bytes) : bytes.toString("base64");
    case "base64":
      return bytes.toString("base64");
    case "base64url":
      return bytes.toString("base64url");
    case "hex":
      return bytes.toString("hex").toUpperCase();
    case "utf8":
      if (!isUtf8(bytes)) throw complaint("BinData does not represent a valid UTF-8 string");
      return bytes.toString("utf8");
    default:
      if (!isUuid) throw complaint("BinData does not represent a valid UUID");
      return uuidText(bytes);
  }
}

const ENCODINGS: Readonly<Record<string, RegExp>> = {
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  base64url: /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}(?:==)?|[A-Za-z0-9_-]{3}=?)?$/,
  hex: /^(?:[0-9a-fA-F]{2})*$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

const REASONS: Readonly<Record<string, string>> = {
  base64: "Invalid base64 character",
  base64url: "Invalid base64 character",
  hex: "Input is not valid hex",
};

function bytesOf(text: string, options: BinaryOptions): Binary {
  const format = requireFormat(options.format, "string", "binData");
  const subtype = subtypeOf(options.subtype);
  const complaint = (reason: string): MongoError =>
    failure(`Failed to parse BinData '${text}' in $convert with no onError value: ${reason}`);
  if ((format === "uuid") !== (subtype === UUID))
    throw complaint("Only the 'uuid' format is allowed with the UUID subtype");
  if (format === "auto") throw complaint("Invalid format 'auto'");
  if (ENCODINGS[format]?.test(text) === false) throw complaint(REASONS[format] ?? `Invalid UUID string: ${text}`);
  if (format === "uuid") return new Binary(subtype, Buffer.from(text.replaceAll("-", ""), "hex"));
  const encoding = format === "hex" || format === "base64" || format === "base64url" ? format : "utf8";
  return new Binary(subtype, Buffer.from(text, encoding));
}

function numberBytes(value: Value, { isBigEndian, subtype }: BinaryOptions): Binary {
  const view = new DataView(new ArrayBuffer(typeof value === "number" ? 4 : 8));
  if (typeof value === "number") view.setInt32(0, value, !isBigEndian);
  else if (typeof value === "bigint") view.setBigInt64(0, value, !isBigEndian);
  else view.setFloat64(0, value instanceof Double ? value.value : Number.NaN, !isBigEndian);
  return new Binary(subtypeOf(subtype), Buffer.from(view.buffer));
}

/** What becomes bytes, by the name of its type. */
export const BINARY_TARGETS: ReadonlyMap<string, (value: Value, options: BinaryOptions) => Binary> = new Map([
  ["string", (value: Value, options: BinaryOptions): Binary => bytesOf(String(value), options)],
  ["int", numberBytes],
  ["long", numberBytes],
  ["double", numberBytes],
  [
    "binData",
    (value: Value, { subtype }: BinaryOptions): Binary => {
      const wanted = subtypeOf(subtype);
      if (value instanceof Binary && value.subtype === wanted) return value;
      throw failure("Conversions between different BinData subtypes are not supported");
    },
  ],
]);

type Width = 1 | 2 | 4 | 8 | "float" | "double";

const WIDTHS: Readonly<Record<Width, number>> = { 1: 1, 2: 2, 4: 4, 8: 8, float: 4, double: 8 };

/** The number that the bytes are, where they are as many as one of the widths has. */
export function numberFromBinary(
  { bytes, subtype }: Binary,
  widths: readonly Width[],
  isBigEndian: boolean,
): number | bigint {
  const width = widths.find((candidate) => WIDTHS[candidate] === bytes.length);
  if (width === undefined)
    throw failure(
      `Failed to convert '${showValue(new Binary(subtype, bytes))}' to number in $convert because of invalid length: ${bytes.length}`,
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (width) {
    case 1:
      return view.getInt8(0);
    case 2:
      return view.getInt16(0, !isBigEndian);
    case 4:
      return view.getInt32(0, !isBigEndian);
    case 8:
      return view.getBigInt64(0, !isBigEndian);
    case "float":
      return view.getFloat32(0, !isBigEndian);
    default:
      return view.getFloat64(0, !isBigEndian);
  }
}
