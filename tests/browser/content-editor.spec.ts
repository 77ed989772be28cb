import type { Page } from "@playwright/test";
import { type Astrolabe, expect, test } from "./astrolabe.ts";
import { inspectBothAsTheyAre } from "./inspect.ts";
import { IS_SHORT } from "./windows.ts";
import { goToEnd } from "./write-content.ts";
import { EDITOR_EXAMPLE_PATH } from "#pwa/content-editor/sample-path.ts";

async function openExample(page: Page, { url }: Astrolabe): Promise<void> {
  await page.goto(`${url}${EDITOR_EXAMPLE_PATH}`);
  // Its file is the largest there is.
  await expect(page.getByRole("region", { name: "Sections" })).toBeVisible({ timeout: 60_000 });
}

/** The kinds of the sections, as they stand. */
async function kinds(page: Page): Promise<readonly string[]> {
  return page
    .locator("[data-section]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-section") ?? ""));
}

test("a guest writes in the example by the keyboard alone: types, moves, takes back, adds and looks at it", async ({
  astrolabe,
  page,
}) => {
  await openExample(page, astrolabe);
  const text = page.getByRole("textbox", { name: "Text", exact: true }).first();
  await goToEnd(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("And then ");
  await expect(text).toContainText("And then");
  await page.keyboard.press("Control+b");
  await expect(page.getByRole("button", { name: "Bold", exact: true }).first()).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.type("this");
  await expect(text).toContainText("And then this");
  await expect(text.locator("strong").last()).toHaveText("this");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(text).not.toContainText("And then");
  await page.keyboard.press("Control+Shift+z");
  await expect(text).toContainText("And then");

  const before = await kinds(page);
  const down = page.getByRole("button", { name: "Move down: Heading: Before you send" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-said]")).toHaveText("Heading moved to place 3 of 11.");
  await expect(down).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.locator("[data-said]")).toHaveText("Heading moved to place 2 of 11.");
  expect(await kinds(page)).toEqual(before);

  await page.getByRole("button", { name: "Remove: Heading: Before you send" }).press("Enter");
  await expect.poll(async () => (await kinds(page)).length).toBe(before.length - 1);
  // Where it went with what was removed, no key would be heard.
  expect(await page.locator("[data-moves]:focus-within").count()).toBe(1);
  await page.keyboard.press("Control+z");
  await expect.poll(() => kinds(page)).toEqual(before);

  await page.getByRole("button", { name: "Add a section", exact: true }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Heading" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Not saved: something is missing or wrong.")).toBeVisible();
  await page.getByRole("button", { name: "Go to what is missing or wrong" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Heading", exact: true }).last()).toBeFocused();
  await page.keyboard.type("At the end");
  await expect(page.getByText("An example: nothing is kept.")).toBeVisible();

  await page.getByRole("radio", { name: "Preview" }).press("Space");
  const shown = page.frameLocator('iframe[title="Preview"]');
  await expect(shown.getByRole("heading", { name: "At the end" })).toBeVisible();
});

test("what is pasted keeps what a text may have, and nothing else", async ({ astrolabe, page }) => {
  await openExample(page, astrolabe);
  const text = page.getByRole("textbox", { name: "Text", exact: true }).first();
  await goToEnd(text);
  await text.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      "text/html",
      '<p style="color:red" onclick="x()">Pasted <b>words</b> <a href="javascript:alert(1)">led</a> <a href="https://example.org/a" target="x">out</a><img src="x" onerror="y()"><script>z()</script></p><h1>Big</h1>',
    );
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(text).toContainText("Pasted words led out");
  await expect(text.locator("a[href='https://example.org/a']")).toHaveText("out");
  expect(await text.locator("[style],[onclick],[target],img,script,h1,a[href^='javascript']").count()).toBe(0);
});

if (!IS_SHORT)
  test("a language that is not written says so, is begun from English, and Arabic is written from right to left", async ({
    astrolabe,
    page,
  }) => {
    await openExample(page, astrolabe);
    await page.getByRole("radio", { name: /العربية/ }).check();
    await expect(page.getByText("This is not written in العربية: readers see English.")).toBeVisible();
    await page.getByRole("button", { name: "Copy from English" }).click();
    const title = page.getByRole("textbox", { name: "Title", exact: true }).first();
    await expect(title).toHaveValue("Sending your first payment");
    expect(await title.evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
    const text = page.getByRole("textbox", { name: "Text", exact: true }).first();
    expect(await text.evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
    expect(await page.evaluate(() => document.documentElement.dir)).not.toBe("rtl");
  });

if (!IS_SHORT)
  test("items of a menu are moved in, out, up and down, and never deeper than menus go", async ({
    astrolabe,
    page,
  }) => {
    await openExample(page, astrolabe);
    await page.getByRole("radio", { name: "Menu" }).check();
    await page.getByRole("button", { name: "Move in: Help" }).press("Enter");
    await expect(page.locator("[data-said]")).toHaveText("Help moved into Product, to place 3 of 3.");
    await expect(page.getByRole("button", { name: "Move in: Help" })).toBeFocused();
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(page.locator("[data-said]")).toHaveText("Help moved to place 2 of 3.");
    await expect(page.getByRole("button", { name: "Move out: Help" })).toHaveAttribute("aria-disabled", "true");
  });

if (!IS_SHORT)
  test("the example is sound in both themes and both windows", async ({ astrolabe, page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openExample(page, astrolabe);
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    await inspectBothAsTheyAre(page, "the example page");
    for (const kind of ["Block", "Menu"]) {
      await page.getByRole("radio", { name: kind }).check();
      await inspectBothAsTheyAre(page, `the example ${kind}`);
    }
  });
