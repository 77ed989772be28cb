import type { Browser, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { EDITOR_EXAMPLE_PATH } from "#pwa/content-editor/sample-path.ts";
import { signInFirst } from "./an-operator.ts";
import { type Astrolabe, expect, newName, test } from "./astrolabe.ts";
import { aPage, Desk, goToEnd } from "./write-content.ts";

const SLOW = { timeout: 60_000 };
const FIRST_WORDS = "What was first.";

async function openExample(page: Page, { url }: Astrolabe): Promise<void> {
  await page.goto(`${url}${EDITOR_EXAMPLE_PATH}`);
  await expect(page.getByRole("region", { name: "Sections" })).toBeVisible(SLOW);
}

/** The parts that can be moved, as they stand. */
async function orderOf(page: Page): Promise<readonly string[]> {
  return page.locator("[data-moves]").evaluateAll((all) => all.map((each) => each.getAttribute("data-moves") ?? ""));
}

const partOf = (page: Page, id: string): Locator => page.locator(`[data-moves="${id}"]`).first();

/** By its handle, to a place within another part: as far down in it as `share` says. */
async function drag(page: Page, id: string, target: Locator, share: number): Promise<void> {
  const grip = partOf(page, id).locator("[title='Drag to move']");
  await grip.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  await grip.dragTo(target, { targetPosition: { x: 60, y: (box?.height ?? 0) * share }, steps: 12 });
}

interface Draft {
  readonly operator: Page;
  readonly desk: Desk;
  readonly key: string;
  readonly text: Locator;
}

/** An operator who has a page open, which is public and says its first words. */
async function writing(browser: Browser, page: Page, astrolabe: Astrolabe): Promise<Draft> {
  const viewport = page.viewportSize();
  const operator = await // What a worker passes on, nothing here can cut off.
  (
    await browser.newContext({ viewport, reducedMotion: "reduce", baseURL: astrolabe.url, serviceWorkers: "block" })
  ).newPage();
  await signInFirst(operator.request, astrolabe);
  const desk = new Desk(operator.request, astrolabe);
  const key = newName("ways").toLowerCase();
  await desk.publish(key, aPage(FIRST_WORDS));
  await operator.goto(`/admin-cms/pages?item=${key}`);
  const text = operator.getByRole("textbox", { name: "Text", exact: true });
  await expect(text).toContainText(FIRST_WORDS, SLOW);
  return { operator, desk, key, text };
}

async function type({ operator, text }: Draft, words: string): Promise<void> {
  await goToEnd(text);
  await operator.keyboard.type(words);
}

const isSaved = ({ operator }: Draft) =>
  expect(operator.locator("[data-saving=saved]")).toContainText("Saved at", SLOW);

async function more({ operator }: Draft, way: string): Promise<void> {
  await operator.getByRole("main").getByRole("button", { name: "More" }).click();
  await operator.getByRole("button", { name: way, exact: true }).click();
}

/** What everybody is answered: the status, and what it says. */
async function asPublic({ operator, key }: Draft): Promise<string> {
  const answer = await operator.request.get(`/api/content/page?page=${key}&language=en`);
  return `${answer.status()} ${answer.ok() ? await answer.text() : ""}`;
}

test("sections are dragged before and after each other by their handles, and taken back", async ({
  astrolabe,
  page,
}) => {
  await openExample(page, astrolabe);
  const before = await orderOf(page);
  const [first = "", second = ""] = before;
  await drag(page, second, page.locator(`[data-section="${first}"]`), 0.1);
  await expect.poll(async () => (await orderOf(page)).slice(0, 2)).toEqual([second, first]);
  await expect(page.locator("[data-said]")).toHaveText("Heading moved to place 1 of 11.");
  await drag(page, second, page.locator(`[data-section="${first}"]`), 0.9);
  await expect.poll(() => orderOf(page)).toEqual(before);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await orderOf(page)).toEqual(before);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveAttribute("aria-disabled", "true");
});

test("items of a menu are dragged among each other, and into each other", async ({ astrolabe, page }) => {
  await openExample(page, astrolabe);
  await page.getByRole("radio", { name: "Menu" }).check();
  await expect(page.locator("[data-moves]").first()).toBeVisible();
  const before = await orderOf(page);
  const last = before.at(-1) ?? "";
  const first = before[0] ?? "";
  await drag(page, last, partOf(page, first), 0.05);
  await expect.poll(async () => (await orderOf(page))[0]).toBe(last);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => orderOf(page)).toEqual(before);
  await drag(page, last, partOf(page, first), 0.5);
  await expect(page.locator("[data-said]")).toHaveText(/moved into Product/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => orderOf(page)).toEqual(before);
});

