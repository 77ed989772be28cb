import type * as v from "valibot";
import type { ApiKeyScope, KeyScope } from "#schemas/api-keys.ts";
import { isOperatorScope } from "#schemas/operator-keys.ts";
import type { Permission } from "#schemas/operators.ts";

/** Everybody's: `confirmed` is a user who has shown the password (and second factor, where there is one) within the last ten minutes. */
type PeoplesAccess = "anyone" | "user" | "confirmed";
/** Operators' alone, and of them whoever has the endpoint's permission: `operator` is one who is confirmed like that. */
type OperatorsAccess = "admin" | "operator";
export type Access = PeoplesAccess | OperatorsAccess;

/** One REST endpoint: who may call it, what goes in and out. What is said of it to readers is in the server's `api-docs/`. */
export type Endpoint = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters are written `:name`. */
  readonly path: `/${string}`;
  /** Whether screens ask it by themselves, again and again: such calls keep nobody's session from idling out. */
  readonly isPolled?: boolean;
  /** The JSON body. */
  readonly input?: v.GenericSchema;
  /** The most that the body may hold, where it is not what the server takes otherwise. */
  readonly bodyBytes?: number;
  readonly params?: v.GenericSchema;
  readonly query?: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** Where the body is no JSON: its bytes as they are. */
  readonly bodyMedia?: "application/octet-stream";
  /** Where the answer is no JSON: its output is the file's parts, sent as they come. */
  readonly media?: "text/csv" | "application/x-ndjson" | "image/jpeg" | "image/webp" | "application/zip";
  /** Status of the answer, 200 unless told. */
  readonly status?: number;
} & (
  | {
      readonly access: PeoplesAccess;
      readonly permission?: never;
      /** The scopes any one of which lets an API key call it; no key may without. */
      readonly keyScopes?: readonly ApiKeyScope[];
    }
  // No endpoint of operators without what it takes: who has that is in `operators.ts` alone.
  | {
      readonly access: OperatorsAccess;
      readonly permission: Permission;
      /** An empty list where no key calls it, though it is only read; what else no key calls, {@link keyScopesOf} says. */
      readonly keyScopes?: readonly [];
    }
);

/**
 * The scopes any one of which lets an API key call an endpoint; none where no key may. Of operators' endpoints keys call what is
 * only read and asks for no confirmation, each by the permission itself.
 */
export function keyScopesOf({ method, access, permission, keyScopes }: Endpoint): readonly KeyScope[] {
  if (permission === undefined || keyScopes !== undefined) return keyScopes ?? [];
  return method === "GET" && access === "admin" && isOperatorScope(permission) ? [permission] : [];
}

/** Whether the files of an endpoint are texts, and not bytes as they are. */
export function isText(media: NonNullable<Endpoint["media"]>): boolean {
  return media === "text/csv" || media === "application/x-ndjson";
}
