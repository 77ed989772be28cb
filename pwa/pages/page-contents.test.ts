import { expect, test } from "vitest";
import { assetDirectory } from "./guest-contents.ts";
import { PUBLIC_PAGES } from "./page-contents.ts";
import type { PageContents } from "./page-shape.ts";

const PAGE_CONTENTS: Readonly<Record<string, PageContents>> = PUBLIC_PAGES;

const OTHER_SCREENS = [
  "/auth",
  "/api",
  "/trade",
  "/send",
  "/receive",
  "/dashboard",
  "/transactions",
  "/contacts",
  "/settings",
];

test("every link of a page leads to a page or a screen", () => {
  const known = new Set([...Object.keys(PAGE_CONTENTS), ...OTHER_SCREENS]);
  for (const page of [...Object.values(PAGE_CONTENTS), assetDirectory()])
    for (const link of page.links ?? []) expect(known, `${page.title} -> ${link.to}`).toContain(link.to);
});

test("every page says something", () => {
  for (const page of Object.values(PAGE_CONTENTS)) {
    expect(page.title).not.toBe("");
    expect(page.summary.length).toBeGreaterThan(20);
  }
});
