import * as v from "valibot";
import { type NarrowedGoing, placedDay, placedNumber, useNarrowedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { ListPlace } from "#pwa/console/desk/place.ts";
import { AuditKind } from "#schemas/audit.ts";
import { OperatorActionKind } from "#schemas/security.ts";
import { ACCOUNT_PATTERN } from "#schemas/values/fields.ts";

/** Which rows of the log are shown, as the page's address has it. What is none of these is as if it were not there. */
export const AuditPlace = v.object({
  ...ListPlace.entries,
  kind: v.fallback(v.optional(AuditKind), undefined),
  act: v.fallback(v.optional(OperatorActionKind), undefined),
  operator: placedNumber,
  /** A user's number, or the address of an account. */
  whom: v.fallback(
    v.optional(v.union([v.pipe(v.string(), v.regex(ACCOUNT_PATTERN)), placedNumber.wrapped])),
    undefined,
  ),
  from: placedDay,
  to: placedDay,
});
export type AuditPlace = v.InferOutput<typeof AuditPlace>;

export function readAuditPlace(search: unknown): AuditPlace {
  return v.parse(v.fallback(AuditPlace, {}), search);
}

/** Nothing left out. */
export const NO_FILTERS = {
  kind: undefined,
  act: undefined,
  operator: undefined,
  whom: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Partial<AuditPlace>;

const ASKED_BY = ["kind", "act", "operator", "whom", "from", "to"] as const satisfies (keyof typeof NO_FILTERS)[];
const NARROWED_BY = { read: readAuditPlace, askedBy: ASKED_BY } as const;

export type AuditGoing = NarrowedGoing<AuditPlace>;

export function useAuditPlace(): AuditGoing {
  return useNarrowedPlace<AuditPlace>(NARROWED_BY);
}

/** Whether rows are left out by more than what is searched for. */
export function isNarrowed(place: AuditPlace): boolean {
  return ASKED_BY.some((name) => place[name] !== undefined);
}

/** By what the server is asked for them. */
export function askedBy({ find = "", kind, act, operator, whom, from, to }: AuditPlace) {
  return { find, kind, act, operator, whom, from, to };
}
