import type { Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { expect, PASSWORD, startAstrolabe, test as base, type Astrolabe } from "./astrolabe.ts";

/** An Astrolabe with a demo market of one day, in which nobody trades NKDM for SKL. */
export const test = base.extend<object, { astrolabe: Astrolabe }>({
  baseURL: ({ astrolabe }, use) => use(astrolabe.url),
  astrolabe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const astrolabe = await startAstrolabe(undefined, { DEMO: "1", DEMO_DAYS: "1" });
      await use(astrolabe);
      await astrolabe.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

/** Waits until books are told from the index. */
export async function untilLive(page: Page): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get("/api/markets")).json()).state, { timeout: 120_000 })
    .toBe("live");
}

/** Gets some of a listed asset for 1,000 XLM, without a screen. */
export async function hold(page: Page, code: string): Promise<void> {
  await untilLive(page);
  const { assets } = await (await page.request.get("/api/assets/listed")).json();
  const [quote] = assets.flatMap((asset: { assetCode: string; issuer: string }) =>
    asset.assetCode === code ? [`${code}-${asset.issuer}`] : [],
  );
  const { ticker } = await (await page.request.get("/api/markets/snapshot", { params: { base: "XLM", quote } })).json();
  const price = (Number(ticker.bid) * 0.8).toFixed(6);
  const order = { kind: "market", side: "sell", base: "XLM", quote, amount: "1000", price };
  const check = await (await page.request.post("/api/trading/orders/check", { data: order })).json();
  expect(check.refusals).toEqual([]);
  const agreed = { networkFee: check.isFeeSponsored ? "0" : check.networkFee, operatorFees: check.operatorFees };
  const placed = await page.request.post("/api/trading/orders", {
    data: { order, agreed, idempotencyKey: randomUUID(), password: PASSWORD },
  });
  expect(placed.ok(), await placed.text()).toBe(true);
}

/** Confirms what is reviewed, and waits for the ledger that holds it. */
export async function confirm(page: Page, button: string, outcome: RegExp): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: button }).click();
  await expect(sheet.getByText(outcome)).toBeVisible({ timeout: 60_000 });
}

export async function done(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Does what a check and its confirmation do, without a screen. */
export async function order(
  page: Page,
  path: string,
  name: string,
  terms: object,
  at = "/api/trading/orders",
): Promise<void> {
  const check = await (await page.request.post(`${at}${path}/check`, { data: terms })).json();
  expect(check.refusals).toEqual([]);
  const agreed = { networkFee: check.isFeeSponsored ? "0" : check.networkFee, operatorFees: check.operatorFees };
  const data = { [name]: terms, agreed, idempotencyKey: randomUUID(), password: PASSWORD };
  const answer = await page.request.post(`${at}${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}
