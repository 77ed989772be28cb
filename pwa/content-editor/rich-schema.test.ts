import { getSchema } from "@tiptap/core";
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { RichText } from "#schemas/content/rich-text.ts";
import { RICH_EXTENSIONS } from "./rich-schema.ts";

const schema = getSchema(RICH_EXTENSIONS);

/** As the editor writes marks: in the order that its schema has them. */
const MARKS = Object.keys(schema.marks);

const mark = fc.oneof(
  fc.constantFrom("bold", "italic", "strike", "code").map((type) => ({ type })),
  fc.constantFrom("/help", "https://example.org/a?b#c", "mailto:a@example.org").map((href) => ({
    type: "link",
    attrs: { href },
  })),
);
const inline = fc.oneof(
  fc
    .tuple(
      fc.string({ minLength: 1, maxLength: 8 }),
      fc.uniqueArray(mark, { maxLength: 5, selector: ({ type }) => type }),
    )
    .map(([text, marks]) => ({
      type: "text",
      text,
      ...(marks.length > 0 && {
        marks: marks.toSorted((one, other) => MARKS.indexOf(one.type) - MARKS.indexOf(other.type)),
      }),
    })),
  fc.constant({ type: "hardBreak" }),
);

/** Two texts beside each other with the same marks are one to the editor. */
function areApart(parts: readonly { readonly type: string; readonly marks?: unknown }[]): boolean {
  return parts.every(({ type, marks }, at) => {
    const former = parts[at - 1];
    return type !== "text" || former?.type !== "text" || JSON.stringify(former.marks) !== JSON.stringify(marks);
  });
}

const { block } = fc.letrec<{ block: unknown }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: "block" },
    fc
      .array(inline, { maxLength: 4 })
      .filter(areApart)
      .map((content) => ({
        type: "paragraph",
        ...(content.length > 0 && { content }),
      })),
    fc
      .tuple(
        fc.constantFrom("bulletList", "orderedList"),
        fc.array(fc.array(tie("block"), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
      )
      .map(([type, items]) => ({ type, content: items.map((content) => ({ type: "listItem", content })) })),
    fc.array(tie("block"), { minLength: 1, maxLength: 2 }).map((content) => ({ type: "blockquote", content })),
  ),
}));
const docs = fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => ({ type: "doc", content }));

test("whatever is stored is the same after it went through the editor", () => {
  fc.assert(
    fc.property(docs, (doc) => {
      fc.pre(v.is(RichText, doc));
      const node = schema.nodeFromJSON(doc);
      node.check();
      expect(node.toJSON()).toEqual(doc);
    }),
  );
});

test("an empty text of the editor is one that may be stored", () => {
  const empty = schema.topNodeType.createAndFill()?.toJSON();
  expect(v.is(RichText, empty)).toBe(true);
});

test("the editor has no node and no mark but those that are stored", () => {
  expect(Object.keys(schema.nodes).toSorted()).toEqual(
    ["doc", "paragraph", "text", "hardBreak", "bulletList", "orderedList", "listItem", "blockquote"].toSorted(),
  );
  expect(MARKS.toSorted()).toEqual(["bold", "code", "italic", "link", "strike"]);
  const attrs = [...Object.values(schema.nodes), ...Object.values(schema.marks)].flatMap(({ name, spec }) =>
    Object.keys(spec.attrs ?? {}).map((attr) => `${name}.${attr}`),
  );
  expect(attrs).toEqual(["link.href"]);
});
