import type { PageOutput } from "#schemas/pages.ts";
import type { PageContents } from "./page-shape.ts";

/** The key under which an operator stores the text of the page at `path`. */
export function pageKeyOf(path: string): string {
  return path.replace(/^\//, "").replaceAll("/", "-");
}

/**
 * What a page says: the operator's text where one is stored, else the app's own. Paragraphs of a first section without a
 * heading open the page. Where the page leads on to is the app's.
 */
export function contentsOf(stored: PageOutput | null, own: PageContents): PageContents {
  if (stored === null) return own;
  const [first, ...rest] = stored.sections;
  const opening = first?.heading === "" ? first.paragraphs : [];
  return {
    title: stored.title,
    summary: opening.join("\n"),
    sections: opening.length > 0 ? rest : stored.sections,
    ...(own.links === undefined ? {} : { links: own.links }),
  };
}
