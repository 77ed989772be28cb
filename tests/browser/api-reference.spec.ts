import type { Page } from "@playwright/test";
import { expect, newName, register, test } from "./astrolabe.ts";
import { inspectAsItIs, inspectThemes } from "./inspect.ts";

/** What was copied last. */
function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

const search = (page: Page) => page.getByRole("searchbox", { name: "Search the reference" });

test("a reader finds a call by typing, reads all of it and copies it", async ({ astrolabe, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${astrolabe.url}/api`);
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Wallet/ }).first()).toBeVisible();
  await inspectThemes(page, "the reference");

  // By keys alone: what is typed, and the first that fits.
  await search(page).focus();
  await page.keyboard.type("recipient-on-hold send");
  await expect(
    page.getByRole("navigation", { name: "Reference" }).getByRole("link", { name: /wallet\/send$/ }),
  ).toBeVisible();
  const link = page.getByRole("navigation", { name: "Reference" }).getByRole("link", { name: /wallet\/send$/ });
  for (let steps = 0; steps < 30; steps += 1) {
    if (await link.evaluate((each) => each === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/api#walletSend$/);
  const heading = page.getByRole("heading", { name: "/api/wallet/send" });
  await expect(heading).toBeFocused();
  await expect(page.getByText("recipient-on-hold")).toBeVisible();

  await page.getByRole("button", { name: "Copy the request" }).click();
  expect(await copied(page)).toContain(`'${astrolabe.url}/api/wallet/send'`);
  await page.getByRole("button", { name: "fetch", exact: true }).click();
  await expect(page.getByRole("region", { name: "The request as code" })).toContainText("await fetch(");
  await page.getByRole("button", { name: "Copy the link to this entry" }).click();
  expect(await copied(page)).toBe(`${astrolabe.url}/api#walletSend`);

  // What changes something cannot be tried.
  await expect(page.getByRole("heading", { name: "Try it" })).toHaveCount(0);
  await inspectThemes(page, "a call of the reference");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
});

test("a link leads to a call, which is tried with one's own session", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/api#walletHistory`);
  await expect(page.getByRole("heading", { name: "/api/wallet/history" })).toBeVisible();
  const send = page.getByRole("main").getByRole("button", { name: "Send", exact: true });
  await send.click();
  await expect(page.getByRole("alert")).toContainText("sign in");

  await register(page, astrolabe, newName("reader"));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${astrolabe.url}/api#walletHistory`);
  await send.click();
  await expect(page.getByRole("region", { name: "What the server answered" })).toContainText('"movements"');
  await page.getByLabel("before").fill("x/../../elsewhere");
  await send.click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(asked.filter((url) => new URL(url).origin !== astrolabe.url)).toEqual([]);
  await inspectAsItIs(page, "a call that was tried");
});

test("the socket is told, and a link that leads nowhere says so", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/api#socket-pull`);
  await expect(page.getByRole("heading", { name: "pull", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "The request as code" })).toContainText('emitWithAck("pull"');
  await page.goto(`${astrolabe.url}/api#row-contacts`);
  await expect(page.getByText("Written by devices")).toBeVisible();
  await page.goto(`${astrolabe.url}/api#noSuchCall`);
  await expect(page.getByText("There is no entry of that name.")).toBeVisible();
});

test("in Arabic the page runs from the right, its code from the left", async ({ astrolabe, page }) => {
  await page.addInitScript(() => localStorage.setItem("astrolabe.language", "ar"));
  await page.goto(`${astrolabe.url}/api#walletSend`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const code = page.getByText("curl -X POST").or(page.locator("pre")).first();
  await expect(code).toBeVisible();
  expect(await code.evaluate((each) => getComputedStyle(each).direction)).toBe("ltr");
  await inspectThemes(page, "a call of the reference in Arabic");
});
