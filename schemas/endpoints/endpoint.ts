import type * as v from "valibot";
import type { ApiKeyScope } from "#schemas/api-keys.ts";

/**
 * Who may call: `confirmed` is a user, and `operator` an admin, who has shown the password (and second factor, where there
 * is one) within the last ten minutes.
 */
export type Access = "anyone" | "user" | "confirmed" | "admin" | "operator";

/** One REST endpoint: who may call it, what goes in and out. What is said of it to readers is in the server's `api-docs/`. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters are written `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** The scopes any one of which lets an API key call it; no key may without. */
  readonly keyScopes?: readonly ApiKeyScope[];
  /** Whether screens ask it by themselves, again and again: such calls keep nobody's session from idling out. */
  readonly isPolled?: boolean;
  /** The JSON body. */
  readonly input?: v.GenericSchema;
  /** The most that the body may hold, where it is not what the server takes otherwise. */
  readonly bodyBytes?: number;
  readonly params?: v.GenericSchema;
  readonly query?: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** Status of the answer, 200 unless told. */
  readonly status?: number;
}
