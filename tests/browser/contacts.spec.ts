import { Keypair } from "@stellar/stellar-sdk";
import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, signIn, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

async function add(page: Page, name: string, address: string, memo = ""): Promise<void> {
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add contact" });
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Stellar address").fill(address);
  await sheet.getByLabel("Memo (optional)").fill(memo);
  await sheet.getByRole("button", { name: "Save contact" }).click();
  await expect(sheet).toBeHidden();
}

test("contacts are found, sorted, changed and deleted offline, end up so on other devices, and are paid from the list", async ({
  astrolabe,
  browser,
  context,
  page,
}) => {
  test.setTimeout(300_000);
  const name = newName("cora");
  await become(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/contacts`);
  await fundedAddress(page);
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  const address = Keypair.random().publicKey();
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add contact" });
  await adding.getByRole("button", { name: "Save contact" }).click();
  await expect(adding.getByLabel("Name")).toBeFocused();
  await adding.getByLabel("Name").fill("Broken");
  await adding.getByLabel("Stellar address").fill(`${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}`);
  await adding.getByRole("button", { name: "Save contact" }).click();
  await expect(adding.getByLabel("Stellar address")).toHaveAttribute("aria-invalid", "true");
  await inspectThemes(page, "a contact with a wrong address");
  await page.keyboard.press("Escape");
  await add(page, "Zoë", address, "rent");
  await add(page, "adam", Keypair.random().publicKey());
  await add(page, "Mia", Keypair.random().publicKey());
  await offlineReady(page);
  await expect(page.getByText("Live")).toBeVisible(SLOW);
  await context.setOffline(true);

  const rows = page.getByRole("list", { name: "Contacts" }).getByRole("listitem");
  const row = (text: string) => rows.filter({ hasText: text });
  await expect(rows).toHaveText([/adam/, /Mia/, /Zoë/]);
  await page.getByLabel("Sort contacts").selectOption({ label: "Last edited first" });
  await expect(rows).toHaveText([/Mia/, /adam/, /Zoë/]);
  const search = page.getByLabel("Search contacts");
  await search.fill("zoe");
  await expect(rows).toHaveText([/Zoë/]);
  await search.fill(address.slice(20, 30));
  await expect(rows).toHaveText([/Zoë/]);
  await search.fill("nobody at all");
  await expect(page.getByText("Nobody by that name")).toBeVisible();
  await search.fill("");

  await row("adam").getByRole("button", { name: "Edit adam" }).click();
  const editing = page.getByRole("dialog", { name: "Edit contact" });
  await editing.getByLabel("Name").fill("Adam the second");
  await editing.getByRole("button", { name: "Save contact" }).click();
  await expect(row("Adam the second")).toContainText("Waiting");
  await row("Mia").getByRole("button", { name: "Delete Mia" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete Mia?" });
  await deleting.getByRole("button", { name: "Keep" }).click();
  await row("Mia").getByRole("button", { name: "Delete Mia" }).click();
  await deleting.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(rows).toHaveText([/Adam the second/, /Zoë/]);

  // Paid from the list, with the memo that belongs to it.
  await row("Zoë").getByRole("link", { name: "Send to Zoë" }).click();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue(address);
  await expect(page.getByLabel("Memo (optional)")).toHaveValue("rent");
  await page.goBack();

  await context.setOffline(false);
  await expect(row("Adam the second")).not.toContainText("Waiting", SLOW);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, astrolabe, name);
  await other.goto(`${astrolabe.url}/contacts`);
  await expect(other.getByRole("list", { name: "Contacts" }).getByRole("listitem")).toHaveText(
    [/Adam the second/, /Zoë/],
    SLOW,
  );
});
