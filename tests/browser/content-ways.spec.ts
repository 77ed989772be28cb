import type { Locator, Page } from "@playwright/test";
import { EDITOR_EXAMPLE_PATH } from "#pwa/content-editor/sample-path.ts";
import { type Astrolabe, expect, test } from "./astrolabe.ts";

const SLOW = { timeout: 60_000 };

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
  await text.focus();
  await page.keyboard.press("Control+End");
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
