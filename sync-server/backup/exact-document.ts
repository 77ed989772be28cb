import { BSON, type Document } from "mongodb";

const OPTIONS = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;
const DOCUMENT = 0x03;

/**
 * A document that is written as the very bytes it was read from. Every number keeps its type; where fields have names such as `10`, which
 * an object would sort, it is a Map.
 */
export function exactDocument(raw: Buffer): Document {
  const document = BSON.deserialize(raw, OPTIONS);
  return isSame(document, raw) ? document : orderedMap(raw);
}

function isSame(document: Document, raw: Buffer): boolean {
  return raw.equals(BSON.serialize(document));
}

/** The fields in their order, down to every level. What stands in an array has no names that could be sorted, but its fields have. */
function orderedMap(raw: Uint8Array): Document {
  const fields = new Map<string, unknown>();
  const whole: Document = BSON.deserialize(raw, OPTIONS);
  for (const [type, nameOffset, nameLength, offset, length] of BSON.onDemand.parseToElements(raw)) {
    const name = Buffer.from(raw.buffer, raw.byteOffset + nameOffset, nameLength).toString("utf8");
    const value: unknown = whole[name];
    const bytes = raw.subarray(offset, offset + length);
    if (type === DOCUMENT) fields.set(name, orderedMap(bytes));
    else if (Array.isArray(value)) fields.set(name, orderedItems(bytes));
    else fields.set(name, value);
  }
  return fields;
}

function orderedItems(raw: Uint8Array): unknown[] {
  const map = orderedMap(raw);
  return map instanceof Map ? [...map.values()] : [];
}
