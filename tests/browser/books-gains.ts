import type { Locator, Page } from "@playwright/test";
import { expect } from "./astrolabe.ts";
import { isShare, reckon, type PricesTold, type Reckoned } from "./books-reckoned.ts";
import { amount, centsIn, codeIn, type Look, near, numbersIn, type Truth } from "./books-numbers.ts";

/** What each position is worth and has gained, and that the gains are what there is, less what came in. */
export async function walkGains(page: Page, look: Look, prices: PricesTold): Promise<void> {
  await look("/analytics", async (truth) => {
    const { total, worth } = truth.worths;
    near(centsIn(await page.getByRole("region", { name: "Allocation" }).innerText())[0], total, "the total");
    // First what it began with, then what it has come to.
    const curve = page.getByRole("img", { name: /^Value of your account/ });
    near(centsIn((await curve.getAttribute("aria-label")) ?? "")[1], total, "the curve's last point");
    const reckoned = reckon(truth, prices);
    const together = await tellsGains(page.getByRole("region", { name: "Profit and loss" }), truth, reckoned);
    // The month in which it began is the only one; the cells are the month's name, what came in and what went out.
    const month = page.getByRole("table", { name: "In and out by month" }).locator("tbody td");
    const [came = 0] = centsIn(await month.nth(1).innerText());
    const [went = 0] = centsIn(await month.nth(2).innerText());
    // The starting funds and a payment, at a price of some minutes ago.
    near(came, worth("XLM", 100_025_000_000n), "what came in", came * 0.02);
    near(went, worth("XLM", 314_159_265n), "what went out", went * 0.02);
    near(together, total - came + went, "all gains");
  });
}

/**
 * Each position's amount and value, what it has cost and realised as it is reckoned here, and that what is not realised is what it is
 * worth beyond its cost; answers with all gains, in cents.
 */
async function tellsGains(card: Locator, { ledger, keys, worths }: Truth, reckoned: Reckoned): Promise<number> {
  const held = new Map([...ledger.balances, [keys.SKL, ledger.claimable.get(keys.SKL) ?? 0n] as const]);
  let sum = 0;
  let count = 0;
  // A table where there is room for one, else a list.
  for (const line of await card.locator("tbody tr, ul > li").all()) {
    if (!(await line.isVisible())) continue;
    const text = await line.innerText();
    const [cost = 0, value = 0, realised = 0, unrealised = 0] = centsIn(text);
    near(unrealised, value - cost, `what is not realised of ${text}`);
    sum += realised + unrealised;
    count += 1;
    const [key, stroops] = [...held].find(([one]) => text.startsWith(codeIn(one))) ?? ["", 0n];
    const own = [...reckoned].find(([one]) => (key === "" ? isShare(one) : one === key))?.[1];
    near(cost, (own?.cost ?? Number.NaN) * 100, `the cost of ${text}`);
    near(realised, (own?.realised ?? Number.NaN) * 100, `what is realised of ${text}`);
    if (key === "") near(value, worths.pools, text);
    else {
      expect(numbersIn(text)).toContain(amount(stroops));
      near(value, worths.worth(key, stroops), text);
    }
  }
  expect(count).toBe(held.size + 1);
  const [together = 0, worth] = centsIn(await card.getByText(/^Together/).innerText());
  near(together, sum, "all gains", 2 * count);
  near(worth, worths.total, "what all positions are worth");
  return together;
}
