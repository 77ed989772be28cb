import type { PageSection } from "#schemas/content/sections.ts";

/** Sections and their parts with names: those that they have, the words of their titles, or what they are below which heading. */
export function nameParts(sections: readonly PageSection[]): readonly PageSection[] {
  const names = new Names(sections);
  let heading = "";
  return sections.map((section) => {
    const words = section.type === "heading" ? section.text : `${heading} ${section.type}`;
    const id = names.give(section.id, words);
    if (section.type === "heading") heading = id;
    switch (section.type) {
      case "steps":
        return {
          ...section,
          id,
          items: section.items.map((item) => ({ ...item, id: names.give(item.id, item.title) })),
        };
      case "cards":
        return {
          ...section,
          id,
          items: section.items.map((item) => ({ ...item, id: names.give(item.id, item.title) })),
        };
      case "questions":
        return {
          ...section,
          id,
          items: section.items.map((item) => ({ ...item, id: names.give(item.id, item.question) })),
        };
      default:
        return { ...section, id };
    }
  });
}

/** The sections of a translation with the names of the page that it translates, part for part. */
export function nameAs(page: readonly PageSection[], translated: readonly PageSection[]): readonly PageSection[] {
  if (page.length !== translated.length) {
    throw new Error(`It has ${translated.length} sections, and the English page ${page.length}`);
  }
  return translated.map((section, at) => {
    const english = page[at];
    if (english?.type !== section.type) throw new Error(`Section ${at + 1} is ${section.type}, not ${english?.type}`);
    const { id } = english;
    if (!("items" in english) || !("items" in section)) return { ...section, id };
    const idAt = (index: number) => english.items[index]?.id ?? "";
    if (english.items.length !== section.items.length) {
      throw new Error(
        `Section ${at + 1} has ${section.items.length} parts, and the English one ${english.items.length}`,
      );
    }
    switch (section.type) {
      case "steps":
        return { ...section, id, items: section.items.map((item, index) => ({ ...item, id: idAt(index) })) };
      case "cards":
        return { ...section, id, items: section.items.map((item, index) => ({ ...item, id: idAt(index) })) };
      case "questions":
        return { ...section, id, items: section.items.map((item, index) => ({ ...item, id: idAt(index) })) };
    }
  });
}

/** Names within one page: whoever is named by hand has the name, all others take one that is free. */
class Names {
  private readonly taken: Set<string>;

  constructor(sections: readonly PageSection[]) {
    const ids = sections.flatMap((section) => [
      section.id,
      ...("items" in section ? section.items.map(({ id }) => id) : []),
    ]);
    this.taken = new Set(ids.filter((id) => id !== ""));
  }

  /** Two that are named alike by hand stay so, and are refused as every page's are. */
  give(own: string, words: string): string {
    if (own !== "") return own;
    const name = slugOf(words);
    let free = name;
    for (let count = 2; this.taken.has(free); count += 1) free = `${name}-${count}`;
    this.taken.add(free);
    return free;
  }
}

/** Words as part of an address; 40 characters, so that one can be counted behind them. */
function slugOf(words: string): string {
  const plain = words
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-");
  return plain.slice(0, 40).replace(/^-+|-+$/g, "") || "part";
}
