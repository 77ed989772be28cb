/** For browsers that cannot tell: about how long the first screen takes. */
const UNTOLD_MS = 200;

/** For what nobody waits for. */
const AT_MOST_MS = 5000;

/** Resolves once the page has nothing else to do, or after `atMostMs`. */
export function whenIdle(atMostMs = AT_MOST_MS): Promise<void> {
  return new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: atMostMs });
    else setTimeout(done, UNTOLD_MS);
  });
}
