import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import { newName, register } from "#tests/browser/astrolabe.ts";
import type { Figure } from "./figures.ts";
import type { RunningServer } from "./running-server.ts";
import { slowDown } from "./slow-down.ts";

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LANGUAGES = ["ar", "es", "fr", "pt"];
/** How many times slower than this machine the processor is. */
const SLOWER = [1, 4];

interface Place {
  readonly path: string;
  readonly name: string;
  /** Where the language is chosen. */
  readonly choice: string;
  /** There once the page is settled. */
  readonly settled: string;
}

const PLACES: readonly Place[] = [
  { path: "/about", name: "a public page", choice: "footer select", settled: "footer select" },
  {
    path: "/settings",
    name: "the settings",
    choice: "[aria-labelledby=settings-language] select",
    settled: "[data-sync-state=live]",
  },
];

/** From choosing a language to the first frame that shows the screen in it, each for the first time and once its files are known. */
export async function measureLanguageChange(browser: Browser, server: RunningServer): Promise<Figure[]> {
  const someone = await browser.newContext();
  await register(await someone.newPage(), server, newName("reader"));
  const { cookies } = await someone.storageState();
  await someone.close();
  const figures: Figure[] = [];
  for (const place of PLACES)
    for (const slower of SLOWER) {
      const context = await browser.newContext(PHONE);
      if (place.path === "/settings") await context.addCookies(cookies);
      const [first, again] = await changeTwice(context, server.url, place, slower);
      await context.close();
      const name = `language of ${place.name} on a phone${slower === 1 ? "" : `, ${slower} times slower`}`;
      figures.push({ name: `${name}, first time`, unit: "ms", values: first });
      figures.push({ name: `${name}, again`, unit: "ms", values: again });
    }
  return figures;
}

async function changeTwice(
  context: BrowserContext,
  url: string,
  { path, choice, settled }: Place,
  slower: number,
): Promise<[first: number[], again: number[]]> {
  const page = await context.newPage();
  await page.goto(url + path);
  await page.locator(settled).first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  await slowDown(page, slower);
  const change = async () => {
    const values: number[] = [];
    for (const language of LANGUAGES) {
      await page.locator(choice).waitFor({ timeout: 60_000 });
      values.push(await page.evaluate(chooseAndWait, { choice, language }));
      await page.waitForTimeout(1000);
    }
    return values;
  };
  return [await change(), await change()];
}

/** Runs in the page. */
async function chooseAndWait({ choice, language }: { choice: string; language: string }): Promise<number> {
  const heading = () => document.querySelector("h1")?.textContent ?? "";
  const frame = () => new Promise(requestAnimationFrame);
  const former = heading();
  const select = document.querySelector<HTMLSelectElement>(choice);
  if (select === null) throw new Error("Nothing chooses the language here.");
  select.value = language;
  const startedAtMs = performance.now();
  select.dispatchEvent(new Event("change", { bubbles: true }));
  while (document.documentElement.lang !== language || heading() === "" || heading() === former) await frame();
  // The frame is painted after its callbacks.
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now() - startedAtMs;
}
