import type { Browser, Page } from "@playwright/test";
import { becomeOperator, signInFirst } from "./an-operator.ts";
import { ADMIN, type Astrolabe, expect, newName, test } from "./astrolabe.ts";
import { inspectBothAsTheyAre } from "./inspect.ts";
import { IS_SHORT } from "./windows.ts";
import { goToEnd } from "./write-content.ts";

async function anOperator(browser: Browser, page: Page, astrolabe: Astrolabe): Promise<Page> {
  const operator = await (
    await browser.newContext({ viewport: page.viewportSize(), reducedMotion: "reduce", baseURL: astrolabe.url })
  ).newPage();
  await signInFirst(operator.request, astrolabe);
  return operator;
}

const slug = () =>
  newName("page")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "-");

/** Begins a page by the keyboard alone, and leaves its editor open. */
async function beginPage(page: Page, key: string, title: string): Promise<void> {
  await page.goto("/admin-cms/pages");
  await page.getByRole("button", { name: "New page" }).press("Enter");
  const sheet = page.getByRole("dialog", { name: "New page" });
  await sheet.getByLabel("Title in English").focus();
  await page.keyboard.type(title);
  await sheet.getByLabel("Address, without the first slash").focus();
  await page.keyboard.type(key);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(title);
}

async function addText(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: "Add a section", exact: true }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Text", exact: true }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  const text = page.getByRole("textbox", { name: "Text", exact: true }).last();
  await expect(text).toBeFocused();
  await page.keyboard.type(words);
}

/** A page that is drafted and saved, open in its editor; answers with its address. */
async function draftPage(page: Page, title: string, words: string): Promise<string> {
  const key = slug();
  await beginPage(page, key, title);
  await addText(page, words);
  await isSaved(page);
  return key;
}

const isSaved = (page: Page) => expect(page.locator("[data-saving=saved]")).toContainText("Saved at");

async function publish(page: Page, reason: string): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const sheet = page.getByRole("dialog", { name: "Publish it?" });
  await sheet.getByLabel("Reason").fill(reason);
  await page.keyboard.press("Tab");
  await sheet.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await expect(sheet).toBeHidden();
}

async function publicText(page: Page, key: string): Promise<string> {
  const answer = await page.request.get(`/api/content/page?page=${encodeURIComponent(key)}&language=en`);
  return answer.ok() ? await answer.text() : "";
}

test("an operator writes a page by the keyboard alone, publishes it, and goes back to what it was", async ({
  astrolabe,
  browser,
  page,
}) => {
  const operator = await anOperator(browser, page, astrolabe);
  const key = await draftPage(operator, "Opening hours", "We answer every day.");
  expect(await publicText(operator, key)).toBe("");
  await publish(operator, "people ask for it");
  expect(await publicText(operator, key)).toContain("We answer every day.");

  await goToEnd(operator.getByRole("textbox", { name: "Text", exact: true }).last());
  await operator.keyboard.type(" But on Sundays.");
  await isSaved(operator);
  expect(await publicText(operator, key)).not.toContain("Sundays");
  await publish(operator, "Sundays are off");
  expect(await publicText(operator, key)).toContain("But on Sundays.");

  await operator.getByRole("main").getByRole("button", { name: "More" }).press("Enter");
  await operator.getByRole("button", { name: "History" }).press("Enter");
  const history = operator.getByRole("dialog", { name: "History" });
  await expect(history.getByText("Sundays are off")).toBeVisible();
  await history.getByLabel("Compare", { exact: true }).selectOption("1");
  await expect(history.locator("ins")).toContainText("Sundays");
  await history.getByRole("button", { name: "Go back to version 1" }).press("Enter");
  const back = operator.getByRole("dialog", { name: "Go back to version 1?" });
  await back.getByLabel("Reason").fill("they are open after all");
  await back.getByRole("button", { name: "Go back to it" }).press("Enter");
  await expect(back).toBeHidden();
  await expect(history).toBeHidden();
  await expect(operator.getByRole("textbox", { name: "Text", exact: true }).last()).not.toContainText("Sundays");
  // It is a draft: readers see what was published.
  expect(await publicText(operator, key)).toContain("But on Sundays.");
  await inspectBothAsTheyAre(operator, "a page in the editor");
  await operator.goto("/admin-cms/pages");
  await expect(operator.getByText("Opening hours")).toBeVisible();
  await inspectBothAsTheyAre(operator, "the list of pages");
});

