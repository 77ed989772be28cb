import type { Content, MenuItem } from "#schemas/content/items.ts";
import { plainText } from "#schemas/content/rich-text.ts";
import { sectionText } from "#schemas/content/sections.ts";
import type { Language } from "#schemas/values/languages.ts";

/** Everything that content says in a language, a part of it each line; null where it is not written in it. */
export function contentText(content: Content, language: Language): string | null {
  if (content.kind === "menu") {
    const name = content.name[language];
    const items = content.items.flatMap((item) => itemLines(item, language, ""));
    return name === undefined && items.length === 0 ? null : [name ?? "", ...items].join("\n");
  }
  if (content.kind === "block") {
    const words = content.words[language];
    if (words === undefined) return null;
    const { title, body, link, alt } = words;
    return [title, plainText(body), ...(link === null ? [] : [`${link.label} (${link.href})`]), alt]
      .filter((line) => line !== "")
      .join("\n");
  }
  const words = content.words[language];
  if (words === undefined) return null;
  return [words.title, words.description, ...words.sections.map(sectionText)].join("\n\n");
}

/** An item that has a label of its own in a language, and those within it, each further in. */
function itemLines(item: MenuItem, language: Language, indent: string): readonly string[] {
  const label = item.label[language];
  const own = label === undefined ? [] : [`${indent}${label} (${item.url})`];
  return [...own, ...item.items.flatMap((each) => itemLines(each, language, `${indent}  `))];
}
