import type { MenuItem } from "#schemas/content/items.ts";
import { type RichText, richText } from "#schemas/content/rich-text.ts";
import type { PageSection, SectionType } from "#schemas/content/sections.ts";

/** Parts of sections that are lists. */
export type PartOf = {
  [Type in "steps" | "questions" | "cards"]: Extract<PageSection, { type: Type }>["items"][number];
};
export type PartsType = keyof PartOf;

const EMPTY: RichText = richText("");

/** A name that nothing else has here: what it is, and a few letters by chance. */
export function freshId(kind: string, random: string): string {
  const letters = random.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return `${kind}-${letters.slice(0, 6)}`.replace(/-$/, "");
}

/** A section in which nothing is written yet. */
export function newSection(type: SectionType, id: string): PageSection {
  switch (type) {
    case "text":
      return { id, type, body: EMPTY };
    case "heading":
      return { id, type, text: "", level: 2 };
    case "picture":
      return { id, type, mediaId: "", alt: "", caption: "" };
    case "columns":
      return { id, type, left: EMPTY, right: EMPTY };
    case "steps":
      return { id, type, items: [newPart.steps(`${id}-1`)] };
    case "questions":
      return { id, type, items: [newPart.questions(`${id}-1`)] };
    case "call-to-action":
      return { id, type, title: "", text: "", link: { label: "", href: "" } };
    case "code":
      return { id, type, language: "", code: "" };
    case "table":
      return { id, type, caption: "", header: ["", ""], rows: [["", ""]] };
    case "callout":
      return { id, type, tone: "note", body: EMPTY };
    case "cards":
      return { id, type, items: [newPart.cards(`${id}-1`)] };
  }
}

export const newPart = {
  steps: (id: string): PartOf["steps"] => ({ id, title: "", body: EMPTY }),
  questions: (id: string): PartOf["questions"] => ({ id, question: "", answer: EMPTY }),
  cards: (id: string): PartOf["cards"] => ({ id, title: "", text: "", icon: null, href: null }),
};

export function newMenuItem(id: string): MenuItem {
  return {
    id,
    label: { en: "" },
    url: "",
    icon: null,
    isActive: true,
    isExternal: true,
    requiresAuth: false,
    items: [],
  };
}
