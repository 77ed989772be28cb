import { createElement } from "react";
import { expect, test } from "vitest";
import { LANGUAGES } from "#schemas/values/languages.ts";
import type { RichText } from "#schemas/content/rich-text.ts";
import type { PageSection } from "#schemas/content/sections.ts";
import { BlockView } from "./block-view.tsx";
import { drawn } from "./drawn.fixture.tsx";
import { HOSTILE_LINKS, HOSTILE_TEXTS } from "./hostile.fixture.ts";
import { SectionsView } from "./section-view.tsx";

// What a schema refuses is drawn here all the same: a page does not rest on what its database was kept from holding.

function rich(text: string, href: string): RichText {
  return {
    type: "doc",
    content: [
      {
        type: "paragraph",
        content: [{ type: "text", text, marks: [{ type: "bold" }, { type: "link", attrs: { href } }] }],
      },
      {
        type: "bulletList",
        content: [{ type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text }] }] }],
      },
      {
        type: "orderedList",
        content: [
          {
            type: "listItem",
            content: [{ type: "paragraph", content: [{ type: "text", text, marks: [{ type: "code" }] }] }],
          },
        ],
      },
      {
        type: "blockquote",
        content: [
          {
            type: "paragraph",
            content: [{ type: "text", text, marks: [{ type: "italic" }, { type: "strike" }] }, { type: "hardBreak" }],
          },
        ],
      },
    ],
  };
}

/** Every kind of section, with the text in each of its fields and the link in each place that leads on. */
function everySection(text: string, href: string): readonly PageSection[] {
  const body = rich(text, href);
  const part = { id: "part" };
  return [
    { id: "a", type: "text", body },
    { id: "b", type: "heading", level: 2, text },
    { id: "c", type: "picture", mediaId: text, alt: text, caption: text },
    { id: "d", type: "columns", left: body, right: body },
    { id: "e", type: "steps", items: [{ ...part, title: text, body }] },
    { id: "f", type: "questions", items: [{ ...part, question: text, answer: body }] },
    { id: "g", type: "call-to-action", title: text, text, link: { label: text, href } },
    { id: "h", type: "code", language: text, code: text },
    { id: "i", type: "table", caption: text, header: [text], rows: [[text]] },
    { id: "j", type: "callout", tone: "danger", body },
    { id: "k", type: "cards", items: [{ ...part, title: text, text, icon: "shield", href }] },
    { id: text, type: "text", body },
  ];
}

function everyBlock(text: string, href: string) {
  return (["banner", "announcement", "card", "question"] as const).map((blockType) =>
    createElement(BlockView, {
      key: blockType,
      level: 2,
      block: {
        blockType,
        icon: "bell",
        mediaId: text,
        title: text,
        body: rich(text, href),
        link: { label: text, href },
        alt: text,
        language: LANGUAGES[0],
      },
    }),
  );
}

const TAG = /<\/?(?<name>[a-z0-9]+)(?<rest>(?:\s+[a-z][a-z0-9-]*(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /\s+(?<name>[a-z][a-z0-9-]*)(?:="(?<value>[^"]*)")?/gi;
const ELEMENTS = new Set(
  "div p ul ol li blockquote br strong em s code a span h2 h3 h4 figure figcaption img pre table caption thead tbody tr th td svg path circle line rect polyline section link".split(
    " ",
  ),
);

/** What is wrong with markup: elements and attributes that no content draws, and words that were taken for markup. */
function faultsOf(markup: string): readonly string[] {
  const faults = [...markup.matchAll(TAG)].flatMap(({ groups }) => {
    const name = groups?.["name"]?.toLowerCase() ?? "";
    const attributes = [...(groups?.["rest"] ?? "").matchAll(ATTRIBUTE)].map((found) => found.groups ?? {});
    return [
      ...(ELEMENTS.has(name) ? [] : [`<${name}>`]),
      ...attributes.flatMap(({ name: attribute = "", value = "" }) => {
        if (/^on|^(?:srcdoc|formaction|action|style|ping)$/i.test(attribute)) return [`${attribute}=`];
        return attribute === "href" && !/^(?:https?:\/\/[^@]*$|mailto:[^?]*$|\/(?![/\\]))/.test(value)
          ? [`href=${value}`]
          : [];
      }),
    ];
  });
  const outside = markup.replaceAll(TAG, "");
  return outside.includes("<") ? [...faults, outside.slice(outside.indexOf("<"), outside.indexOf("<") + 40)] : faults;
}

test.each(HOSTILE_TEXTS)("%j is words wherever it is written", (text) => {
  const markup = drawn([
    createElement(SectionsView, { key: "s", sections: everySection(text, "/help") }),
    ...everyBlock(text, "/help"),
  ]);
  expect(faultsOf(markup)).toEqual([]);
});

test.each([...HOSTILE_LINKS, ...HOSTILE_TEXTS])("nothing leads to %j", (href) => {
  const markup = drawn([
    createElement(SectionsView, { key: "s", sections: everySection("words", href) }),
    ...everyBlock("words", href),
  ]);
  expect(faultsOf(markup)).toEqual([]);
  expect(markup).not.toContain("<a ");
});

test("what is no node of the set is not drawn", () => {
  const unknown: unknown[] = [
    { type: "script", content: [{ type: "text", text: "window.hit=1" }] },
    { type: "html", html: "<script>window.hit=1</script>" },
    { type: "paragraph", content: [{ type: "image", attrs: { src: "x", onerror: "window.hit=1" } }] },
    { type: "paragraph", content: [{ type: "text", text: "read", marks: [{ type: "style", attrs: { style: "x" } }] }] },
  ];
  const sections: unknown = [
    { id: "a", type: "text", body: { type: "doc", content: unknown } },
    { id: "b", type: "html", html: "<script>" },
  ];
  const markup = drawn(createElement(SectionsView, { sections: sections as readonly PageSection[] }));
  expect(faultsOf(markup)).toEqual([]);
  expect(markup).not.toContain("hit");
  expect(markup).toContain("read");
});

test("the test sees what it looks for", () => {
  expect(faultsOf("<script>1</script>")).toContain("<script>");
  expect(faultsOf('<img src="x" onerror="1">')).toContain("onerror=");
  expect(faultsOf('<a href="javascript:1">x</a>')).toContain("href=javascript:1");
  expect(faultsOf("<p>a <b c</p>")).not.toEqual([]);
});
