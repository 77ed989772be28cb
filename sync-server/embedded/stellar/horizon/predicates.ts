import type { ClaimPredicateWire } from "@stellar/stellar-sdk/xdr";

/** A claim predicate as Horizon writes it. */
export function predicateJson(predicate: ClaimPredicateWire): object {
  switch (predicate.type) {
    case 0:
      return { unconditional: true };
    case 1:
      return { and: predicate.andPredicates.map(predicateJson) };
    case 2:
      return { or: predicate.orPredicates.map(predicateJson) };
    case 3:
      return { not: predicate.notPredicate ? predicateJson(predicate.notPredicate) : {} };
    case 4:
      return { abs_before: absoluteTime(predicate.absBefore), abs_before_epoch: String(predicate.absBefore) };
    case 5:
      return { rel_before: String(predicate.relBefore) };
  }
}

/** The latest time a JavaScript date can name, in seconds. */
const LAST_SECOND = 8_640_000_000_000n;

function absoluteTime(seconds: bigint): string {
  const within = seconds > LAST_SECOND ? LAST_SECOND : seconds;
  return new Date(Number(within) * 1000).toISOString().replace(".000Z", "Z");
}
