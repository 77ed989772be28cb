import type { Page } from "@playwright/test";
import { expect } from "./astrolabe.ts";

declare global {
  interface Window {
    /** What moved without anybody having touched anything: by how much, and what. */
    fitShifts?: { readonly value: number; readonly what: string }[];
  }
}

/** Has each page that opens from now on note what moves in it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    window.fitShifts = shifts;
    const nameOf = (node: Node | null): string =>
      `${node?.nodeName ?? "?"} "${(node?.textContent ?? "").slice(0, 40)}"`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Not in TypeScript's own library yet.
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)} from ${from.y} (${from.height} high) to ${to.y} (${to.height} high)`,
        );
        if (!hadRecentInput) shifts.push({ value, what: moved.join(", ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What moved on the page that is open, where that was too much. */
export async function movesOf(page: Page): Promise<string[]> {
  await untilQuiet(page);
  const shifts = await page.evaluate(() => window.fitShifts ?? []);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  const moved = shifts.map(({ value, what }) => `${value.toFixed(3)}: ${what}`);
  return sum > MOST_SHIFT ? [`moves by ${sum.toFixed(3)}: ${moved.join("; ")}`] : [];
}

/** Waits until nothing is fetched, read or moved any more. */
async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("main").locator(".animate-pulse, .animate-spin")).toHaveCount(0);
  let former = -1;
  await expect
    .poll(
      async () => {
        const count = await page.evaluate(() => window.fitShifts?.length ?? 0);
        const isStill = count === former;
        former = count;
        return isStill;
      },
      { intervals: [300] },
    )
    .toBe(true);
}

/** Opens a page and answers with what is wrong with its places: what moved, where that was too much, and which texts are cut. */
export async function faultsOf(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  await untilQuiet(page);
  const dark = await page.evaluate(cutTexts);
  await page.evaluate(() => document.documentElement.classList.remove("dark"));
  const light = await page.evaluate(cutTexts);
  const moved = await movesOf(page);
  await page.evaluate(() => document.documentElement.classList.add("dark"));
  return [...moved, ...new Set([...dark, ...light])];
}

const MOST_SHIFT = 0.02;

/**
 * Texts that reach beyond their box: cut by an ancestor that hides what is outside of it, or over what stands beside it. What can be
 * scrolled to is not cut, nor is what has all of its text in a title or a label. Runs in the page.
 */
export function cutTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const parent = node.parentElement;
    if (text === "" || parent === null || parent.closest("script, style, noscript, option, textarea, svg")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length === 0) continue;
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const top = Math.min(...rects.map((rect) => rect.top));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    const isWhole = (box: Element) =>
      [box.getAttribute("title"), box.getAttribute("aria-label")].some((whole) => whole?.includes(text));
    let isInFlow = true;
    let hasBox = false;
    for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, display, position } = getComputedStyle(box);
      // Words for screen readers alone, as they are hidden from everybody else.
      if (clipPath !== "none" || isWhole(box)) break;
      if (display === "inline" || display === "contents") continue;
      const edge = box.getBoundingClientRect();
      const isBeside = right > edge.right + 1 || left < edge.left - 1;
      if (["hidden", "clip"].includes(overflowX) && isBeside) found.push(`cuts "${text.slice(0, 60)}" at its side`);
      else if (["hidden", "clip"].includes(overflowY) && (bottom > edge.bottom + 3 || top < edge.top - 3))
        found.push(`cuts "${text.slice(0, 60)}" in its height`);
      else if (!hasBox && isInFlow && isBeside && overflowX === "visible")
        found.push(`draws "${text.slice(0, 60)}" over what is beside it`);
      else if ((overflowX === "visible" || !isBeside) && position !== "fixed") {
        hasBox = true;
        isInFlow &&= position !== "absolute";
        continue;
      }
      break;
    }
  }
  return [...new Set(found)];
}