if (!IS_SHORT)
  test("a link that leads nowhere is refused by name, at its field", async ({ astrolabe, browser, page }) => {
    const operator = await anOperator(browser, page, astrolabe);
    const key = slug();
    await beginPage(operator, key, "Where to go");
    await operator.getByRole("button", { name: "Add a section", exact: true }).click();
    await operator.getByRole("dialog").getByRole("button", { name: "Call to action" }).click();
    const section = operator.locator("[data-section]").last();
    await section.getByLabel("Title").fill("Look");
    await section.getByLabel("Words of the link").fill("Here");
    await section.getByLabel("Where it leads").fill("/no-such-page-at-all");
    await isSaved(operator);
    await operator.getByRole("button", { name: "Publish", exact: true }).click();
    const sheet = operator.getByRole("dialog", { name: "Publish it?" });
    await sheet.getByLabel("Reason").fill("new");
    await sheet.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(sheet.getByText(/no-such-page-at-all leads nowhere/)).toBeVisible();
    await operator.keyboard.press("Escape");
    await expect(section.getByText(/no-such-page-at-all leads nowhere/)).toBeVisible();
    expect(await publicText(operator, key)).toBe("");
  });

if (!IS_SHORT)
  test("of two who write the second reads along, takes over, and the first loses nothing", async ({
    astrolabe,
    browser,
    page,
  }) => {
    const first = await anOperator(browser, page, astrolabe);
    const second = await (
      await browser.newContext({ viewport: page.viewportSize(), baseURL: astrolabe.url })
    ).newPage();
    await becomeOperator(second, first.request, astrolabe, ["editor"]);
    const key = await draftPage(first, "Two of us", "Mine.");

    await second.goto(`/admin-cms/pages?item=${key}`);
    await expect(second.getByText(`${ADMIN.username} is writing here`)).toBeVisible();
    await expect(second.getByRole("textbox", { name: "Title", exact: true })).toHaveAttribute("readonly", "");
    await second.getByRole("button", { name: "Take over" }).click();
    const title = second.getByRole("textbox", { name: "Title", exact: true });
    await expect(title).not.toHaveAttribute("readonly", "");
    await title.fill("Two of them");
    await isSaved(second);

    await goToEnd(first.getByRole("textbox", { name: "Text", exact: true }).last());
    await first.keyboard.type(" And more of mine.");
    await expect(first.locator("[data-saving=stopped]")).toBeVisible();
    await first.getByRole("button", { name: "Compare with theirs" }).click();
    const compared = first.getByRole("dialog", { name: "Theirs and yours" });
    await expect(compared.locator("ins").filter({ hasText: "And more of mine." })).toBeVisible();
    await first.keyboard.press("Escape");
    await first.getByRole("button", { name: "Go on with theirs" }).click();
    await expect(first.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Two of them");
    await first.getByRole("button", { name: "Undo" }).click();
    await expect(first.getByRole("textbox", { name: "Text", exact: true }).last()).toContainText("And more of mine.");
    await isSaved(first);
  });

if (!IS_SHORT)
  test("what was published from another tab meanwhile stops a stale one, and what was typed there goes on", async ({
    astrolabe,
    browser,
    page,
  }) => {
    const operator = await anOperator(browser, page, astrolabe);
    const key = await draftPage(operator, "Stale", "One.");
    const other = await operator.context().newPage();
    await other.goto(`/admin-cms/pages?item=${key}`);
    await publish(other, "ready");

    await goToEnd(operator.getByRole("textbox", { name: "Text", exact: true }).last());
    await operator.keyboard.type(" Two.");
    await expect(operator.getByText(/Somebody published this while you were writing/)).toBeVisible();
    expect(await publicText(operator, key)).not.toContain("Two.");
    await operator.getByRole("button", { name: "Go on with mine" }).click();
    await isSaved(operator);
    await publish(operator, "more to say");
    expect(await publicText(operator, key)).toContain("One. Two.");
  });
