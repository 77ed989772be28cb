import type { Locator, Page } from "@playwright/test";
import { expect, newName, offlineReady, register, signIn, test } from "./astrolabe.ts";

/** For what takes a second on a quiet machine. */
const SLOW = { timeout: 60_000 };

/** The languages whose sentences were asked for from now on. */
function listenForLanguages(page: Page): Set<string> {
  const languages = new Set<string>();
  page.on("request", (request) => {
    const language = /\/assets\/[\w.-]+\.(\w+)-\w+\.json$/.exec(request.url())?.[1];
    if (language !== undefined) languages.add(language);
  });
  return languages;
}

/** What the page is in before any script of the app runs, as the page itself notes it. */
async function noteFirst(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const { lang, dir } = document.documentElement;
      document.documentElement.dataset["first"] = `${lang} ${dir}`;
    });
  });
}

/** The switch of people who are not signed in, in the header where there is room for it. */
function switchOf(page: Page): Locator {
  const hasRoom = (page.viewportSize()?.width ?? 0) >= 1024;
  return page.getByRole(hasRoom ? "banner" : "contentinfo").getByRole("combobox");
}

async function isKept(page: Page, language: string): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () =>
          (await (await caches.open("astrolabe-sentences")).keys()).map(({ url }) => url).join(" "),
        ),
      SLOW,
    )
    .toContain(`/assets/whole.${language}-`);
}

test.describe("whose browser reads Spanish", () => {
  test.use({ locale: "es-MX" });

  test("is led to Spanish at once, turns the page to Arabic, and keeps it without a connection", async ({
    astrolabe,
    page,
  }) => {
    const languages = listenForLanguages(page);
    await noteFirst(page);
    await page.goto(astrolabe.url);
    const root = page.locator("html");
    await expect(root).toHaveAttribute("data-first", "es ltr");
    await expect(page).toHaveURL(`${astrolabe.url}/es`);
    await expect(page.locator("link[rel=alternate][hreflang=x-default]")).toHaveAttribute("href", `${astrolabe.url}/`);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${astrolabe.url}/es`);
    await isKept(page, "es");
    expect([...languages]).toEqual(["es"]);

    await page.evaluate(() => document.body.setAttribute("data-same-page", ""));
    await page.locator("a[href='/es/about']").filter({ visible: true }).first().click();
    await expect(page).toHaveURL(`${astrolabe.url}/es/about`);
    await expect(switchOf(page)).toHaveValue("es");
    await switchOf(page).selectOption({ label: "العربية" });
    await expect(root).toHaveAttribute("dir", "rtl");
    await expect(root).toHaveAttribute("lang", "ar");
    await expect(page).toHaveURL(`${astrolabe.url}/ar/about`);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${astrolabe.url}/ar/about`);
    await page.goBack();
    await expect(page).toHaveURL(`${astrolabe.url}/ar`);
    await expect(page.locator("body[data-same-page]")).toBeAttached();
    await isKept(page, "ar");
    expect([...languages]).toEqual(["es", "ar"]);

    // Chosen here, it leads from wherever no language is named.
    await page.goto(`${astrolabe.url}/about?from=mail#team`);
    await expect(page).toHaveURL(`${astrolabe.url}/ar/about?from=mail#team`);
    await offlineReady(page);
    await expect(root).toHaveAttribute("data-first", "ar rtl");
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(root).toHaveAttribute("data-first", "ar rtl");
    await expect(page).toHaveURL(`${astrolabe.url}/ar/about?from=mail#team`);
    await page.goto(astrolabe.url);
    await expect(page).toHaveURL(`${astrolabe.url}/ar`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.locator("a[href='/ar/auth?tab=register']").filter({ visible: true }).first().click();
    await expect(page).toHaveURL(`${astrolabe.url}/ar/auth?tab=register`);
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await expect(root).toHaveAttribute("dir", "rtl");
    // What another version of the app left is not shown, and what is not kept cannot be chosen now.
    await switchOf(page).selectOption("fr");
    await expect(page.locator("li[data-state=open]")).toBeVisible();
    await expect(root).toHaveAttribute("lang", "ar");
    await expect(switchOf(page)).toHaveValue("ar");
  });
});

