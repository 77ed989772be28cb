/** For browsers that cannot tell: about how long the first screen takes. */
const UNTOLD_MS = 200;

/** Resolves once the page has nothing else to do, or after `atMostMs`. */
export function whenIdle(atMostMs: number): Promise<void> {
  return new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: atMostMs });
    else setTimeout(done, UNTOLD_MS);
  });
}
