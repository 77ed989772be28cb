import { expect, newName, offlineReady, register, test } from "./astrolabe.ts";
import { inspectAsItIs, inspectThemes } from "./inspect.ts";
import { isTakenOver, listenForComplaints, markHeading } from "./take-over.ts";

const TITLE = "Know where your money stands. Even offline.";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the start page is read, and leads on", async ({ astrolabe, page }) => {
    await page.goto(astrolabe.url);
    await expect(page).toHaveTitle(/^Astrolabe · /);
    await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Take a bearing" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Create your account" })).toHaveAttribute("href", "/auth?tab=register");
  });
});

test("the app takes over the start page as it stands, without a word in the log", async ({ astrolabe, page }) => {
  await markHeading(page);
  const complaints = listenForComplaints(page);
  await page.goto(`${astrolabe.url}/?from=elsewhere`);
  await isTakenOver(page);
  await expect(page.locator("h1[data-first]")).toHaveText(TITLE);
  await inspectThemes(page, "the start page");

  await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
  await page.getByRole("link", { name: "Create your account" }).click();
  await expect(page.getByRole("tabpanel", { name: "Get Started" })).toBeVisible();
  await expect(page.locator("body[data-same-page]")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();

  // The same from the service worker, which needs no network for it.
  await offlineReady(page);
  await isTakenOver(page);
  await expect(page.locator("h1[data-first]")).toHaveText(TITLE);
  expect(complaints).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await isTakenOver(page);
  await expect(page.locator("h1[data-first]")).toHaveText(TITLE);
});

test("a light theme is there with the first words", async ({ astrolabe, page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("astrolabe.theme", "light");
  });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto(astrolabe.url);
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await inspectAsItIs(page, "the start page in light, before its scripts");
});

test("whom the device knows is led on, and sees no words for guests", async ({ astrolabe, page }) => {
  await register(page, astrolabe, newName("lena"));
  await offlineReady(page);
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const heading = document.querySelector("h1");
      if (location.pathname === "/" && heading !== null)
        sessionStorage.setItem("heading", getComputedStyle(heading).visibility);
    });
  });
  await page.goto(astrolabe.url);
  await page.waitForURL("**/dashboard");
  expect(await page.evaluate(() => sessionStorage.getItem("heading"))).toBe("hidden");
});