test("as many steps back are the beginning, and as many forth the end", async ({ astrolabe, page }) => {
  await openExample(page, astrolabe);
  const sections = page.getByRole("region", { name: "Sections" });
  const written = async () => [
    await orderOf(page),
    await sections.innerText(),
    await sections
      .locator("input, textarea, select")
      .evaluateAll((all) => all.map((each) => "value" in each && each.value)),
  ];
  const start = await written();
  const title = page.getByRole("textbox", { name: "Heading", exact: true }).first();
  await title.fill("Before you pay");
  const text = page.getByRole("textbox", { name: "Text", exact: true }).first();
  await goToEnd(text);
  await page.keyboard.type(" And more.");
  await page.getByRole("button", { name: /^Move down: Heading/ }).click();
  await page.getByRole("button", { name: /^Remove: Table/ }).click();
  await page.getByRole("button", { name: /^Remove: Steps/ }).click();
  const end = await written();
  const [undo, redo] = ["Undo", "Redo"].map((name) => page.getByRole("button", { name, exact: true }));
  if (undo === undefined || redo === undefined) throw new Error("there are no steps");
  const stepsOf = async (button: Locator) => {
    let steps = 0;
    for (; (await button.getAttribute("aria-disabled")) !== "true"; steps += 1) await button.click();
    return steps;
  };
  const steps = await stepsOf(undo);
  expect(steps).toBeGreaterThanOrEqual(5);
  expect(await written()).toEqual(start);
  expect(await stepsOf(redo)).toBe(steps);
  expect(await written()).toEqual(end);
});

test("a draft is published by itself at its moment, is not where that was called off, and never in the past", async ({
  astrolabe,
  browser,
  page,
}) => {
  const draft = await writing(browser, page, astrolabe);
  const { operator, desk, key } = draft;
  await type(draft, " And then.");
  await isSaved(draft);
  await more(draft, "Publish later");
  const sheet = operator.getByRole("dialog", { name: "Publish later" });
  await sheet.getByLabel("When").fill("2020-01-01T10:00");
  await sheet.getByLabel("Reason").fill("it is time");
  await sheet.getByRole("button", { name: "Publish then" }).click();
  await expect(sheet.getByLabel("When")).toHaveAttribute("aria-invalid", "true");
  const later = new Date(Date.now() + 200 * 24 * 60 * 60 * 1000);
  const year = String(later.getFullYear());
  const shown = new RegExp(`^Public from .*${year}`);
  await sheet.getByLabel("When").fill(`${later.toISOString().slice(0, 10)}T10:00`);
  await sheet.getByRole("button", { name: "Publish then" }).click();
  await expect(sheet).toBeHidden();
  await expect(operator.getByText(shown)).toBeVisible();
  await operator.getByRole("button", { name: "Back to the list" }).click();
  await expect(operator.getByRole("listitem").filter({ hasText: key })).toContainText(year);
  await operator.getByRole("listitem").filter({ hasText: key }).getByRole("button").click();
  await expect(operator.getByText(shown)).toBeVisible(SLOW);

  await more(draft, "Publish later");
  await sheet.getByLabel("Reason").fill("not yet");
  await sheet.getByRole("button", { name: "Do not publish it by itself" }).click();
  await expect(sheet).toBeHidden();
  await expect(operator.getByText(/^Public from/)).toHaveCount(0);
  expect(await asPublic(draft)).not.toContain("And then.");

  // At its moment it is what everybody reads.
  await desk.schedule(key, new Date(Date.now() + 1500));
  await expect.poll(() => asPublic(draft), SLOW).toContain("And then.");
  await operator.context().close();
});

test("a draft is thrown away and brought back, and what is public is taken from its readers", async ({
  astrolabe,
  browser,
  page,
}) => {
  const draft = await writing(browser, page, astrolabe);
  const { operator, text } = draft;
  await type(draft, " Not for long.");
  await isSaved(draft);
  await more(draft, "Throw the draft away");
  const away = operator.getByRole("dialog", { name: "Throw the draft away?" });
  await away.getByLabel("Reason").fill("a slip");
  await away.getByRole("button", { name: "Throw it away" }).click();
  await expect(away).toBeHidden();
  await expect(text).not.toContainText("Not for long.");
  await operator.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(text).toContainText("Not for long.");
  await isSaved(draft);
  expect(await asPublic(draft)).not.toContain("Not for long.");

  await more(draft, "Take it away from readers");
  const taken = operator.getByRole("dialog", { name: "Take it away from readers?" });
  await taken.getByLabel("Reason").fill("it is wrong");
  await taken.getByRole("button", { name: "Take it away" }).click();
  await expect(taken).toBeHidden();
  await expect(operator.getByText("Not public")).toBeVisible();
  expect(await asPublic(draft)).toMatch(/^404/);
  await expect(text).toContainText("Not for long.");
  await operator.context().close();
});

