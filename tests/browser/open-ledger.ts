import { settingsOf, startStellar, type TestStellar } from "#tests/support/embedded.ts";
import { READY_MS, startAstrolabe, test as base } from "./astrolabe.ts";

/** An Astrolabe on a network that the test has a way into: what strangers do there is no business of its server's. */
export const test = base.extend<object, { ledger: TestStellar }>({
  ledger: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const ledger = await startStellar({ closeIntervalMs: 500 });
      await use(ledger);
      await ledger.stop();
    },
    { scope: "worker", timeout: READY_MS },
  ],
  astrolabe: [
    async ({ ledger }, use) => {
      const astrolabe = await startAstrolabe(undefined, {
        ...settingsOf(ledger),
      });
      await use(astrolabe);
      await astrolabe.close();
    },
    { scope: "worker", timeout: READY_MS + 30_000 },
  ],
});
