import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";

/**
 * A place in the log, just after the change `seq`. `isInvalidate` is the place just after the event that ended a
 * stream; a `fragment` above 0 is one within the change's event, after so many of the pieces it was split into.
 */
export type Place = { seq: number; clusterTime: bigint; isInvalidate: boolean; fragment: number };

/** Hexadecimal, so that tokens sort as their places do; clients treat it as opaque. */
export function tokenFor(place: Place): Doc {
  const time = place.clusterTime.toString(16).padStart(16, "0");
  const seq = place.seq.toString(16).padStart(14, "0");
  const fragment = place.fragment === 0 ? "" : place.fragment.toString(16).padStart(4, "0");
  return doc({ _data: `82${time}${seq}${place.isInvalidate ? "01" : "00"}${fragment}`.toUpperCase() });
}

export function readToken(token: Value | undefined): Place {
  const data = isDoc(token) ? token.get("_data") : undefined;
  const parts = typeof data === "string" ? /^82([0-9A-F]{16})([0-9A-F]{14})(0[01])([0-9A-F]{4})?$/.exec(data) : null;
  if (parts === null) throw new MongoError("FailedToParse", "Bad resume token: no token of this server");
  const [, time = "0", seq = "0", kind, fragment = "0"] = parts;
  return {
    seq: Number.parseInt(seq, 16),
    clusterTime: BigInt(`0x${time}`),
    isInvalidate: kind === "01",
    fragment: Number.parseInt(fragment, 16),
  };
}
