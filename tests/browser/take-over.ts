import type { Page } from "@playwright/test";

/** The errors in the browser's log from now on: markup that is not what React renders is one, too. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

/** Marks the heading that came with the page, so that another one in its place would be told apart from it. */
export async function markHeading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => document.querySelector("h1")?.setAttribute("data-first", ""));
  });
}

/** Resolves once React holds the heading. */
export async function isTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
}
