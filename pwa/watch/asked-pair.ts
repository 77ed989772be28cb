import * as v from "valibot";
import { PairQuery } from "#schemas/market-data.ts";

/** The pair that an address names as `BASE/QUOTE`; null where it names none. */
export function readAskedPair(asked: unknown): PairQuery | null {
  if (typeof asked !== "string") return null;
  const [base, quote, ...rest] = asked.split("/");
  const pair = v.safeParse(PairQuery, { base, quote });
  return pair.success && rest.length === 0 ? pair.output : null;
}
