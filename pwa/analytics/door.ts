/** What other features may use of this one. */

export { useCurve } from "./use-curve.ts";
export { useWhole, type WholeState } from "./use-whole.ts";
export { drawnPoints, gapsInWords, writeAxisUsd } from "./value-words.ts";
