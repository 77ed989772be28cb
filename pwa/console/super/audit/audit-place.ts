import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";
import { type Place, usePlace } from "#pwa/console/desk/place.ts";
import { AuditKind } from "#schemas/audit.ts";
import { OperatorActionKind } from "#schemas/security.ts";
import { ACCOUNT_PATTERN } from "#schemas/values/fields.ts";

const number = v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined);
const day = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);

/** Which rows of the log are shown, as the page's address has it. What is none of these is as if it were not there. */
export const AuditPlace = v.object({
  kind: v.fallback(v.optional(AuditKind), undefined),
  act: v.fallback(v.optional(OperatorActionKind), undefined),
  operator: number,
  /** A user's number, or the address of an account. */
  whom: v.fallback(
    v.optional(
      v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(1)), v.pipe(v.string(), v.regex(ACCOUNT_PATTERN))]),
    ),
    undefined,
  ),
  from: day,
  to: day,
});
export type AuditPlace = v.InferOutput<typeof AuditPlace>;

export const NO_FILTERS = {
  kind: undefined,
  act: undefined,
  operator: undefined,
  whom: undefined,
  from: undefined,
  to: undefined,
} satisfies AuditPlace;

export interface AuditGoing {
  readonly place: Place;
  readonly filters: AuditPlace;
  /** Other rows are shown from the newest on. */
  readonly narrow: (change: Partial<AuditPlace>) => void;
}

export function useAuditPlace(): AuditGoing {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const place = usePlace();
  const { go } = place;
  const filters = useMemo(() => v.parse(v.fallback(AuditPlace, {}), search), [search]);
  const narrow = useCallback(
    (change: Partial<AuditPlace>) => {
      const next = { ...change, after: undefined, open: undefined };
      go(next);
    },
    [go],
  );
  return { place, filters, narrow };
}
