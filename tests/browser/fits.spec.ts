import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, test as withoutMarket } from "./astrolabe.ts";
import { test as withMarket, untilLive } from "./demo-market.ts";
import { faultsOf, watchShifts } from "./fit.ts";
import { PAGES, SCREENS } from "./routes.ts";
import { IS_SHORT } from "./windows.ts";

// Books full of numbers where all of it is looked at: a market takes its time to be made.
const test = IS_SHORT ? withoutMarket : withMarket;

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const WALKED = IS_SHORT ? SIZES.filter(({ width }) => width !== 390) : SIZES;
const BUSIEST = ["/dashboard", "/assets", "/assets/XLM", "/wallet-diagnostic", "/old-dashboard"];

async function walk(page: Page, url: string, paths: readonly string[]): Promise<void> {
  await watchShifts(page);
  for (const size of WALKED) {
    await page.setViewportSize(size);
    for (const path of paths)
      expect.soft(await faultsOf(page, `${url}${path}`), `${path} at ${size.width} px`).toEqual([]);
  }
}

test("no screen moves its parts while it opens, nor cuts a text", async ({ astrolabe, page }) => {
  test.setTimeout(1_200_000);
  await become(page, astrolabe, newName("ferdinanda"));
  await fundedAddress(page, astrolabe.url);
  if (!IS_SHORT) await untilLive(page);
  // What a device knows from its last visit is what most people see; the first visit comes before.
  await page.goto(`${astrolabe.url}/dashboard`);
  await page.waitForLoadState("networkidle");
  await walk(page, astrolabe.url, IS_SHORT ? BUSIEST : SCREENS);
});

if (!IS_SHORT)
  test("no page moves its parts while it opens, nor cuts a text", async ({ astrolabe, page }) => {
    test.setTimeout(1_200_000);
    await walk(page, astrolabe.url, PAGES);
  });

test("bars leave a low window to the content, a message covers neither, and nothing turns where no motion is wanted", async ({
  astrolabe,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await noteMotion(page);
  await become(page, astrolabe, newName("ferdinando"));
  await fundedAddress(page, astrolabe.url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${astrolabe.url}/wallet-diagnostic`);
  const header = page.getByRole("banner").first();
  const bar = page.getByRole("navigation", { name: "Places" });
  await page.getByRole("button", { name: "Copy the report" }).click();
  const message = page.getByRole("region", { name: /^Notifications/ }).locator("li");
  await expect(message).toBeVisible();
  const [box, above, below] = [await boxOf(message), await boxOf(header), await boxOf(bar)];
  expect(box.top, "the message begins below the header").toBeGreaterThanOrEqual(above.bottom);
  expect(box.bottom, "the message ends above the bar").toBeLessThanOrEqual(below.top);
  expect(await page.evaluate(() => window.fitMotion), "what moved").toEqual([]);

  // 1440 by 900 at 400 %.
  await page.setViewportSize({ width: 360, height: 225 });
  await page.evaluate(() => scrollTo(0, 300));
  await expect(header).not.toBeInViewport();
  await expect(bar).not.toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(bar).toBeInViewport();
});

declare global {
  interface Window {
    /** Names of what moved otherwise than by its opacity. */
    fitMotion?: string[];
  }
}

/** Has each page that opens from now on note what is animated otherwise than by its opacity, for longer than nobody sees. */
async function noteMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    const own = new Set(["offset", "computedOffset", "easing", "composite", "opacity"]);
    const look = (): void => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect) || Number(effect.getComputedTiming().endTime) <= 1) continue;
        const moved = effect.getKeyframes().flatMap((frame) => Object.keys(frame).filter((name) => !own.has(name)));
        if (moved.length > 0) seen.add(`${effect.target?.getAttribute("class") ?? "?"}: ${moved.join(", ")}`);
      }
      window.fitMotion = [...seen];
      requestAnimationFrame(look);
    };
    look();
  });
}

async function boxOf(locator: ReturnType<Page["locator"]>): Promise<{ readonly top: number; readonly bottom: number }> {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });
}
