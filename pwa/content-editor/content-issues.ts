import * as v from "valibot";
import { Content } from "#schemas/content/items.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";

/** What is wrong, by the path of its field (`words.en.sections.2.text`), as it is put into words where it is drawn. */
export type ContentIssues = ReadonlyMap<string, string>;

export const NO_ISSUES: ContentIssues = new Map();

/** Content as the server would take it, or what is wrong with it. */
export function readContent(content: Content): { readonly value: Content } | { readonly issues: ContentIssues } {
  const parsed = v.safeParse(Content, content);
  if (parsed.success) return { value: parsed.output };
  const issues = new Map<string, string>();
  for (const issue of parsed.issues) {
    const path = v.getDotPath(issue) ?? "";
    if (!issues.has(path)) issues.set(path, issue.message);
  }
  return { issues };
}

/** What the server found, by the same paths; empty where it refused the whole. */
export function issuesOfRefusal(error: unknown, content: Content): ContentIssues {
  if (!(error instanceof HttpError)) return NO_ISSUES;
  const { href } = error.facts;
  if ((error.code === "content-dead-link" || error.code === "content-dead-anchor") && typeof href === "string")
    return new Map(linkPaths(content, href).map((path) => [path, error.sentence ?? ""]));
  return new Map(
    Object.entries(error.issues)
      .filter(([path]) => path.startsWith("content."))
      .map(([path, sentence]) => [path.slice("content.".length), sentence]),
  );
}

/** Where content leads to `href`: the paths of the fields that say so. */
export function linkPaths(content: unknown, href: string, path = ""): readonly string[] {
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([name, value]) => {
    const at = path === "" ? name : `${path}.${name}`;
    if ((name === "href" || name === "url") && value === href) return [at];
    return linkPaths(value, href, at);
  });
}

/** What is wrong at a path or anywhere below it. */
export function issueWithin(issues: ContentIssues, path: string): string | undefined {
  const found = issues.get(path) ?? issues.entries().find(([at]) => at.startsWith(`${path}.`))?.[1];
  return found === undefined ? undefined : saidWords(found);
}

/** How many are at a path or below it. */
export function countWithin(issues: ContentIssues, path: string): number {
  return [...issues.keys()].filter((at) => at === path || at.startsWith(`${path}.`)).length;
}
