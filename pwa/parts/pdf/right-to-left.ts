const SIGN = String.raw`[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]`;

/** From the first to the last sign of a script that runs from right to left. */
export const RIGHT_TO_LEFT = new RegExp(String.raw`${SIGN}(?:.*${SIGN})?\p{M}*`, "u");
