import { doc, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { flagField } from "./context.ts";

const FIELDS = ["w", "j", "fsync", "wtimeout", "provenance"];
/** As many members as MongoDB's replica sets may have. */
const MAX_NODES = 50n;

/** Throws for a write concern that nobody could keep, before anything is written. */
export function checkWriteConcern(body: Doc): void {
  const concern = body.get("writeConcern");
  if (concern === undefined) return;
  if (!isDoc(concern))
    throw typeMismatch(`BSON field 'writeConcern' is the wrong type '${typeName(concern)}', expected type 'object'`);
  const unknown = concern.keys().find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw failedToParse(`unrecognized write concern field: ${unknown}`);
  if (flagField(concern, "j") && flagField(concern, "fsync"))
    throw failedToParse("fsync and j options cannot be used together");
  checkNodes(concern.get("w"));
}

function checkNodes(w: Value | undefined): void {
  if (w === undefined || typeof w === "string") return;
  const nodes = isNumber(w) ? toInteger(w) : undefined;
  if (nodes === undefined || nodes < 0n || nodes > MAX_NODES)
    throw failedToParse("w has to be a non-negative number and not greater than 50; or a string");
}

/** Without a write concern MongoDB waits for a majority, which on one node means: for its journal. */
export function isJournaled(body: Doc): boolean {
  const concern = body.get("writeConcern");
  if (!isDoc(concern)) return true;
  if (flagField(concern, "j") || flagField(concern, "fsync")) return true;
  const w = concern.get("w");
  return w === undefined || typeof w === "string" || (toInteger(w) ?? 1n) > 1n;
}

/** What a reply says of a concern that one node cannot meet, though the write is done. */
export function unmetConcern(body: Doc): Doc | undefined {
  const concern = body.get("writeConcern");
  const w = isDoc(concern) ? concern.get("w") : undefined;
  if (typeof w === "string" && w !== "majority") {
    const errmsg = `No write concern mode named '${w}' found in replica set configuration`;
    return doc({ code: 79, codeName: "UnknownReplWriteConcern", errmsg });
  }
  if ((toInteger(w) ?? 1n) <= 1n) return undefined;
  return doc({ code: 100, codeName: "UnsatisfiableWriteConcern", errmsg: "Not enough data-bearing nodes" });
}
