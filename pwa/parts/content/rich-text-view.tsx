import { Fragment, type ReactNode } from "react";
import type { RichBlock, RichInline, RichMark, RichText } from "#schemas/content/rich-text.ts";
import { ContentLink } from "./content-link.tsx";

/** A text with its marks. Each node of the closed set has its element; of anything else nothing is drawn. */
export function RichTextView({ text }: { readonly text: RichText }) {
  return <div className="space-y-3 [overflow-wrap:anywhere]">{blocksOf(text.content)}</div>;
}

// What is drawn stands where it stands: the place of a node is its key.
function blocksOf(blocks: readonly RichBlock[]): ReactNode {
  return blocks.map((block, at) => <Fragment key={at}>{blockOf(block)}</Fragment>);
}

function blockOf(block: RichBlock): ReactNode {
  switch (block.type) {
    case "paragraph":
      return (
        <p>
          {block.content?.map((part, at) => (
            <Fragment key={at}>{inlineOf(part)}</Fragment>
          ))}
        </p>
      );
    case "bulletList":
      return <ul className="list-disc space-y-1.5 ps-6">{itemsOf(block.content)}</ul>;
    case "orderedList":
      return <ol className="list-decimal space-y-1.5 ps-6">{itemsOf(block.content)}</ol>;
    case "blockquote":
      return (
        <blockquote className="space-y-3 border-s-2 border-line-strong ps-4">{blocksOf(block.content)}</blockquote>
      );
    default:
      return null;
  }
}

function itemsOf(items: readonly { readonly content: readonly RichBlock[] }[]): ReactNode {
  return items.map((item, at) => (
    <li key={at} className="space-y-1.5 ps-1">
      {blocksOf(item.content)}
    </li>
  ));
}

function inlineOf(part: RichInline): ReactNode {
  if (part.type === "hardBreak") return <br />;
  if (part.type !== "text") return null;
  return (part.marks ?? []).reduce<ReactNode>((inner, mark) => marked(mark, inner), part.text);
}

function marked(mark: RichMark, inner: ReactNode): ReactNode {
  switch (mark.type) {
    case "bold":
      return <strong className="font-semibold text-ink">{inner}</strong>;
    case "italic":
      return <em>{inner}</em>;
    case "strike":
      return <s>{inner}</s>;
    case "code":
      return <code className="rounded-sm bg-surface-2 px-1 py-0.5 font-mono text-[0.9em]">{inner}</code>;
    case "link":
      return (
        <ContentLink
          href={mark.attrs.href}
          className="text-accent underline decoration-from-font underline-offset-4 hover:decoration-2"
        >
          {inner}
        </ContentLink>
      );
    default:
      return inner;
  }
}
