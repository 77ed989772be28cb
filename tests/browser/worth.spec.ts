import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { become, expect, fundedAddress, newName, offlineReady } from "./astrolabe.ts";
import { confirm, done, hold, test } from "./demo-market.ts";

/** What is told in dollars, in cents. */
function centsIn(text: string | null): number {
  const [, whole = "", cents = ""] = /\$([\d,]+)\.(\d\d)/.exec(text ?? "") ?? [];
  expect(whole, `dollars in ${text}`).not.toBe("");
  return Number(whole.replaceAll(",", "")) * 100 + Number(cents);
}

/** What each screen tells of the whole, and of what is in pools. */
async function toldBy(page: Page, path: string, region: string | RegExp): Promise<{ total: number; pools: number }> {
  await page.goto(path);
  const card = page.getByRole("region", { name: region });
  const places = card.getByRole("list", { name: "Where it is" });
  await expect(places).toContainText("In pools", { timeout: 30_000 });
  const text = await card.textContent();
  return {
    total: centsIn(text),
    pools: centsIn(await places.getByRole("link", { name: /^In pools/ }).textContent()),
  };
}

async function tellsTheSame(page: Page): Promise<{ total: number; pools: number }> {
  // Prices may move between one screen and the next: they are told again until nothing moved.
  let home = { total: 0, pools: 0 };
  await expect(async () => {
    home = await toldBy(page, "/dashboard", "Total value");
    expect(await toldBy(page, "/assets", /^\d+ assets?$/)).toEqual(home);
    expect(await toldBy(page, "/analytics", "Allocation")).toEqual(home);
  }).toPass({ timeout: 90_000 });
  return home;
}

/** What the year's figures say is what the rows of its file add up to, whichever the method. */
async function realisedIsTheFile(page: Page): Promise<void> {
  const card = page.getByRole("region", { name: "Realised gains by year" });
  for (const method of ["Average cost", "First in, first out (FIFO)"]) {
    await card.getByLabel("Method").selectOption({ label: method });
    const save = card.getByRole("button", { name: /^Disposals \(CSV\)/ });
    await expect(save).toBeEnabled({ timeout: 30_000 });
    const saved = page.waitForEvent("download");
    await save.click();
    const rows = parse<Record<string, string>>(await readFile(await (await saved).path()), { columns: true });
    const total = rows.pop();
    expect(rows.map((row) => row["what"])).toContain("put into a pool");
    for (const row of rows) expect(row["transaction"], JSON.stringify(row)).toMatch(/^[0-9a-f]{64}$/);
    const sum = rows.reduce((cents, row) => cents + Math.round(Number(row["gain"]) * 1e7), 0);
    expect(sum).toBe(Math.round(Number(total?.["gain"]) * 1e7));
    expect(total?.["method"]).toBe(method);
  }
}

test("money in a pool is in every total, its gain and the curve, online and offline", async ({
  astrolabe,
  context,
  page,
}) => {
  test.setTimeout(300_000);
  await become(page, astrolabe, newName("wanda"));
  await page.goto("/dashboard");
  await fundedAddress(page);
  // An account of minutes has no change of a day.
  const total = page.getByRole("region", { name: "Total value" });
  await expect(total).toContainText("$", { timeout: 60_000 });
  await expect(total).not.toContainText("in 24 h");
  await hold(page, "USDC");
  await expect(page.getByRole("list", { name: "Balances" })).toContainText("USDC", { timeout: 60_000 });
  const before = centsIn(await total.textContent());

  await page.goto("/amm");
  await page.getByRole("link", { name: /^XLM \/ USDC/ }).click();
  await page.getByLabel("XLM to deposit").fill("500");
  await expect(page.getByLabel("USDC to deposit")).not.toHaveValue("");
  await page.getByRole("button", { name: "Review" }).click();
  await confirm(page, "Confirm and deposit", /^Deposited in ledger \d+$/);
  await done(page);

  const told = await tellsTheSame(page);
  // Nothing but fees and what the market did since went away: without the pool a tenth of it would be missing.
  expect(Math.abs(told.total - before)).toBeLessThan(before * 0.03);
  expect(told.pools).toBeGreaterThan(before * 0.05);
  const gains = page.getByRole("region", { name: "Profit and loss" });
  await expect(gains.getByText("Pool XLM / USDC").first()).toBeAttached();
  const together = gains.getByText(/^Together/);
  await expect(async () => {
    const [, worth = ""] = /worth (\S+) now/.exec((await together.textContent()) ?? "") ?? [];
    const card = page.getByRole("region", { name: "Allocation" });
    expect(centsIn(worth)).toBe(centsIn(await card.textContent()));
  }).toPass({ timeout: 30_000 });
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV of profit and loss" }).click();
  const rows = parse<Record<string, string>>(await readFile(await (await saved).path()), { columns: true });
  expect(rows.map((row) => row["place"])).toContain("pool");
  for (const row of rows) expect(row["realised_usd"], JSON.stringify(row)).not.toBe("");
  await realisedIsTheFile(page);

  await page.goto("/old-dashboard");
  await expect(page.getByRole("table", { name: "Where it is" })).toContainText("In pools");
  await page.goto("/assets");
  await expect(page.getByRole("list", { name: "Assets" })).toContainText("Pool XLM / USDC");

  await offlineReady(page);
  await expect(page.getByRole("list", { name: "Assets" })).toContainText("Pool XLM / USDC");
  await context.setOffline(true);
  const offline = await tellsTheSame(page);
  expect(Math.abs(offline.total - told.total)).toBeLessThan(told.total * 0.03);
  expect(offline.pools).toBeGreaterThan(before * 0.05);
  await context.setOffline(false);
});
