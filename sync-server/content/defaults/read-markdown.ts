import type { Root, RootContent } from "mdast";
import { directiveFromMarkdown } from "mdast-util-directive";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { directive } from "micromark-extension-directive";
import { gfmTable } from "micromark-extension-gfm-table";

/** What stands at the top of a page between two lines of dashes, and the Markdown after it. */
export interface PageSource {
  readonly fields: ReadonlyMap<string, string>;
  readonly nodes: readonly RootContent[];
}

/** Reads a page of Markdown with tables, and blocks between `:::name` and `:::`. */
export function readMarkdown(source: string): PageSource {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined || body === undefined) throw new Error("A page begins with its title between lines of ---");
  const fields = head.split("\n").map((line): [string, string] => {
    const [, name, value] = /^([a-z]+): (.+)$/i.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`No "name: value": ${line}`);
    return [name, value.trim()];
  });
  return { fields: new Map(fields), nodes: treeOf(body).children };
}

/** Of the directives only those that stand on lines of their own: "10:30" or "web+stellar:pay" is text like any other. */
function treeOf(body: string): Root {
  const { flow } = directive();
  return fromMarkdown(body, {
    extensions: [...(flow === undefined ? [] : [{ flow }]), gfmTable()],
    mdastExtensions: [directiveFromMarkdown(), gfmTableFromMarkdown()],
  });
}

/** Says where in its file something is not as pages are written. */
export function refuse(node: RootContent | undefined, why: string): never {
  // The line is counted from the end of the front matter, where the tree begins.
  const line = node?.position?.start.line;
  throw new Error(line === undefined ? why : `${why} (line ${line} below the ---)`);
}
