import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./astrolabe.ts";
import { IS_SHORT } from "./windows.ts";

/** Names of axe's rules that do not hold for what is looked at. */
export type RulesOut = readonly string[];

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/**
 * The same in the dark theme, and in the light one in the other window: at a desk where the test runs on a phone, and on a
 * phone where it runs at a desk. The page is left dark and as wide as it was.
 */
export async function inspectBoth(page: Page, url: string): Promise<void> {
  // Colours on their way from one theme to the other have a contrast of their own.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, url);
  await inspectBothAsTheyAre(page, url);
}

/** The same of what is open already, without motion; `name` is what a failure calls it. */
export async function inspectBothAsTheyAre(page: Page, name: string, rulesOut: RulesOut = []): Promise<void> {
  await inspectAsItIs(page, name, rulesOut);
  await inspectInLight(page, name, rulesOut);
}

/** What is open already, without motion, in the light theme and the other window alone; it is left dark and as wide as it was. */
export async function inspectInLight(page: Page, name: string, rulesOut: RulesOut = []): Promise<void> {
  const own = page.viewportSize() ?? SIZES[0];
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  await untilStill(page);
  await page.setViewportSize(SIZES.find(({ width }) => width !== own.width) ?? own);
  await inspectAsItIs(page, `${name} in light, in the other window`, rulesOut);
  await page.evaluate(() => document.documentElement.classList.add("dark"));
  await page.setViewportSize(own);
}

/** Looks at what stands on the page now, an open sheet for one: axe finds nothing, and nothing scrolls sideways. `name` is what a failure calls it. */
export async function inspectAsItIs(page: Page, name: string, rulesOut: RulesOut = []): Promise<void> {
  await untilStill(page);
  // Without frames of other sites there is nothing to put together in a page of its own, which costs as much again.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .disableRules([...rulesOut]);
  const { violations } = await axe.analyze();
  // All that is wrong is told at once.
  expect
    .soft(
      violations.map(
        ({ id, nodes }) =>
          `${name}: ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary})`).join(", ")}`,
      ),
    )
    .toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** The same in the dark and in the light theme, in the short form in the dark one alone; the page is left dark. */
export async function inspectThemes(page: Page, name: string): Promise<void> {
  await inspectAsItIs(page, name);
  if (IS_SHORT) return;
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  await inspectAsItIs(page, `${name} in light`);
  await page.evaluate(() => document.documentElement.classList.add("dark"));
}

/** What is on its way from one colour or place to another has a contrast that nobody reads. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What a new theme or another window leads to begins with the frames after it.
    for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done));
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    // One that is taken away meanwhile is over, too.
    await Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
  });
}
