import { createElement } from "react";
import { expect, test } from "vitest";
import { richText } from "#schemas/content/rich-text.ts";
import type { PageSection } from "#schemas/content/sections.ts";
import { ContentLink } from "./content-link.tsx";
import { drawn } from "./drawn.fixture.tsx";
import { levelled, outlineOf } from "./outline.ts";
import { SectionsView } from "./section-view.tsx";

const heading = (id: string, level: 2 | 3): PageSection => ({ id, type: "heading", level, text: id });
const text = (id: string): PageSection => ({ id, type: "text", body: richText("words") });
const questions = (id: string): PageSection => ({
  id,
  type: "questions",
  items: [{ id: `${id}-1`, question: "Why?", answer: richText("So.") }],
});

function linked(href: string): string {
  return drawn(createElement(ContentLink, { href }, "words"));
}

test("our own paths are followed by the app, with what follows them", () => {
  expect(linked("/help")).toBe('<a href="/help">words</a>');
  expect(linked("/faq?a=b&c=d#memo")).toBe('<a href="/faq?a=b&amp;c=d#memo">words</a>');
});

test("files and answers of the server are asked of the server", () => {
  expect(linked("/blog/feed.xml")).toBe('<a href="/blog/feed.xml">words</a>');
  expect(linked("/api/openapi.json")).toBe('<a href="/api/openapi.json">words</a>');
});

test("other sites get a page of their own and are told nothing", () => {
  expect(linked("https://example.org/a?b=c")).toBe(
    '<a href="https://example.org/a?b=c" target="_blank" rel="noopener noreferrer">words</a>',
  );
  expect(linked("mailto:a@example.org")).toBe('<a href="mailto:a@example.org">words</a>');
});

test("no level of headings is skipped", () => {
  const levels = (sections: readonly PageSection[]) => levelled(sections).map(({ level }) => level);
  expect(levels([questions("q")])).toEqual([2]);
  expect(levels([heading("a", 3), text("t"), questions("q")])).toEqual([2, 3, 3]);
  expect(levels([heading("a", 2), heading("b", 3), questions("q"), heading("c", 2), questions("r")])).toEqual([
    2, 3, 4, 2, 3,
  ]);
});

test("a page leads to its headings, or to its questions where it has none", () => {
  expect(outlineOf([heading("a", 2), heading("b", 3), questions("q")])).toEqual([{ anchor: "a", title: "a" }]);
  expect(outlineOf([text("t"), questions("q")])).toEqual([{ anchor: "q-1", title: "Why?" }]);
});

test("sections and questions are led to by their names", () => {
  const markup = drawn(createElement(SectionsView, { sections: [heading("a", 2), questions("q")] }));
  for (const id of ["a", "q", "q-1"]) expect(markup).toContain(`id="${id}"`);
  expect(markup).toMatch(/<h2[^>]*>a<\/h2>/);
  expect(markup).toMatch(/<h3[^>]*>Why\?<\/h3>/);
});

test("code runs from left to right, whatever the page does", () => {
  const code: PageSection = { id: "c", type: "code", language: "sh", code: "curl <x> && y" };
  const markup = drawn(createElement(SectionsView, { sections: [code] }));
  expect(markup).toContain('<figure dir="ltr"');
  expect(markup).toContain("curl &lt;x&gt; &amp;&amp; y");
});

test("a picture has its place before it is there", () => {
  const picture: PageSection = { id: "p", type: "picture", mediaId: "a".repeat(32), alt: "A ship", caption: "" };
  const markup = drawn(createElement(SectionsView, { sections: [picture] }));
  expect(markup).toMatch(/<img[^>]* width="1600" height="900"[^>]* loading="lazy"/);
  expect(markup).toContain(`src="/api/media/${"a".repeat(32)}"`);
  expect(markup).toContain('alt="A ship"');
});
