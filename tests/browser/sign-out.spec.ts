import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, test } from "./astrolabe.ts";

async function keptDatabases(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await indexedDB.databases())
      .map((database) => database.name ?? "")
      .filter((name) => name.includes("astrolabe-user")),
  );
}

async function signOut(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /account|menu for|@example.org/i })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

test("signing out leaves nothing on the device", async ({ astrolabe, page }) => {
  await become(page, astrolabe, newName("fay"));
  await page.goto(`${astrolabe.url}/dashboard`);
  await fundedAddress(page);
  await expect.poll(async () => (await keptDatabases(page)).length).toBeGreaterThan(0);
  await signOut(page);
  await page.waitForURL(`${astrolabe.url}/`);
  // Said where one is led to, as well: the page before it is left half a second after.
  await expect(page.getByText("You have been logged out of your account.", { exact: true })).toBeVisible();
  expect(await keptDatabases(page)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("fay-");
  await page.goto(`${astrolabe.url}/dashboard`);
  await page.waitForURL("**/auth");
});

test("signing out without a connection wipes the device too, and ends the session once there is one", async ({
  astrolabe,
  page,
  context,
}) => {
  await become(page, astrolabe, newName("gil"));
  await page.goto(`${astrolabe.url}/dashboard`);
  await fundedAddress(page);
  await offlineReady(page);
  await context.setOffline(true);
  await signOut(page);
  await expect(
    page.getByText(
      "There was an issue during logout, but we've cleared your local session. Redirecting to home page.",
      {
        exact: true,
      },
    ),
  ).toBeVisible();
  await page.waitForURL(`${astrolabe.url}/`);
  expect(await keptDatabases(page)).toEqual([]);
  await context.setOffline(false);
  await page.goto(`${astrolabe.url}/dashboard`);
  await page.waitForURL("**/auth");
  // The page goes on before the server has heard of it.
  const isSignedIn = () => page.evaluate(async () => (await (await fetch("/api/auth-status")).json()).authenticated);
  await expect.poll(isSignedIn).toBe(false);
});
