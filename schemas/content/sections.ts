import * as v from "valibot";
import { says } from "#schemas/values/field-sentences.ts";
import { requiredText, textUpTo } from "#schemas/values/fields.ts";
import { ContentLink } from "./links.ts";
import { linksOf, plainText, RichText } from "./rich-text.ts";

/** Sections of one page. */
export const MOST_SECTIONS = 100;
const MOST_PARTS = 60;
const MOST_COLUMNS = 8;
const MOST_ROWS = 100;

/** What a section or a part of one is called within its page: its anchor in an address, and how an editor knows it again. */
export const PartId = v.pipe(v.string(), v.regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, says("content-anchor")));
/** A picture of the media library, named by what is in it: the first 32 hex digits of its SHA-256. */
export const MediaId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, "Malformed picture"));

/** Icons that cards and menus may show, by Lucide's names. */
export const CONTENT_ICONS = [
  "shield",
  "zap",
  "coins",
  "arrow-left-right",
  "history",
  "refresh-cw",
  "wifi-off",
  "key-round",
  "users",
  "book-open",
  "life-buoy",
  "globe",
  "scale",
  "bell",
  "chart-line",
  "smartphone",
] as const;
export const ContentIcon = v.picklist(CONTENT_ICONS);
export type ContentIcon = v.InferOutput<typeof ContentIcon>;

const Line = (max: number) => requiredText(max, says("content-required"));

/** A link with its words. */
export const LabelledLink = v.strictObject({ label: Line(80), href: ContentLink });
export type LabelledLink = v.InferOutput<typeof LabelledLink>;

const Part = { id: PartId };
export const Step = v.strictObject({ ...Part, title: Line(160), body: RichText });
export const Question = v.strictObject({ ...Part, question: Line(240), answer: RichText });
export const ContentCard = v.strictObject({
  ...Part,
  title: Line(120),
  text: textUpTo(500),
  icon: v.nullable(ContentIcon),
  href: v.nullable(ContentLink),
});
const Parts = <Schema extends v.GenericSchema>(part: Schema) =>
  v.pipe(v.array(part), v.minLength(1, says("content-required")), v.maxLength(MOST_PARTS, says("content-too-many")));
const Cell = textUpTo(500);

/** One part of a page; `type` says which. */
export const PageSection = v.variant("type", [
  v.strictObject({ ...Part, type: v.literal("text"), body: RichText }),
  v.strictObject({ ...Part, type: v.literal("heading"), text: Line(200), level: v.picklist([2, 3]) }),
  v.strictObject({
    ...Part,
    type: v.literal("picture"),
    mediaId: MediaId,
    /** What it shows, for whoever does not see it. */
    alt: Line(300),
    caption: textUpTo(300),
  }),
  v.strictObject({ ...Part, type: v.literal("columns"), left: RichText, right: RichText }),
  v.strictObject({ ...Part, type: v.literal("steps"), items: Parts(Step) }),
  v.strictObject({ ...Part, type: v.literal("questions"), items: Parts(Question) }),
  v.strictObject({
    ...Part,
    type: v.literal("call-to-action"),
    title: Line(160),
    text: textUpTo(500),
    link: LabelledLink,
  }),
  v.strictObject({
    ...Part,
    type: v.literal("code"),
    /** What it is written in, as it is told to readers. */
    language: textUpTo(20),
    code: v.pipe(v.string(), v.minLength(1, says("content-required")), v.maxLength(10_000)),
  }),
  v.pipe(
    v.strictObject({
      ...Part,
      type: v.literal("table"),
      caption: textUpTo(200),
      header: v.pipe(v.array(Cell), v.minLength(1), v.maxLength(MOST_COLUMNS)),
      rows: v.pipe(v.array(v.array(Cell)), v.minLength(1), v.maxLength(MOST_ROWS)),
    }),
    v.check(({ header, rows }) => rows.every((row) => row.length === header.length), says("content-table")),
  ),
  v.strictObject({
    ...Part,
    type: v.literal("callout"),
    tone: v.picklist(["note", "good", "warning", "danger"]),
    body: RichText,
  }),
  v.strictObject({ ...Part, type: v.literal("cards"), items: Parts(ContentCard) }),
]);
export type PageSection = v.InferOutput<typeof PageSection>;
export type SectionType = PageSection["type"];
/** Every kind of section, in the order an editor offers them. */
export const SECTION_TYPES = [
  "text",
  "heading",
  "picture",
  "columns",
  "steps",
  "questions",
  "call-to-action",
  "code",
  "table",
  "callout",
  "cards",
] as const satisfies readonly SectionType[];

/** The sections of a page. No two parts of it have one name. */
export const PageSections = v.pipe(
  v.array(PageSection),
  v.maxLength(MOST_SECTIONS, says("content-too-many")),
  v.check((sections) => {
    const ids = anchorsOf(sections);
    return new Set(ids).size === ids.length;
  }, says("content-anchor-twice")),
);

/** What within a page an address may name: its sections, and those of their parts that have names. */
export function anchorsOf(sections: readonly PageSection[]): readonly string[] {
  return sections.flatMap((section) => [section.id, ...partIdsOf(section)]);
}

function partIdsOf(section: PageSection): readonly string[] {
  return section.type === "steps" || section.type === "questions" || section.type === "cards"
    ? section.items.map(({ id }) => id)
    : [];
}

/** The texts of a section that have marks. */
function richTextsOf(section: PageSection): readonly RichText[] {
  switch (section.type) {
    case "text":
    case "callout":
      return [section.body];
    case "columns":
      return [section.left, section.right];
    case "steps":
      return section.items.map(({ body }) => body);
    case "questions":
      return section.items.map(({ answer }) => answer);
    default:
      return [];
  }
}

/** Where the links of a section lead. */
export function sectionLinks(section: PageSection): readonly string[] {
  const own =
    section.type === "call-to-action"
      ? [section.link.href]
      : section.type === "cards"
        ? section.items.flatMap(({ href }) => (href === null ? [] : [href]))
        : [];
  return [...own, ...richTextsOf(section).flatMap(linksOf)];
}

/** Everything that a section says, without marks: what is searched, and compared. */
export function sectionText(section: PageSection): string {
  const rich = richTextsOf(section).map(plainText);
  switch (section.type) {
    case "heading":
      return section.text;
    case "picture":
      return `${section.alt}\n${section.caption}`;
    case "steps":
      return section.items.map(({ title, body }) => `${title}\n${plainText(body)}`).join("\n");
    case "questions":
      return section.items.map(({ question, answer }) => `${question}\n${plainText(answer)}`).join("\n");
    case "call-to-action":
      return `${section.title}\n${section.text}\n${section.link.label}`;
    case "code":
      return section.code;
    case "table":
      return [section.caption, ...[section.header, ...section.rows].map((row) => row.join(" | "))].join("\n");
    case "cards":
      return section.items.map(({ title, text }) => `${title}\n${text}`).join("\n");
    default:
      return rich.join("\n");
  }
}
