import { t } from "@lingui/core/macro";
import type { PageSection, SectionType } from "#schemas/content/sections.ts";
import { plainText } from "#schemas/content/rich-text.ts";

/** What a kind of section is called. */
export function sectionWords(type: SectionType): string {
  switch (type) {
    case "text":
      return t({ message: "Text", context: "part of a page" });
    case "heading":
      return t({ message: "Heading", context: "part of a page" });
    case "picture":
      return t({ message: "Picture", context: "part of a page" });
    case "columns":
      return t({ message: "Two columns", context: "part of a page" });
    case "steps":
      return t({ message: "Steps", context: "part of a page: what to do, one after the other" });
    case "questions":
      return t({ message: "Questions", context: "part of a page" });
    case "call-to-action":
      return t({ message: "Call to action", context: "part of a page: a button with words around it" });
    case "code":
      return t({ message: "Code", context: "part of a page: of a program" });
    case "table":
      return t({ message: "Table", context: "part of a page" });
    case "callout":
      return t({ message: "Callout", context: "part of a page: a text that stands out" });
    case "cards":
      return t({ message: "Cards", context: "part of a page" });
  }
}

const MOST = 40;

/** Of what a section says, as much as tells it from the others. */
export function sectionSays(section: PageSection): string {
  const text = textOf(section).trim();
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

function textOf(section: PageSection): string {
  switch (section.type) {
    case "text":
    case "callout":
      return plainText(section.body);
    case "heading":
      return section.text;
    case "picture":
      return section.alt;
    case "columns":
      return plainText(section.left);
    case "steps":
      return section.items[0]?.title ?? "";
    case "questions":
      return section.items[0]?.question ?? "";
    case "cards":
    case "call-to-action":
      return section.type === "cards" ? (section.items[0]?.title ?? "") : section.title;
    case "code":
      return section.code;
    case "table":
      return section.caption;
  }
}
