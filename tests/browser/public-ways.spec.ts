import type { Browser, Page } from "@playwright/test";
import type { Content, MenuItem } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { signInFirst } from "./an-operator.ts";
import { type Astrolabe, expect, newName, offlineReady, test } from "./astrolabe.ts";
import { inspectBoth } from "./inspect.ts";
import { isTakenOver } from "./take-over.ts";
import { contentLoaded, Desk } from "./write-content.ts";

const LOOKED_AT = [
  "/documentation",
  "/documentation/fees",
  "/tutorials/first-payment",
  "/faq",
  "/help",
  "/blog",
  "/blog/paying-once",
  "/contact",
  "/privacy",
  "/ar/help",
];

test.beforeEach(({ astrolabe, request }) => contentLoaded(request, astrolabe));

/** As a browser asks for a page. */
function visit(page: Page, url: string) {
  return page.request.get(url, { headers: { accept: "text/html" } });
}

test("what was read is there without a connection, with its date", async ({ astrolabe, context, page }) => {
  await page.goto(`${astrolabe.url}/documentation/fees`);
  await isTakenOver(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
  await offlineReady(page);
  await context.setOffline(true);
  for (const [path, heading] of [
    ["/documentation/fees", "Fees and reserves"],
    ["/terms", "Terms"],
  ] as const) {
    await page.goto(`${astrolabe.url}${path}`);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.getByText(/^This is how the page was .+, as this device keeps it\.$/)).toBeVisible();
  }
  await context.setOffline(false);
});

async function anOperator(browser: Browser, astrolabe: Astrolabe): Promise<{ desk: Desk; close(): Promise<void> }> {
  const context = await browser.newContext({ baseURL: astrolabe.url });
  await signInFirst(context.request, astrolabe);
  return { desk: new Desk(context.request, astrolabe), close: () => context.close() };
}

function itemTo(url: string, label: string): MenuItem {
  const flags = { icon: null, isActive: true, isExternal: false, requiresAuth: false };
  return { id: "added", label: { en: label }, url, ...flags, items: [] };
}

test("a page and items of menus that an operator adds stand there for everybody, and go again", async ({
  astrolabe,
  browser,
  page,
}) => {
  const { desk, close } = await anOperator(browser, astrolabe);
  const key = newName("opening-hours").toLowerCase();
  const title = `Opening hours ${key}`;
  const sections = [{ id: "text", type: "text" as const, body: richText("We answer every day but on Sundays.") }];
  const words = { en: { title, description: "When we answer.", sections } };
  await desk.publish(key, { kind: "page", group: "page", order: 0, postedAt: null, words });
  const menus: readonly (readonly [string, Content])[] = await Promise.all(
    ["header", "footer-company"].map(
      async (menu) => [menu, (await desk.item("menu", menu)).published.content] as const,
    ),
  );
  // Read as somebody who runs no program; a guest at a desk, who has the header's links beside each other.
  const reader = await (
    await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
  ).newPage();
  try {
    for (const [menu, content] of menus)
      if (content.kind === "menu")
        await desk.publish(menu, { ...content, items: [...content.items, itemTo(`/${key}`, title)] });
    await reader.goto(`${astrolabe.url}/faq`);
    await expect(reader.getByRole("contentinfo").getByRole("link", { name: title })).toBeVisible();
    await reader.getByRole("banner").getByRole("link", { name: title }).click();
    await expect(reader.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(reader.getByText("We answer every day but on Sundays.")).toBeVisible();
    // The app has them, too.
    await page.goto(`${astrolabe.url}/terms`);
    await isTakenOver(page);
    await page.getByRole("contentinfo").getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const sitemap = await (await page.request.get(`${astrolabe.url}/sitemap.xml`)).text();
    expect(sitemap).toContain(`<loc>${astrolabe.url}/${key}</loc><lastmod>20`);
    expect(sitemap).toContain(`<loc>${astrolabe.url}/ar/documentation/fees</loc>`);
  } finally {
    for (const [menu, content] of menus) await desk.publish(menu, content);
    await desk.unpublish("page", key);
    await close();
  }
  expect((await visit(page, `${astrolabe.url}/${key}`)).status()).toBe(404);
  await reader.goto(`${astrolabe.url}/faq`);
  await expect(reader.getByRole("link", { name: title })).toHaveCount(0);
  await reader.context().close();
});

test("public pages are sound in both themes and both windows", async ({ astrolabe, page }) => {
  test.setTimeout(300_000);
  for (const path of LOOKED_AT) await inspectBoth(page, `${astrolabe.url}${path}`);
});
