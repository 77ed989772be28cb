import { readFile } from "node:fs/promises";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { parse } from "csv-parse/sync";
import { anOutsider } from "#tests/support/outsider.ts";
import { become, expect, fundedAddress, newName } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";
import { test } from "./open-ledger.ts";

test("what strangers write beside a payment is shown as letters, with its hidden marks, wherever it stands", async ({
  astrolabe,
  ledger,
  page,
}) => {
  const [stranger] = await Promise.all([
    anOutsider(ledger),
    become(page, astrolabe, newName("olaf")).then(() => page.goto(`${astrolabe.url}/transactions`)),
  ]);
  const destination = await fundedAddress(page);
  const pays = (amount: string) => Operation.payment({ destination, asset: Asset.native(), amount });
  await stranger.applyWith("<img src=x onerror=alert(1)>", pays("1.25"));
  await stranger.applyWith("paid 77\u202E12 \u05E9\u05DC\u05D5\u05DD", pays("2.25"));
  await stranger.applyWith("=HYPERLINK(1)", pays("3.25"));

  const list = page.getByRole("list", { name: "Transactions" });
  const row = (amount: string) => list.getByRole("listitem").filter({ hasText: amount });
  await expect(row("3.25")).toContainText("=HYPERLINK(1)", { timeout: 60_000 });
  await expect(row("1.25")).toContainText("<img src=x onerror=alert(1)>");
  await expect(row("2.25").locator("bdi")).toContainText("U+202E");
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await row("2.25").getByRole("button").click();
  const sheet = page.getByRole("dialog", { name: "Received" });
  await expect(sheet.locator("bdi").filter({ hasText: "paid 77" })).toContainText("U+202E");
  await inspectThemes(page, "a hostile memo");
  await page.keyboard.press("Escape");

  // A table opened elsewhere calculates nothing.
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: /^CSV/ }).click(),
  ]);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { columns: true });
  const memos = rows.map(({ memo = "" }) => memo);
  expect(memos).toContain("<img src=x onerror=alert(1)>");
  for (const memo of memos) expect(memo).not.toMatch(/^[=+@-]/);
});
