import type { Page } from "@playwright/test";

/**
 * Waits for a row of the open history that holds `text` and is confirmed, looking at every frame: Playwright's own waits look twice
 * a second after a while, which is too coarse to measure with.
 */
export async function untilRowShown(page: Page, text: string, timeoutMs: number): Promise<void> {
  const isShown = await page.evaluate(
    ({ text, timeoutMs }) =>
      new Promise<boolean>((resolve) => {
        const startedAtMs = performance.now();
        const look = (): void => {
          const rows = document.querySelectorAll('[aria-label="Transactions"] [role="listitem"]');
          const found = [...rows].some((row) => {
            const words = row.textContent;
            // A row that is not confirmed yet says so.
            return words.includes(text) && !/Pending|Failed/.test(words) && row.checkVisibility();
          });
          if (found || performance.now() - startedAtMs > timeoutMs) resolve(found);
          else requestAnimationFrame(look);
        };
        look();
      }),
    { text, timeoutMs },
  );
  if (!isShown) throw new Error(`no confirmed row with "${text}" was shown within ${timeoutMs} ms`);
}
