import * as v from "valibot";
import { expect, test } from "vitest";
import { type PageSection, PageSections } from "#schemas/content/sections.ts";
import { nameAs } from "./name-parts.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readSections } from "./read-sections.ts";

const PICTURE = "ab".repeat(16);

function sectionsOf(body: string): readonly PageSection[] {
  const { nodes } = readMarkdown(`---\ntitle: A page\n---\n${body}`);
  return v.parse(PageSections, [...readSections(nodes, (name) => (name === "a.webp" ? PICTURE : name))]);
}
const said = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const doc = (...texts: string[]) => ({ type: "doc", content: texts.map(said) });

test("what stands at the top is read, colons and all", () => {
  const { fields } = readMarkdown("---\ntitle: Fees: what and when\norder: 20\n---\n");
  expect([...fields]).toEqual([
    ["title", "Fees: what and when"],
    ["order", "20"],
  ]);
  expect(() => readMarkdown("# A page\n")).toThrow("begins with its title");
  expect(() => readMarkdown("---\ntitle\n---\n")).toThrow("name: value");
});

test("paragraphs, lists and quotes that follow each other are one text", () => {
  const [text, ...others] = sectionsOf("One\nline.\n\n- **bold** [link](/help)\n\n> quoted\n");
  expect(others).toEqual([]);
  expect(text).toEqual({
    id: "text",
    type: "text",
    body: {
      type: "doc",
      content: [
        said("One line."),
        {
          type: "bulletList",
          content: [
            {
              type: "listItem",
              content: [
                {
                  type: "paragraph",
                  content: [
                    { type: "text", text: "bold", marks: [{ type: "bold" }] },
                    { type: "text", text: " " },
                    { type: "text", text: "link", marks: [{ type: "link", attrs: { href: "/help" } }] },
                  ],
                },
              ],
            },
          ],
        },
        { type: "blockquote", content: [said("quoted")] },
      ],
    },
  });
});

test("a colon in a text is a colon", () => {
  expect(sectionsOf("At 10:30 by web+stellar:pay, ana:b.")).toMatchObject([
    { body: doc("At 10:30 by web+stellar:pay, ana:b.") },
  ]);
});

test("headings, code, tables and pictures are sections of their own", () => {
  const body = [
    "## Kinds of memo {#kinds}",
    '![A screen](a.webp "What it shows")',
    "| A | B |\n| --- | --- |\n| 1 | `two` |",
    ":::table\nWhat it is.\n\n| A |\n| --- |\n| 1 |\n:::",
    "```sh\ncurl x\n```",
  ];
  expect(sectionsOf(body.join("\n\n"))).toEqual([
    { id: "kinds", type: "heading", text: "Kinds of memo", level: 2 },
    { id: "kinds-picture", type: "picture", mediaId: PICTURE, alt: "A screen", caption: "What it shows" },
    { id: "kinds-table", type: "table", caption: "", header: ["A", "B"], rows: [["1", "two"]] },
    { id: "kinds-table-2", type: "table", caption: "What it is.", header: ["A"], rows: [["1"]] },
    { id: "kinds-code", type: "code", language: "sh", code: "curl x" },
  ]);
});

test("blocks hold steps, questions, cards, columns, calls and callouts", () => {
  const body = [
    ":::steps{#first}\n### Open it\nDo.\n\n### Close it\nDo not.\n:::",
    ":::questions\n### Is it safe? {#safe}\nYes.\n:::",
    ":::cards\n### [Fees](/documentation/fees) {icon=coins}\nWhat it costs.\n\n### Bare\n:::",
    ":::columns\nLeft.\n\n---\n\nRight.\n:::",
    ":::cta\n### Try it\nNow.\n\n[Go](/auth)\n:::",
    ":::danger\nDo not lose it.\n:::",
  ];
  expect(sectionsOf(body.join("\n\n"))).toEqual([
    {
      id: "first",
      type: "steps",
      items: [
        { id: "open-it", title: "Open it", body: doc("Do.") },
        { id: "close-it", title: "Close it", body: doc("Do not.") },
      ],
    },
    { id: "questions", type: "questions", items: [{ id: "safe", question: "Is it safe?", answer: doc("Yes.") }] },
    {
      id: "cards",
      type: "cards",
      items: [
        { id: "fees", title: "Fees", text: "What it costs.", icon: "coins", href: "/documentation/fees" },
        { id: "bare", title: "Bare", text: "", icon: null, href: null },
      ],
    },
    { id: "columns", type: "columns", left: doc("Left."), right: doc("Right.") },
    {
      id: "call-to-action",
      type: "call-to-action",
      title: "Try it",
      text: "Now.",
      link: { label: "Go", href: "/auth" },
    },
    { id: "callout", type: "callout", tone: "danger", body: doc("Do not lose it.") },
  ]);
});

test("a name that is given by hand is no other part's", () => {
  const ids = sectionsOf("## Roles\n\n## Roles {#roles}\n\n## Roles").map(({ id }) => id);
  expect(ids).toEqual(["roles-2", "roles", "roles-3"]);
});

test.each([
  ["# Title", "## or ###"],
  ["<b>bold</b>", "html"],
  ["Text with <b>html</b>.", "html"],
  ["Text with ![a picture](a.webp).", "image"],
  [":::steps\nNo title.\n:::", "begins with ###"],
  [":::cta\n### Title\nNo link.\n:::", "a link"],
  [":::columns\nLeft alone.\n:::", "---"],
  [":::cards\n### Title {icon=skull}\n:::", "no icon skull"],
  [":::cards\n### Title\nWith **marks**.\n:::", "No marks"],
  [":::video\nx\n:::", ":::video"],
  ["- a\n\n  ```\n  code\n  ```", "code"],
])("%j is refused", (body, why) => {
  expect(() => sectionsOf(body)).toThrow(why);
});

test("a translation has the names of the page that it translates", () => {
  const english = sectionsOf("## Fees\n\n:::steps\n### One\nDo.\n:::");
  const names = nameAs(english, sectionsOf("## Comisiones\n\n:::steps\n### Uno\nHaz.\n:::"));
  expect(names).toMatchObject([
    { id: "fees", text: "Comisiones" },
    { id: "fees-steps", items: [{ id: "one", title: "Uno" }] },
  ]);
});

test.each([
  ["## Comisiones", "1 sections"],
  ["Texto.\n\n## Comisiones", "Section 1 is text"],
  ["## Comisiones\n\n:::steps\n### Uno\nHaz.\n\n### Dos\nHaz.\n:::", "2 parts"],
])("a translation that is otherwise is refused: %j", (body, why) => {
  const english = sectionsOf("## Fees\n\n:::steps\n### One\nDo.\n:::");
  expect(() => nameAs(english, sectionsOf(body))).toThrow(why);
});
