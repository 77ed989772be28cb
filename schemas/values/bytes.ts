import * as v from "valibot";

/** A body of bytes as it came. */
export const Bytes = v.instance(Uint8Array);

/** A file that is sent while it is made. */
export const ByteParts = v.custom<AsyncIterable<Uint8Array>>((value) => typeof value === "object" && value !== null);