test("a picture is added only with what it shows, and only where it is one", async ({ astrolabe, browser, page }) => {
  const { operator, desk } = await writing(browser, page, astrolabe);
  await operator.goto("/admin-cms/media");
  await operator.getByRole("button", { name: "Add a picture" }).click();
  const sheet = operator.getByRole("dialog", { name: "Add a picture" });
  const shows = newName("A ship");
  const drawn = sharp({ create: { width: 300, height: 200, channels: 3, background: "#2a6f97" } });
  await sheet
    .getByLabel("Picture")
    .setInputFiles({ name: "ship.png", mimeType: "image/png", buffer: await drawn.png().toBuffer() });
  await sheet.getByRole("button", { name: "Add the picture" }).click();
  await expect(sheet.getByLabel("What it shows")).toHaveAttribute("aria-invalid", "true");
  await sheet.getByLabel("What it shows").fill(shows);
  await sheet.getByRole("button", { name: "Add the picture" }).click();
  await expect(sheet).toBeHidden();
  const card = operator.getByRole("listitem").filter({ has: operator.getByText(shows, { exact: true }) });
  await expect(card.getByRole("img", { name: shows })).toBeVisible();
  await expect(card).toContainText("300 × 200");
  expect(
    await card.getByRole("img").evaluate((each: HTMLImageElement) => each.decode().then(() => each.naturalWidth)),
  ).toBe(300);

  await operator.getByRole("button", { name: "Add a picture" }).click();
  await sheet
    .getByLabel("Picture")
    .setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
  await sheet.getByLabel("What it shows").fill("Nothing");
  await sheet.getByRole("button", { name: "Add the picture" }).click();
  await expect(sheet.locator("[role=alert],[aria-invalid=true]").first()).toBeVisible();
  await operator.keyboard.press("Escape");
  const [, mediaId = ""] =
    /media\/(?<id>[0-9a-f]{32})/.exec((await card.getByRole("img").getAttribute("src")) ?? "") ?? [];
  await desk.removePicture(mediaId);
  await operator.context().close();
});

test("a link shows a draft to whoever has it, for an hour, and to no search engine", async ({
  astrolabe,
  browser,
  page,
}) => {
  const draft = await writing(browser, page, astrolabe);
  await type(draft, " Still a draft.");
  await isSaved(draft);
  await more(draft, "A link to look at it");
  const sheet = draft.operator.getByRole("dialog", { name: "A link to look at it" });
  await expect(sheet.getByText(/^It is valid until \d/)).toBeVisible();
  const url = await sheet.getByText(/^http.*token=/).innerText();
  const stranger = await (await browser.newContext()).newPage();
  const answer = await stranger.goto(url);
  expect(answer?.headers()["x-robots-tag"]).toContain("noindex");
  await expect(stranger.getByText("Still a draft.")).toBeVisible(SLOW);
  await expect(stranger.getByText(/^This link shows it until \d/)).toBeVisible();
  await expect(stranger.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  expect(await stranger.context().cookies()).toEqual([]);
  await stranger.goto(url.slice(0, -4));
  await expect(stranger.getByRole("alert")).toBeVisible();
  await stranger.context().close();
  await draft.operator.context().close();
});

test("whoever leaves before their words are saved is asked, and loses none by staying", async ({
  astrolabe,
  browser,
  page,
}) => {
  const draft = await writing(browser, page, astrolabe);
  const { operator, text } = draft;
  const saving = /\/api\/admin\/content\/draft\b/;
  await operator.route(saving, (route) => route.abort());
  await type(draft, " Not lost.");
  await operator.getByRole("button", { name: "Back to the list" }).click();
  const leaving = operator.getByRole("dialog", { name: "Leave without saving?" });
  await expect(leaving).toBeVisible(SLOW);
  await leaving.getByRole("button", { name: "Stay here" }).click();
  await expect(leaving).toBeHidden();
  await expect(text).toContainText("Not lost.");
  await operator.unroute(saving);
  await isSaved(draft);
  await operator.getByRole("button", { name: "Back to the list" }).click();
  await expect(operator.getByRole("button", { name: "New page" })).toBeVisible();
  const { draft: kept } = await draft.desk.item("page", draft.key);
  expect(JSON.stringify(kept)).toContain("Not lost.");
  await operator.context().close();
});
