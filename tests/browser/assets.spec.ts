import type { APIRequestContext } from "@playwright/test";
import { type Astrolabe, become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";
import { inspectThemes } from "./inspect.ts";

/** Somebody without a screen, whose account on the network issues assets. */
async function anIssuer(request: APIRequestContext, { url }: Astrolabe): Promise<string> {
  const username = newName("mint");
  const data = { username, email: `${username}@example.org`, password: PASSWORD };
  const registered = await request.post(`${url}/api/register`, { data });
  expect(registered.ok(), await registered.text()).toBe(true);
  await expect
    .poll(async () => (await (await request.get(`${url}/api/wallet`)).json()).balances.length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  return (await registered.json()).walletAddress;
}

test("an asset is added by its code, looked at offline, and removed again", async ({
  astrolabe,
  context,
  page,
  request,
}) => {
  const [issuer] = await Promise.all([
    anIssuer(request, astrolabe),
    become(page, astrolabe, newName("nia")).then(() => fundedAddress(page, astrolabe.url)),
  ]);

  await page.goto(`${astrolabe.url}/assets`);
  await expect(page.getByRole("link", { name: /XLM.*10,000/ })).toBeVisible();
  await page.getByRole("button", { name: "Add asset" }).click();
  const finding = page.getByRole("dialog", { name: "Add an asset" });
  await finding.getByRole("tab", { name: "Site" }).click();
  await finding.getByLabel("Site of the issuer").fill("127.0.0.1");
  await finding.getByRole("button", { name: "Look up" }).click();
  await expect(finding.getByRole("alert")).toHaveText("Enter a domain such as example.org.");
  await finding.getByRole("tab", { name: "Code" }).click();
  await finding.getByRole("button", { name: "Look up" }).click();
  await expect(finding.getByLabel("Issuer")).toHaveAccessibleDescription(/starts with G/);
  await finding.getByLabel("Asset code").fill("XIM");
  await finding.getByLabel("Issuer").fill(issuer);
  await finding.getByRole("button", { name: "Look up" }).click();
  const found = finding.getByRole("button", { name: /^XIM/ });
  await expect(found).toContainText("This is not XLM");
  await found.click();

  const adding = page.getByRole("dialog", { name: "Add XIM" });
  await expect(adding).toContainText("0.5");
  await inspectThemes(page, "adding an asset");
  await adding.getByRole("button", { name: "Confirm and add" }).click();
  await expect(adding.getByText(/^Added in ledger/)).toBeVisible({ timeout: 30_000 });
  await adding.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("link", { name: /XIM/ });
  await expect(row).toContainText("Not XLM");
  await row.click();
  await page.waitForURL("**/assets/XIM-*");
  // Also where the address is typed, and no worker answers it.
  const answer = await request.get(page.url(), { headers: { accept: "text/html" } });
  expect(answer.ok()).toBe(true);
  await expect(page.getByText("The issuer names no site")).toBeVisible();
  await inspectThemes(page, "an asset");

  await offlineReady(page);
  await expect(page.getByText("The issuer names no site")).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("The issuer names no site")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove", exact: true })).toBeDisabled();
  await expect(page.getByText("Removing an asset needs a connection")).toBeVisible();
  await context.setOffline(false);

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const removing = page.getByRole("dialog", { name: "Remove XIM" });
  await removing.getByRole("button", { name: "Confirm and remove" }).click();
  await expect(removing.getByText(/^Removed in ledger/)).toBeVisible({ timeout: 30_000 });
  await removing.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Add XIM" })).toBeVisible();
});
