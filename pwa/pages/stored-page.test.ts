import { expect, test } from "vitest";
import type { PageOutput } from "#schemas/content/read.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { contentsOf } from "./stored-page.ts";

const OWN = { title: "Buy", summary: "A default text.", links: [{ to: "/legal", label: "Legal notice" }] };
const PAGE: PageOutput = {
  pageKey: "buy-xlm",
  group: "page",
  language: "en",
  languages: ["en"],
  title: "Our way to buy",
  description: "Read this first.",
  sections: [
    { id: "lost", type: "text", body: richText("Above all headings.") },
    { id: "fees", type: "heading", level: 2, text: "Fees" },
    { id: "none", type: "text", body: richText("None.\nReally.") },
  ],
  version: 1,
  publishedAt: "2026-11-27T00:00:00.000Z",
  postedAt: null,
  isDefault: false,
};

test("the operator's text takes the place of the app's own", () => {
  expect(contentsOf(PAGE, OWN)).toEqual({
    title: "Our way to buy",
    summary: "Read this first.",
    sections: [{ heading: "Fees", paragraphs: ["None.", "Really."] }],
    links: OWN.links,
  });
});

test("without one the app's own stays", () => {
  expect(contentsOf(null, OWN)).toBe(OWN);
});
