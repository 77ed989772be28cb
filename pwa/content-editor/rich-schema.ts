import { type Extensions, Mark } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { isContentLink } from "#schemas/content/links.ts";

/** A link has an address and nothing else, and one that content may not lead to is none: pasted or not, it is left as text. */
const Link = Mark.create({
  name: "link",
  inclusive: false,
  exitable: true,
  addAttributes() {
    return { href: { default: "" } };
  },
  parseHTML() {
    return [{ tag: "a[href]", getAttrs: (element) => isContentLink(element.getAttribute("href") ?? "") && null }];
  },
  renderHTML({ HTMLAttributes: { href } }) {
    return ["a", { href: String(href) }, 0];
  },
});

const Ordered = OrderedList.extend({
  addAttributes() {
    return {};
  },
});

/** Tab leaves the text, as it does everywhere: who writes by the keyboard is not caught in a list. */
const Item = ListItem.extend({
  content: "block+",
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      "Mod-]": () => this.editor.commands.sinkListItem(this.name),
      "Mod-[": () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/**
 * The closed set of nodes and marks of `schemas/content/rich-text.ts`, as the editor's library has them: what it writes is exactly what
 * is stored. What is pasted keeps what is in the set, and of all else the text.
 */
export const RICH_EXTENSIONS: Extensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  BulletList,
  Ordered,
  Item,
  Blockquote,
  Bold,
  Italic,
  Strike,
  Code.extend({ excludes: "" }),
  Link,
];
