import * as v from "valibot";
import { says } from "#schemas/values/field-sentences.ts";
import { ContentLink } from "./links.ts";

/** Lists within lists, and quotes within them, go no deeper than this. */
export const RICH_TEXT_DEPTH = 6;
/** UTF-16 units of one text, its marks not counted. */
export const RICH_TEXT_LENGTH = 20_000;
/** Nodes of one text. */
const RICH_TEXT_NODES = 2000;

export const RichMark = v.variant("type", [
  v.strictObject({ type: v.literal("bold") }),
  v.strictObject({ type: v.literal("italic") }),
  v.strictObject({ type: v.literal("strike") }),
  v.strictObject({ type: v.literal("code") }),
  v.strictObject({ type: v.literal("link"), attrs: v.strictObject({ href: ContentLink }) }),
]);
export type RichMark = v.InferOutput<typeof RichMark>;

export const RichInline = v.variant("type", [
  v.strictObject({
    type: v.literal("text"),
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(RICH_TEXT_LENGTH)),
    marks: v.optional(v.pipe(v.array(RichMark), v.maxLength(5))),
  }),
  v.strictObject({ type: v.literal("hardBreak") }),
]);
export type RichInline = v.InferOutput<typeof RichInline>;

export interface RichListItem {
  readonly type: "listItem";
  readonly content: readonly RichBlock[];
}
export type RichBlock =
  | { readonly type: "paragraph"; readonly content?: readonly RichInline[] | undefined }
  | { readonly type: "bulletList"; readonly content: readonly RichListItem[] }
  | { readonly type: "orderedList"; readonly content: readonly RichListItem[] }
  | { readonly type: "blockquote"; readonly content: readonly RichBlock[] };

const Paragraph = v.strictObject({
  type: v.literal("paragraph"),
  content: v.optional(v.pipe(v.array(RichInline), v.maxLength(RICH_TEXT_NODES))),
});
const Blocks: v.GenericSchema<readonly RichBlock[]> = v.pipe(
  v.array(v.lazy(() => Block)),
  v.minLength(1),
  v.maxLength(RICH_TEXT_NODES),
);
const ListItem: v.GenericSchema<RichListItem> = v.strictObject({ type: v.literal("listItem"), content: Blocks });
const Items = v.pipe(v.array(ListItem), v.minLength(1), v.maxLength(RICH_TEXT_NODES));
const Block: v.GenericSchema<RichBlock> = v.variant("type", [
  Paragraph,
  v.strictObject({ type: v.literal("bulletList"), content: Items }),
  v.strictObject({ type: v.literal("orderedList"), content: Items }),
  v.strictObject({ type: v.literal("blockquote"), content: Blocks }),
]);

interface Measure {
  readonly depth: number;
  readonly nodes: number;
}

/** How deep and how large something is that nobody has looked at yet; it stops where it is too much of either. */
function measure(root: unknown): Measure {
  let [depth, nodes] = [0, 0];
  let level = [root];
  // Level by level, not by recursion: a text that is nested ten thousand times must not end the process that refuses it.
  while (level.length > 0 && nodes <= RICH_TEXT_NODES && depth <= MOST_LEVELS) {
    nodes += level.length;
    depth += 1;
    level = level.flatMap((node) => {
      const content: unknown = typeof node === "object" && node !== null && "content" in node ? node.content : [];
      return Array.isArray(content) ? content : [];
    });
  }
  return { depth, nodes };
}
/** A list is two levels, itself and its items; around all are the document, a paragraph and its words. */
const MOST_LEVELS = RICH_TEXT_DEPTH * 2 + 3;

/**
 * A text with its marks, as ProseMirror writes a document in JSON, of a closed set of nodes: paragraphs, lists and quotes; bold, italic,
 * struck, code and links. Nothing else is stored, and each is drawn by our own hand.
 */
export const RichText = v.pipe(
  v.unknown(),
  v.check((root) => measure(root).nodes <= RICH_TEXT_NODES, says("content-too-large")),
  v.check((root) => measure(root).depth <= MOST_LEVELS, says("content-too-deep")),
  v.strictObject({ type: v.literal("doc"), content: Blocks }),
  v.check((root) => plainText(root).length <= RICH_TEXT_LENGTH, says("at-most", { most: RICH_TEXT_LENGTH })),
);
export interface RichText {
  readonly type: "doc";
  readonly content: readonly RichBlock[];
}

/** A text without marks: its paragraphs, a line each. */
export function plainText({ content }: RichText): string {
  return content.flatMap(linesOf).join("\n");
}

function linesOf(block: RichBlock): readonly string[] {
  if (block.type === "paragraph") {
    return [(block.content ?? []).map((part) => (part.type === "text" ? part.text : "\n")).join("")];
  }
  if (block.type === "blockquote") return block.content.flatMap(linesOf);
  return block.content.flatMap((item) => item.content.flatMap(linesOf));
}

/** Where the links of a text lead. */
export function linksOf({ content }: RichText): readonly string[] {
  return content.flatMap(blockLinks);
}

function blockLinks(block: RichBlock): readonly string[] {
  if (block.type === "paragraph") {
    return (block.content ?? []).flatMap((part) =>
      part.type === "text" ? (part.marks ?? []).flatMap((mark) => (mark.type === "link" ? [mark.attrs.href] : [])) : [],
    );
  }
  if (block.type === "blockquote") return block.content.flatMap(blockLinks);
  return block.content.flatMap((item) => item.content.flatMap(blockLinks));
}

/** A text of one paragraph, or of one for each line that is not empty. */
export function richText(text: string): RichText {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return { type: "doc", content: [{ type: "paragraph" }] };
  return {
    type: "doc",
    content: lines.map((line) => ({ type: "paragraph", content: [{ type: "text", text: line }] })),
  };
}
