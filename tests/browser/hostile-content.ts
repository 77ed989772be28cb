import { HOSTILE_TEXTS } from "#pwa/parts/content/hostile.fixture.ts";
import type { Content, MenuItem } from "#schemas/content/items.ts";
import type { RichText } from "#schemas/content/rich-text.ts";
import type { PageSection } from "#schemas/content/sections.ts";

const [FIRST] = HOSTILE_TEXTS;

/** All of them, in every kind of node that a text may have. */
const BODY: RichText = {
  type: "doc",
  content: [
    ...HOSTILE_TEXTS.map((text) => ({
      type: "paragraph" as const,
      content: [
        {
          type: "text" as const,
          text,
          marks: [{ type: "bold" as const }, { type: "link" as const, attrs: { href: "/help" } }],
        },
        { type: "hardBreak" as const },
        { type: "text" as const, text, marks: [{ type: "code" as const }] },
      ],
    })),
    { type: "bulletList", content: HOSTILE_TEXTS.map((text) => ({ type: "listItem", content: [lineOf(text)] })) },
    { type: "blockquote", content: HOSTILE_TEXTS.map(lineOf) },
  ],
};

function lineOf(text: string) {
  return { type: "paragraph" as const, content: [{ type: "text" as const, text }] };
}

/** A section of every kind, and each of the texts in each of its fields. */
function everySection(mediaId: string): readonly PageSection[] {
  const line: RichText = { type: "doc", content: [lineOf(FIRST)] };
  const parts = (name: string) => HOSTILE_TEXTS.map((text, at) => ({ id: `${name}-${at}`, text }));
  return [
    { id: "text", type: "text", body: BODY },
    { id: "columns", type: "columns", left: BODY, right: BODY },
    { id: "callout", type: "callout", tone: "danger", body: BODY },
    ...parts("heading").map(({ id, text }): PageSection => ({ id, type: "heading", level: 2, text })),
    ...parts("picture").map(({ id, text }): PageSection => ({
      id,
      type: "picture",
      mediaId,
      alt: text,
      caption: text,
    })),
    ...parts("action").map(({ id, text }): PageSection => ({
      id,
      type: "call-to-action",
      title: text,
      text,
      link: { label: text, href: "/help" },
    })),
    { id: "code", type: "code", language: FIRST.slice(0, 20), code: HOSTILE_TEXTS.join("\n") },
    { id: "steps", type: "steps", items: parts("step").map(({ id, text }) => ({ id, title: text, body: line })) },
    {
      id: "questions",
      type: "questions",
      items: parts("question").map(({ id, text }) => ({
        id,
        question: text,
        answer: { ...line, content: [lineOf(text)] },
      })),
    },
    { id: "table", type: "table", caption: FIRST, header: [FIRST], rows: HOSTILE_TEXTS.map((text) => [text]) },
    {
      id: "cards",
      type: "cards",
      items: parts("card").map(({ id, text }) => ({ id, title: text, text, icon: "shield", href: "/help" })),
    },
  ];
}

/** A page for help whose every field says these things. */
export function aHostilePage(mediaId: string): Content {
  const sections = [...everySection(mediaId)];
  const description = HOSTILE_TEXTS.slice(0, 6).join(" ").slice(0, 300);
  return {
    kind: "page",
    group: "help",
    order: 9000,
    postedAt: null,
    words: { en: { title: FIRST, description, sections } },
  };
}

/** A post of the blog that is called so: lists, the feed and search engines name it. */
export function aHostilePost(text: string): Content {
  const sections: PageSection[] = [{ id: "text", type: "text", body: { type: "doc", content: [lineOf(text)] } }];
  return {
    kind: "page",
    group: "blog",
    order: 0,
    postedAt: "2026-01-01T00:00:00.000Z",
    words: { en: { title: text, description: text, sections } },
  };
}

export function aHostileBlock(mediaId: string): Content {
  const link = { label: FIRST, href: "/help" };
  const shown = { displayOrder: 9000, isActive: true, from: null, until: null, icon: null, mediaId };
  const words = { en: { title: FIRST, body: BODY, link, alt: FIRST } };
  return { kind: "block", blockType: "banner", place: "landing", ...shown, words };
}

export function aHostileMenu(): Content {
  const items = HOSTILE_TEXTS.map((text, at): MenuItem => {
    const flags = { icon: null, isActive: true, isExternal: false, requiresAuth: false };
    return { id: `item-${at}`, label: { en: text.trim().slice(0, 60) }, url: "/help", ...flags, items: [] };
  });
  return { kind: "menu", name: { en: FIRST }, location: "footer", displayOrder: 9000, isActive: true, items };
}
