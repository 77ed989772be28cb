/** What other features may use of this one. */

export { useCurve } from "./use-curve.ts";
export { drawnPoints, gapsInWords, writeAxisUsd } from "./value-words.ts";
