import type { Heading, PhrasingContent, RootContent, Table, TableRow } from "mdast";
import type { ContainerDirective } from "mdast-util-directive";
import { CONTENT_ICONS, type ContentIcon, type PageSection } from "#schemas/content/sections.ts";
import { refuse } from "./read-markdown.ts";
import { isRichText, lineOf, richTextOf } from "./read-rich-text.ts";
import { nameParts } from "./name-parts.ts";

/** Which picture a page means by the name of its file. */
export type MediaIdOf = (name: string) => string;

/** The sections of a page, each with what it is called where the page says so, or else a name from its words. */
export function readSections(nodes: readonly RootContent[], mediaIdOf: MediaIdOf): readonly PageSection[] {
  const sections: PageSection[] = [];
  for (let at = 0; at < nodes.length;) {
    const run = nodes.slice(at, textEnd(nodes, at));
    const node = nodes[at];
    if (run.length > 0) sections.push({ id: "", type: "text", body: richTextOf(run) });
    else if (node !== undefined) sections.push(sectionOf(node, mediaIdOf));
    at += Math.max(run.length, 1);
  }
  return nameParts(sections);
}

/** Where the run of paragraphs, lists and quotes that begins here is over. */
function textEnd(nodes: readonly RootContent[], from: number): number {
  const end = nodes.findIndex((node, at) => at >= from && (!isRichText(node) || pictureIn(node) !== null));
  return end === -1 ? nodes.length : end;
}

function sectionOf(node: RootContent, mediaIdOf: MediaIdOf): PageSection {
  const picture = pictureIn(node);
  if (picture !== null) {
    const mediaId = mediaIdOf(picture.url);
    return { id: "", type: "picture", mediaId, alt: picture.alt ?? "", caption: picture.title ?? "" };
  }
  switch (node.type) {
    case "heading": {
      const { id, words } = titleOf(node);
      if (node.depth !== 2 && node.depth !== 3) return refuse(node, "Headings of a page are ## or ###");
      return { id, type: "heading", text: words, level: node.depth };
    }
    case "code":
      return { id: "", type: "code", language: node.lang ?? "", code: node.value };
    case "table":
      return tableOf("", "", node);
    case "containerDirective":
      return containerOf(node);
    default:
      return refuse(node, `No page has a ${node.type}`);
  }
}

/** A picture that is a paragraph by itself. */
function pictureIn(node: RootContent) {
  const [only, ...others] = node.type === "paragraph" ? node.children : [];
  return only?.type === "image" && others.length === 0 ? only : null;
}

function containerOf(node: ContainerDirective): PageSection {
  const id = node.attributes?.["id"] ?? "";
  switch (node.name) {
    case "note":
    case "good":
    case "warning":
    case "danger":
      return { id, type: "callout", tone: node.name, body: richTextOf(node.children) };
    case "columns": {
      const middle = node.children.findIndex(({ type }) => type === "thematicBreak");
      if (middle === -1) return refuse(node, "Two columns have --- between them");
      const [left, right] = [node.children.slice(0, middle), node.children.slice(middle + 1)];
      return { id, type: "columns", left: richTextOf(left), right: richTextOf(right) };
    }
    case "table": {
      const table = node.children.find((child) => child.type === "table");
      const caption = node.children[0] === table ? "" : lineOf(node.children[0]);
      return table === undefined ? refuse(node, "There is no table in it") : tableOf(id, caption, table);
    }
    case "cta":
      return callToActionOf(id, node);
    case "steps":
      return {
        id,
        type: "steps",
        items: itemsOf(node, ({ id, words, body }) => ({ id, title: words, body: richTextOf(body) })),
      };
    case "questions":
      return {
        id,
        type: "questions",
        items: itemsOf(node, ({ id, words, body }) => ({ id, question: words, answer: richTextOf(body) })),
      };
    case "cards":
      return {
        id,
        type: "cards",
        items: itemsOf(node, ({ body, words, ...card }) => ({ ...card, title: words, text: lineOf(body[0]) })),
      };
    default:
      return refuse(node, `There is no :::${node.name}`);
  }
}

function callToActionOf(id: string, node: ContainerDirective): PageSection {
  const { words, body } = itemsOf(node, (item) => item)[0] ?? refuse(node, "It has a title, ###");
  const last = body.at(-1);
  const link = last?.type === "paragraph" && last.children.length === 1 ? last.children[0] : undefined;
  if (link?.type !== "link") return refuse(node, "Its last paragraph is a link");
  const text = body.length > 1 ? lineOf(body[0]) : "";
  return { id, type: "call-to-action", title: words, text, link: { label: wordsIn(link.children), href: link.url } };
}

interface Item extends Title {
  readonly body: readonly RootContent[];
}

/** What stands below each ### of a block. */
function itemsOf<Part>({ children }: ContainerDirective, partOf: (item: Item) => Part): Part[] {
  const heads = children.flatMap((child, at) => (child.type === "heading" ? [{ child, at }] : []));
  if (heads[0]?.at !== 0) return refuse(children[0], "Each of them begins with ###");
  return heads.map(({ child, at }, index) =>
    partOf({ ...titleOf(child), body: children.slice(at + 1, heads[index + 1]?.at) }),
  );
}

interface Title {
  readonly id: string;
  readonly words: string;
  readonly href: string | null;
  readonly icon: ContentIcon | null;
}

/** A heading, which may end in `{#its-name icon=zap}`, and may be a link. */
function titleOf(heading: Heading): Title {
  const written = wordsIn(heading.children);
  const [, words = written, attributes = ""] = /^(.*?)\s*\{([^{}]*)\}$/.exec(written) ?? [];
  const named = (pattern: RegExp) => pattern.exec(attributes)?.[1];
  const icon = named(/icon=(\S+)/);
  const known = CONTENT_ICONS.find((each) => each === icon) ?? null;
  if (icon !== undefined && known === null) return refuse(heading, `There is no icon ${icon}`);
  const link = heading.children.find((child) => child.type === "link");
  return { id: named(/#([a-z0-9-]+)/) ?? "", words, href: link?.url ?? null, icon: known };
}

function tableOf(id: string, caption: string, { children }: Table): PageSection {
  const [header, ...rows] = children.map((row: TableRow) => row.children.map((cell) => wordsIn(cell.children)));
  return { id, type: "table", caption, header: header ?? [], rows };
}

/** Words of which no mark is kept. */
function wordsIn(children: readonly PhrasingContent[]): string {
  return children
    .map((child) => ("value" in child ? child.value : "children" in child ? wordsIn(child.children) : " "))
    .join("")
    .replaceAll("\n", " ");
}
