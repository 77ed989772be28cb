import { inLanguage } from "#schemas/content/items.ts";
import type { SearchOutput, SearchPart } from "#schemas/content/read.ts";
import { plainText } from "#schemas/content/rich-text.ts";
import { type PageSection, sectionText } from "#schemas/content/sections.ts";
import type { Language } from "#schemas/values/languages.ts";
import { itemsOfKind, type PublishedItem, type Snapshot } from "./read-published.ts";

/** What of one part is searched, at most: what is further down in it is found by its heading. */
const MOST_TEXT = 4000;

interface Part {
  readonly anchor: string;
  readonly title: string;
  readonly texts: string[];
}

/** What devices search, in one language: each page, and each heading and question on it. */
export function showSearch(snapshot: Snapshot, language: Language): SearchOutput {
  const parts = itemsOfKind(snapshot, "page").flatMap((item) => partsOf(item, language));
  return { revision: snapshot.revision, language, parts };
}

function partsOf({ key, content }: PublishedItem, language: Language): SearchPart[] {
  if (content.kind !== "page") return [];
  const { title: page, description, sections } = inLanguage(content.words, language).value;
  const parts: Part[] = [{ anchor: "", title: page, texts: [description] }];
  for (const section of sections) addTo(parts, section);
  return parts.map(({ anchor, title, texts }) => ({
    pageKey: key,
    anchor,
    page,
    title,
    text: texts.join("\n").slice(0, MOST_TEXT),
  }));
}

/** Text belongs to the heading above it; a question is found by itself. */
function addTo(parts: Part[], section: PageSection): void {
  if (section.type === "heading") {
    parts.push({ anchor: section.id, title: section.text, texts: [] });
    return;
  }
  if (section.type === "questions") {
    // What follows belongs to the heading above them again.
    const [last] = parts.splice(-1);
    for (const { id, question, answer } of section.items)
      parts.push({ anchor: id, title: question, texts: [plainText(answer)] });
    if (last) parts.push(last);
    return;
  }
  parts.at(-1)?.texts.push(sectionText(section));
}
