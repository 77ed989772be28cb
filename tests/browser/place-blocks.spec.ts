import type { APIRequestContext, Page } from "@playwright/test";
import type { BlockPlace } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { signInFirst } from "./an-operator.ts";
import { type Astrolabe, expect, newName, offlineReady, register, test } from "./astrolabe.ts";

/** Far below what a device asks by itself: it was told. */
const TOLD_MS = 8000;
const CONTENT = "/api/admin/content";

/** Publishes an announcement as the first operator, in the place of what it said before. */
async function announce(
  request: APIRequestContext,
  { url }: Astrolabe,
  { key, place, title }: { readonly key: string; readonly place: BlockPlace; readonly title: string },
): Promise<void> {
  const which = { kind: "block", key };
  const words = { en: { title, body: richText(`${title}, in more words.`), link: null, alt: "" } };
  const looks = { blockType: "announcement", displayOrder: 0, isActive: true, icon: "bell", mediaId: null };
  const content = { kind: "block", place, ...looks, from: null, until: null, words };
  const item = await (await request.get(`${url}${CONTENT}/item`, { params: which })).json();
  const from = { revision: item.draft?.revision ?? 0, baseVersion: item.published?.version ?? 0 };
  const saved = await request.put(`${url}${CONTENT}/draft`, { data: { ...which, ...from, content } });
  expect(saved.ok(), await saved.text()).toBe(true);
  const { revision } = await saved.json();
  const published = await request.post(`${url}${CONTENT}/publish`, { data: { ...which, revision, reason: "news" } });
  expect(published.ok(), await published.text()).toBe(true);
}

/** How much moved on the page by itself since it was loaded. */
function shifted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const moved = list.getEntries().map((entry) => ("value" in entry ? Number(entry.value) : 0));
          resolve(moved.reduce((sum, each) => sum + each, 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 1000);
      }),
  );
}

test("what operators announce is on the dashboard at once, put away for good, and there without a connection", async ({
  astrolabe,
  browser,
  page,
}) => {
  const operator = await (await browser.newContext()).newPage();
  await signInFirst(operator.request, astrolabe);
  const [key, title] = [newName("news").toLowerCase(), "New rates tonight"];
  await register(page, astrolabe, newName("reader"));
  await expect(page.locator("[data-sync-state=live]").first()).toBeVisible();
  await announce(operator.request, astrolabe, { key, place: "dashboard", title });
  const shown = page.getByRole("heading", { name: title, exact: true });
  await expect(shown).toBeVisible({ timeout: TOLD_MS });
  await offlineReady(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(shown).toBeVisible();
  await page.getByRole("button", { name: `Put away: ${title}` }).click();
  await expect(shown).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(shown).toBeHidden();
  await page.context().setOffline(false);
  await announce(operator.request, astrolabe, { key, place: "dashboard", title: "Newer rates" });
  await expect(page.getByRole("heading", { name: "Newer rates" })).toBeVisible();
});

test("an announcement on the sign-in screen moves nothing, and is put away there", async ({
  astrolabe,
  browser,
  page,
}) => {
  const operator = await (await browser.newContext()).newPage();
  await signInFirst(operator.request, astrolabe);
  const title = "Closed on Sunday";
  await announce(operator.request, astrolabe, { key: newName("closed").toLowerCase(), place: "auth", title });
  const shown = page.getByRole("heading", { name: title });
  const form = page.getByRole("tabpanel", { name: "Sign In" });
  await page.goto(`${astrolabe.url}/auth`);
  await expect(shown).toBeVisible();
  expect(await shifted(page)).toBeLessThan(0.02);
  await page.reload();
  await expect(shown).toBeVisible();
  expect((await shown.boundingBox())?.y).toBeLessThan((await form.boundingBox())?.y ?? 0);
  expect(await shifted(page)).toBeLessThan(0.02);
  await page.getByRole("button", { name: `Put away: ${title}` }).press("Enter");
  await expect(shown).toBeHidden();
  await page.reload();
  await expect(form).toBeVisible();
  await expect(shown).toBeHidden();
});