test.describe("whose browser reads Spanish, and who opens a page in French", () => {
  test.use({ locale: "es-ES" });

  test("has Spanish without a connection, and what is chosen instead as soon as it is kept", async ({
    astrolabe,
    page,
  }) => {
    const root = page.locator("html");
    await page.goto(astrolabe.url);
    await isKept(page, "es");
    await page.goto(`${astrolabe.url}/fr/help`);
    await expect(root).toHaveAttribute("lang", "fr");
    await offlineReady(page);
    await page.waitForLoadState("networkidle");
    await isKept(page, "es");
    await page.context().setOffline(true);
    await page.goto(`${astrolabe.url}/auth`);
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await expect(root).toHaveAttribute("lang", "es");

    await page.context().setOffline(false);
    await page.goto(astrolabe.url);
    await switchOf(page).selectOption("ar");
    await isKept(page, "ar");
    await page.context().setOffline(true);
    // A screen that was not opened in this language yet.
    await page.locator("a[href='/ar/auth?tab=register']").filter({ visible: true }).first().click();
    await expect(page.getByRole("tabpanel")).toBeVisible();
    await expect(root).toHaveAttribute("dir", "rtl");
  });
});

test("a language that nobody knows is English, in the address and on the device", async ({ astrolabe, page }) => {
  await page.addInitScript(() => localStorage.setItem("astrolabe.language", "tlh"));
  const root = page.locator("html");
  await page.goto(astrolabe.url);
  await expect(root).toHaveAttribute("lang", "en");
  await expect(switchOf(page)).toHaveValue("en");
  await expect(page).toHaveURL(`${astrolabe.url}/`);
  for (const path of ["/tlh/about", "/es/dashboard", "/en"]) {
    expect((await page.goto(`${astrolabe.url}${path}`))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto(`${astrolabe.url}/fr/help`);
  await expect(root).toHaveAttribute("lang", "fr");
  await expect(page).toHaveURL(`${astrolabe.url}/fr/help`);
});

test("a form complains in the language that is shown, with no answer of the server's", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/es/auth?tab=register`);
  const form = page.getByRole("tabpanel").locator("form");
  const submit = form.locator("button[type=submit]");
  await expect(submit).toBeVisible();
  await page.context().setOffline(true);
  await submit.click();
  await expect(form).toContainText(/correo electrónico válid/);
  await expect(form).not.toContainText("said.");
});

test("a device that was told so shows every sentence longer, with accents", async ({ astrolabe, page }) => {
  await page.goto(`${astrolabe.url}/about`);
  const sentence = page.getByRole("contentinfo").getByRole("paragraph").last();
  const english = (await sentence.textContent()) ?? "";
  expect(english).toMatch(/^[ -~]+$/);
  await page.evaluate(() => localStorage.setItem("astrolabe.language", "pseudo"));
  await page.reload();
  await expect(sentence).not.toHaveText(english);
  const longer = (await sentence.textContent()) ?? "";
  expect(longer.length).toBeGreaterThanOrEqual(Math.floor(english.length * 1.35));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the language of an account comes to where its owner signs in, and to their other devices", async ({
  astrolabe,
  browser,
  page,
}) => {
  const name = newName("lang");
  await register(page, astrolabe, name);
  await page.goto(`${astrolabe.url}/settings`);
  const root = page.locator("html");
  const field = page.getByRole("combobox", { name: "Language" });
  await field.selectOption({ label: "Français" });
  await expect(root).toHaveAttribute("lang", "fr");
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible(SLOW);
  await expect(page).toHaveURL(`${astrolabe.url}/settings`);

  const other = await (await browser.newContext()).newPage();
  try {
    await signIn(other, astrolabe, name);
    await expect(other.locator("html")).toHaveAttribute("lang", "fr", SLOW);
    await other.goto(`${astrolabe.url}/settings`);
    await expect(other.locator("html")).toHaveAttribute("lang", "fr");
    await other.locator("[aria-labelledby=settings-language] select").selectOption("ar");
    await expect(other.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(root).toHaveAttribute("lang", "ar", SLOW);
  } finally {
    await other.context().close();
  }
});
