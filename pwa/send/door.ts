/** What other features may use of this one. */

export { LookAlikeWarning, useComparison } from "./look-alike-warning.tsx";
export { reviewFacts, type ReviewFacts } from "./review-facts.ts";
export type { Review } from "./send-state.ts";
export type { RepeatedWhat, RepeatParts, RepeatSheetProps } from "./repeat-parts.ts";
export { unsentAdvice, unsentOf, unsentWords } from "./unsent.ts";
export { usePaidBefore } from "./use-paid-before.ts";
