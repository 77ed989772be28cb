import type { PageOutput } from "#schemas/content/read.ts";
import { sectionText } from "#schemas/content/sections.ts";
import type { PageContents } from "./page-shape.ts";

/**
 * What a screen of people who are signed in says of itself: the published page where there is one, in plain words, else the app's own.
 * Where it leads on to is the app's.
 */
export function contentsOf(page: PageOutput | null, own: PageContents): PageContents {
  if (page === null) return own;
  const sections: { heading: string; paragraphs: string[] }[] = [];
  for (const section of page.sections) {
    if (section.type === "heading") sections.push({ heading: section.text, paragraphs: [] });
    else if (section.type === "text" || section.type === "callout")
      (sections.at(-1)?.paragraphs ?? []).push(...sectionText(section).split("\n"));
  }
  return {
    title: page.title,
    summary: page.description,
    ...(sections.length === 0 ? {} : { sections }),
    ...(own.links === undefined ? {} : { links: own.links }),
  };
}
