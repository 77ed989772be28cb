/**
 * When one address can be taken for another. Swindlers make addresses with the beginning and the end of one that somebody pays, send
 * a little from them, and wait for the wrong one to be copied out of the history.
 */

/** Letters after the first, which all addresses share, and letters of the end, that agree at least. */
const LEAST_HEAD = 3;
const LEAST_TAIL = 3;
/** How many agree at both ends together. By chance, two addresses do once in some billion times. */
const LEAST_BOTH = 7;
/** So long a beginning is taken for the whole address, whatever follows. */
const WHOLE_HEAD = 8;
/** Shorter texts are no addresses. */
const LEAST_LENGTH = 20;
/** What two that look alike begin with for certain: by it they are looked up. */
export const ALIKE_BEGINNING = 1 + LEAST_HEAD;

/** How many letters agree after the first, and at the end. */
export function likenessOf(left: string, right: string): { readonly head: number; readonly tail: number } {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head + 1 < most && left[head + 1] === right[head + 1]) head += 1;
  let tail = 0;
  while (tail < most && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  return { head, tail };
}

/** Whether two different addresses of one kind (G... or M...) show the same beginning, or the same beginning and end. */
export function looksAlike(left: string, right: string): boolean {
  if (left === right || left[0] !== right[0] || left.length < LEAST_LENGTH || right.length < LEAST_LENGTH) return false;
  const { head, tail } = likenessOf(left, right);
  if (head >= WHOLE_HEAD) return true;
  return head >= LEAST_HEAD && tail >= LEAST_TAIL && head + tail >= LEAST_BOTH;
}

/** How an address is known, what its owner chose themself last. Only what is paid, not what pays, is chosen. */
export const KNOWN_BY = ["received", "paid", "contact"] as const;
export type KnownBy = (typeof KNOWN_BY)[number];
