import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { fail, shownType, strictUnary, unary } from "./expression.ts";
import type { Operators } from "./expression.ts";
import { hashedIndexKey } from "./hashing.ts";

/** What `$meta` may be asked for; the first group belongs to searches that are not served. */
const SEARCH_META = [
  "textScore",
  "geoNearDistance",
  "geoNearPoint",
  "searchScore",
  "searchHighlights",
  "searchScoreDetails",
  "vectorSearchScore",
];
const OTHER_META = ["sortKey", "recordId", "indexKey", "randVal"];

export const INSPECTION: Operators = {
  $bsonSize: strictUnary((value) => {
    if (isDoc(value)) return encodeDoc(value).length;
    throw fail(31393, `$bsonSize requires a document input, found: ${shownType(value)}`);
  }),
  $toHashedIndexKey: unary((value) => hashedIndexKey(value ?? null)),
  $meta: (operand) => {
    if (typeof operand !== "string") throw fail(17307, "$meta only supports string arguments");
    if (SEARCH_META.includes(operand)) throw fail(40218, `query requires ${operand} metadata, but it is not available`);
    if (OTHER_META.includes(operand))
      throw new MongoError("CommandNotSupported", `$meta: "${operand}" is not supported`);
    throw fail(17308, `Unsupported argument to $meta: ${operand}`);
  },
};
