import { readFile } from "node:fs/promises";
import { Asset, Operation } from "@stellar/stellar-sdk";
import type { Locator, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { startStellar, steer, type TestStellar } from "#tests/support/embedded.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { type Astrolabe, become, expect, fundedAddress, newName, offlineReady } from "./astrolabe.ts";
import { inspectBothAsTheyAre } from "./inspect.ts";
import { test as base } from "./open-ledger.ts";

/** Ledgers that RPC remembers, and those that Horizon tells of. */
const RETAINED = 30;
const KEPT = 300;
const SLOW = { timeout: 180_000 };

const test = base.extend<object, { ledger: TestStellar }>({
  ledger: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const ledger = await startStellar({ closeIntervalMs: 1000, retainLedgers: RETAINED, keepHistory: KEPT });
      await use(ledger);
      await ledger.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

async function passLedgers(ledger: TestStellar, count: number): Promise<void> {
  for (let closed = 0; closed < count; closed += 1) expect((await steer(ledger, "/close")).ok).toBe(true);
}

/** Pays while no server looks, for longer than RPC, or Horizon as well, remembers. */
async function payUnseen(outsider: Outsider, ledger: TestStellar, to: string, amount: string, forgotten: number) {
  await outsider.applyWith(`of ${amount}`, Operation.payment({ destination: to, asset: Asset.native(), amount }));
  await passLedgers(ledger, forgotten);
}

function rowsOf(page: Page): Locator {
  return page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
}

/** What a click saves. */
async function saved(page: Page, kind: RegExp): Promise<Uint8Array> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: kind }).click(),
  ]);
  return new Uint8Array(await readFile(await download.path()));
}

async function balanceOf(page: Page, { url }: Astrolabe): Promise<number> {
  const wallet = await (await page.request.get(`${url}/api/wallet`)).json();
  return Number(wallet.balances[0].balance);
}

test("what arrived while the server was away is in the history, live; what nobody remembers is said to be missing", async ({
  astrolabe,
  ledger,
  context,
  page,
}) => {
  test.setTimeout(600_000);
  const outsider = await anOutsider(ledger);
  await become(page, astrolabe, newName("gail"));
  await page.goto(`${astrolabe.url}/transactions`);
  const address = await fundedAddress(page);
  await expect(rowsOf(page)).toHaveCount(1, SLOW);
  await offlineReady(page);
  await expect(rowsOf(page)).toHaveCount(1);

  await test.step("a payment that RPC has forgotten appears without a reload", async () => {
    await astrolabe.stop();
    await payUnseen(outsider, ledger, address, "22", RETAINED + 10);
    await astrolabe.start();
    await expect(rowsOf(page).filter({ hasText: "of 22" })).toHaveCount(1, SLOW);
    await expect(page.getByText(/are missing/)).toHaveCount(0);
  });

  const missing = rowsOf(page).filter({ hasText: /^Movements between .+ and .+ are missing/ });
  await test.step("what Horizon has forgotten as well is missing, and what it kept is there", async () => {
    await astrolabe.stop();
    await payUnseen(outsider, ledger, address, "33", KEPT + RETAINED);
    await payUnseen(outsider, ledger, address, "44", RETAINED + 10);
    await astrolabe.start();
    await expect(rowsOf(page).filter({ hasText: "of 44" })).toHaveCount(1, SLOW);
    await expect(missing).toHaveCount(1);
    await expect(rowsOf(page).filter({ hasText: "of 33" })).toHaveCount(0);
    expect(await balanceOf(page, astrolabe)).toBe(10_099);
    await inspectBothAsTheyAre(page, "a history of which something is missing");
  });

  await test.step("it is said offline, in the row's own sheet, and in a file", async () => {
    await context.setOffline(true);
    await page.reload();
    await missing.click();
    await expect(page.getByRole("dialog", { name: /^Movements between .+ are missing$/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const csv: Record<string, string>[] = parse(Buffer.from(await saved(page, /^CSV/)), { columns: true });
    const told = csv.filter(({ type }) => type === "missing");
    expect(told.map(({ event }) => event)).toEqual([
      expect.stringMatching(/^Movements between \d{4}-\d\d-\d\dT.+Z and \d{4}-\d\d-\d\dT.+Z are missing$/),
    ]);
  });
});
