import * as v from "valibot";

/** How entries and results are to be written; the form as JSON is not served. */
export const Format = v.optional(
  v.picklist(["", "base64"], "xdrFormat must be base64: this network does not write XDR as JSON"),
);
