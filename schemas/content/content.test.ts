import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { Content, contentLinks, contentMedia, inLanguage, type MenuItem } from "./items.ts";
import { isContentLink, ownPathOf } from "./links.ts";
import { linksOf, plainText, RICH_TEXT_DEPTH, RichText, richText } from "./rich-text.ts";
import { PageSections, sectionLinks, sectionText } from "./sections.ts";

const REFUSED_LINKS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>1</script>",
  "vbscript:x",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://user:pass@example.org/",
  "ftp://example.org",
  "blob:https://example.org/1",
  "mailto:a@example.org?body=<script>",
  "",
  "help",
];

test.each(REFUSED_LINKS)("no content leads to %j", (href) => {
  expect(isContentLink(href)).toBe(false);
});

test.each(["/help", "/faq?a=b#memo", "/", "https://example.org/a?b#c", "http://example.org", "mailto:a.b@example.org"])(
  "content may lead to %s",
  (href) => expect(isContentLink(href)).toBe(true),
);

test("a path is told without what follows it", () => {
  expect(ownPathOf("/faq?a#b")).toBe("/faq");
  expect(ownPathOf("https://example.org/faq")).toBeNull();
});

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const listOf = (item: unknown) => ({ type: "bulletList", content: [{ type: "listItem", content: [item] }] });
function nested(depth: number): unknown {
  let block: unknown = paragraph("deep");
  for (let level = 0; level < depth; level += 1) block = listOf(block);
  return { type: "doc", content: [block] };
}

test("lists go as deep as they may, and no deeper", () => {
  expect(v.is(RichText, nested(RICH_TEXT_DEPTH))).toBe(true);
  expect(v.is(RichText, nested(RICH_TEXT_DEPTH + 1))).toBe(false);
});

test("a text that is nested a hundred thousand times is refused, not crashed upon", () => {
  expect(v.is(RichText, nested(100_000))).toBe(false);
});

test.each([
  { type: "doc", content: [{ type: "image", attrs: { src: "x" } }] },
  {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: "a", marks: [{ type: "script" }] }] }],
  },
  { type: "doc", content: [{ type: "paragraph", attrs: { onclick: "x" } }] },
  { type: "doc", content: [{ type: "heading", attrs: { level: 1 } }] },
  { type: "doc", content: [] },
  {
    type: "doc",
    content: [
      {
        type: "paragraph",
        content: [{ type: "text", text: "a", marks: [{ type: "link", attrs: { href: "javascript:1" } }] }],
      },
    ],
  },
])("nodes that are not of the set are refused: %j", (doc) => expect(v.is(RichText, doc)).toBe(false));

test("a plain text comes back from its paragraphs", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }).filter((line) => !/\n/.test(line) && line.trim() !== "")),
      (lines) => {
        const text = lines.join("\n");
        const rich = richText(text);
        expect(v.is(RichText, rich)).toBe(true);
        expect(plainText(rich)).toBe(text);
      },
    ),
  );
});

const link = (href: string) => ({
  type: "doc" as const,
  content: [
    {
      type: "paragraph" as const,
      content: [{ type: "text" as const, text: "a", marks: [{ type: "link" as const, attrs: { href } }] }],
    },
  ],
});

test("links are found wherever they stand", () => {
  expect(linksOf(link("/a"))).toEqual(["/a"]);
  const section = {
    id: "s",
    type: "cards" as const,
    items: [{ id: "c", title: "C", text: "", icon: null, href: "/b" }],
  };
  expect(sectionLinks(section)).toEqual(["/b"]);
  const page = {
    kind: "page" as const,
    group: "page" as const,
    order: 0,
    postedAt: null,
    words: {
      en: { title: "T", description: "D", sections: [section, { id: "t", type: "text" as const, body: link("/c") }] },
      ar: {
        title: "T",
        description: "D",
        sections: [{ id: "p", type: "picture" as const, mediaId: "a".repeat(32), alt: "A", caption: "" }],
      },
    },
  };
  const parsed = v.parse(Content, page);
  expect(contentLinks(parsed)).toEqual(["/b", "/c"]);
  expect(contentMedia(parsed)).toEqual(["a".repeat(32)]);
});

test("two parts of a page have two names", () => {
  const section = (id: string) => ({ id, type: "text", body: richText("a") });
  expect(v.is(PageSections, [section("a"), section("b")])).toBe(true);
  expect(v.is(PageSections, [section("a"), section("a")])).toBe(false);
});

test("a row of a table has as many cells as its header", () => {
  const table = (cells: string[]) => [{ id: "t", type: "table", caption: "", header: ["A", "B"], rows: [cells] }];
  expect(v.is(PageSections, table(["1", "2"]))).toBe(true);
  expect(v.is(PageSections, table(["1"]))).toBe(false);
});

test("what a section says is found without its marks", () => {
  const questions = {
    id: "q",
    type: "questions" as const,
    items: [{ id: "a", question: "Why?", answer: richText("So") }],
  };
  expect(sectionText(questions)).toBe("Why?\nSo");
});

test("what is not written in a language is read in English", () => {
  expect(inLanguage({ en: "one", es: "uno" }, "es")).toEqual({ value: "uno", language: "es" });
  expect(inLanguage({ en: "one", es: "uno" }, "ar")).toEqual({ value: "one", language: "en" });
});

function menuOf(items: readonly unknown[]) {
  return { kind: "menu", name: { en: "M" }, location: "footer", displayOrder: 0, isActive: true, items };
}
function item(id: string, items: readonly unknown[] = [], url = "/help"): Record<string, unknown> {
  return {
    id,
    label: { en: id },
    url,
    icon: null,
    isActive: true,
    isExternal: !url.startsWith("/"),
    requiresAuth: false,
    items,
  };
}

test("a menu is refused with too many items, too deep, or with a name twice", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => item(`i${at}`));
  let deep: Record<string, unknown> = item("d0");
  for (let level = 1; level < 50; level += 1) deep = item(`d${level}`, [deep]);
  expect(v.is(Content, menuOf([item("a", [item("b", [item("c")])])]))).toBe(true);
  expect(v.is(Content, menuOf(many))).toBe(false);
  expect(v.is(Content, menuOf([deep]))).toBe(false);
  expect(v.is(Content, menuOf([item("a"), item("a")]))).toBe(false);
});

test("an item of a menu within itself is refused", () => {
  const cycle: Record<string, unknown> & { items?: unknown } = item("a");
  cycle.items = [cycle];
  expect(v.is(Content, menuOf([cycle]))).toBe(false);
});

test("an item says truly whether it leads outside", () => {
  const outside: MenuItem[] = [v.parse(Content, menuOf([item("a", [], "https://example.org")]))].flatMap((menu) =>
    menu.kind === "menu" ? [...menu.items] : [],
  );
  expect(outside[0]?.isExternal).toBe(true);
  expect(v.is(Content, menuOf([{ ...item("a"), isExternal: true }]))).toBe(false);
});

test("a block with a picture says what it shows, in each language", () => {
  const block = (alt: string, mediaId: string | null) => ({
    kind: "block",
    blockType: "card",
    place: "landing",
    displayOrder: 0,
    isActive: true,
    from: null,
    until: null,
    icon: null,
    mediaId,
    words: { en: { title: "T", body: richText("b"), link: null, alt } },
  });
  expect(v.is(Content, block("", null))).toBe(true);
  expect(v.is(Content, block("", "a".repeat(32)))).toBe(false);
  expect(v.is(Content, block("A ship", "a".repeat(32)))).toBe(true);
});
