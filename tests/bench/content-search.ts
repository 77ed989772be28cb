import type { Page } from "@playwright/test";
import { isTakenOver } from "#tests/browser/take-over.ts";
import { quantile, type Result, roundsAndLoad } from "./results.ts";
import type { App } from "./with-app.ts";
import { slowDown } from "./slow-down.ts";

const GOAL = { kind: "at most", value: 50 } as const;
const SLOWER = 4;
/** As people type them: words, parts of words, and words with a letter wrong. */
const TYPED = [
  "fee",
  "fees",
  "reserve",
  "memo",
  "memmo",
  "offline",
  "passwrd",
  "forgot password",
  "second key",
  "swap",
  "limit order",
  "how do I close my account",
  "recieve",
  "trustline",
  "pool",
  "exchange deposit",
  "payment twice",
  "device lost",
  "operator",
  "security",
  "api key",
  "cash app",
  "qr code",
  "tax",
  "xylophone",
];

/** What stands there once it was looked. */
const SAID = /found|fits/;

/** From a text that is typed until what was found is on the page, in a phone that is slowed down. */
export async function measureSearch({ browser, server }: App, rounds: number): Promise<Result[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${server.url}/help`);
  await isTakenOver(page);
  const field = page.getByRole("searchbox");
  await field.fill("fee");
  await page.getByText(/places? found/).waitFor();
  await slowDown(page, SLOWER);
  const said = page.locator("search [role=status]");
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const text of TYPED) {
      await field.fill("");
      await said.filter({ hasNotText: SAID }).waitFor({ state: "attached" });
      times.push(await untilFound(page, text));
    }
  await context.close();
  return [
    {
      name: `search in a phone slowed down ${SLOWER} times, p95`,
      value: quantile(times, 0.95),
      unit: "ms",
      goal: GOAL,
      note: `typed until shown; middle ${quantile(times, 0.5).toFixed(1)} ms of ${times.length} (${roundsAndLoad(rounds)})`,
    },
  ];
}

async function untilFound(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (typed) =>
      new Promise<number>((done, fail) => {
        const input = document.querySelector<HTMLInputElement>("search input");
        const status = document.querySelector("search [role=status]");
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
        if (input === null || status === null || set === undefined) return fail(new Error("there is no search"));
        const from = performance.now();
        const seen = new MutationObserver(() => {
          if (!/found|fits/.test(status.textContent)) return;
          seen.disconnect();
          done(performance.now() - from);
        });
        seen.observe(status, { childList: true, characterData: true, subtree: true });
        // As its keys would: React hears of the event alone.
        set.call(input, typed);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    text,
  );
}
