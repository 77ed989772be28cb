import * as v from "valibot";
import type { RpcError } from "./errors.ts";
import { invalidParams } from "./errors.ts";

/** How entries and results are to be written: as base64, or as the JSON of SEP-51. */
export const Format = v.optional(v.string(), "");

/** Whether a checked request wants JSON; throws what `refuse` makes of the sentence where the form is unknown. */
export function wantsJson(format: string, refuse: (message: string) => RpcError = invalidParams): boolean {
  if (format !== "" && format !== "base64" && format !== "json")
    throw refuse(`got '${format}': expected base64, json for optional 'xdrFormat'`);
  return format === "json";
}
