import type { ListItem, Paragraph, PhrasingContent, RootContent } from "mdast";
import type { RichBlock, RichInline, RichListItem, RichMark, RichText } from "#schemas/content/rich-text.ts";
import { refuse } from "./read-markdown.ts";

/** What a text may consist of; all else is a section of its own. */
export function isRichText(node: RootContent): boolean {
  return node.type === "paragraph" || node.type === "list" || node.type === "blockquote";
}

/** Paragraphs, lists and quotes as a text with marks. */
export function richTextOf(nodes: readonly RootContent[]): RichText {
  return { type: "doc", content: nodes.map(blockOf) };
}

function blockOf(node: RootContent): RichBlock {
  switch (node.type) {
    case "paragraph":
      return { type: "paragraph", content: inlinesOf(node) };
    case "list":
      return { type: node.ordered === true ? "orderedList" : "bulletList", content: node.children.map(listItemOf) };
    case "blockquote":
      return { type: "blockquote", content: node.children.map(blockOf) };
    default:
      return refuse(node, `No text has a ${node.type} in it`);
  }
}

function listItemOf({ children }: ListItem): RichListItem {
  return { type: "listItem", content: children.map(blockOf) };
}

/** What stands in a paragraph. */
export function inlinesOf({ children }: Paragraph): readonly RichInline[] {
  return children.flatMap((child) => inlineOf(child, []));
}

function inlineOf(node: PhrasingContent, marks: readonly RichMark[]): readonly RichInline[] {
  const within = (children: readonly PhrasingContent[], mark: RichMark) =>
    children.flatMap((child) => inlineOf(child, [...marks, mark]));
  switch (node.type) {
    case "text":
      return [textOf(node.value, marks)];
    case "inlineCode":
      return [textOf(node.value, [...marks, { type: "code" }])];
    case "strong":
      return within(node.children, { type: "bold" });
    case "emphasis":
      return within(node.children, { type: "italic" });
    case "link":
      return within(node.children, { type: "link", attrs: { href: node.url } });
    case "break":
      return [{ type: "hardBreak" }];
    default:
      return refuse(node, `No text has a ${node.type} in it`);
  }
}

/** Where a line of the file ends is nobody's business but the file's. */
function textOf(value: string, marks: readonly RichMark[]): RichInline {
  const text = value.replaceAll("\n", " ");
  return marks.length === 0 ? { type: "text", text } : { type: "text", text, marks: [...marks] };
}

/** The words of a paragraph, where none of them may be marked. */
export function lineOf(node: RootContent | undefined): string {
  if (node === undefined) return "";
  if (node.type !== "paragraph") return refuse(node, "Here a paragraph without marks belongs");
  return inlinesOf(node)
    .map((part) => (part.type === "text" && part.marks === undefined ? part.text : refuse(node, "No marks here")))
    .join("");
}
