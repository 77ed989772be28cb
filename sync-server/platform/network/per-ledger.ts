/** By this process's clock, in case it hears of no newer ledger. */
const LONGEST_MS = 5000;

/**
 * Asks once for each ledger what stays the same within it: whoever asks meanwhile shares the answer. `newest` is the newest
 * ledger this process heard of. What fails is asked again.
 */
export function perLedger<T>(newest: () => number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly ledger: number; readonly askedAtMs: number; readonly answer: Promise<T> } | null = null;
  return () => {
    if (last && last.ledger === newest() && performance.now() - last.askedAtMs < LONGEST_MS) return last.answer;
    const asked = { ledger: newest(), askedAtMs: performance.now(), answer: ask() };
    last = asked;
    asked.answer.catch(() => {
      if (last === asked) last = null;
    });
    return asked.answer;
  };
}
