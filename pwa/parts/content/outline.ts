import type { PageSection } from "#schemas/content/sections.ts";
import type { HeadingLevel } from "./heading.tsx";

/** A section of a page and the level of the headings that it shows. */
export interface LevelledSection {
  readonly section: PageSection;
  readonly level: HeadingLevel;
}

/**
 * The level of each section's headings, so that none is skipped: below the page's own title stands 2, what follows a heading stands
 * one below it, and a heading of the third level without one of the second above it counts as the second.
 */
export function levelled(sections: readonly PageSection[]): readonly LevelledSection[] {
  let above = 1;
  return sections.map((section) => {
    if (section.type !== "heading")
      return { section, level: levelOf(section.type === "call-to-action" ? 2 : above + 1) };
    const level = levelOf(Math.min(section.level, above + 1));
    above = level;
    return { section, level };
  });
}

function levelOf(level: number): HeadingLevel {
  return level <= 2 ? 2 : level === 3 ? 3 : 4;
}

/** A part of a page that can be gone to. */
export interface OutlineEntry {
  readonly anchor: string;
  readonly title: string;
}

/** What a page leads to within itself: its headings, or its questions where it has no headings. */
export function outlineOf(sections: readonly PageSection[]): readonly OutlineEntry[] {
  const headings = sections.flatMap((section) =>
    section.type === "heading" && section.level === 2 ? [{ anchor: section.id, title: section.text }] : [],
  );
  if (headings.length > 0) return headings;
  return sections.flatMap((section) =>
    section.type === "questions" ? section.items.map(({ id, question }) => ({ anchor: id, title: question })) : [],
  );
}
