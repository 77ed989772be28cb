import * as v from "valibot";
import { says } from "#schemas/values/field-sentences.ts";
import { Instant, requiredText, textUpTo } from "#schemas/values/fields.ts";
import { type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { ContentLink, isOwnPath } from "./links.ts";
import { linksOf, RichText } from "./rich-text.ts";
import { ContentIcon, LabelledLink, MediaId, PageSections, PartId, sectionLinks } from "./sections.ts";

/** What operators write: pages, blocks that stand on screens of the app, and menus. */
export const CONTENT_KINDS = ["page", "block", "menu"] as const;
export const ContentKind = v.picklist(CONTENT_KINDS);
export type ContentKind = v.InferOutput<typeof ContentKind>;

/** A page's key is its path without the leading slash, of two parts at most; a block's and a menu's is one part. */
export const ContentKey = v.pipe(
  v.string(),
  v.maxLength(80, says("content-key")),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)?$/, says("content-key")),
);

/** One text in each language it was written in; English is what the others fall back to. */
function inEachLanguage<Schema extends v.GenericSchema>(schema: Schema) {
  return v.strictObject({
    en: schema,
    es: v.optional(schema),
    fr: v.optional(schema),
    pt: v.optional(schema),
    ar: v.optional(schema),
  });
}
export type InEachLanguage<Value> = { readonly en: Value } & {
  readonly [L in Exclude<Language, "en">]?: Value | undefined;
};

/** What was written in a language, and in which it is: English where nobody wrote it in the language asked for. */
export function inLanguage<Value>(
  written: InEachLanguage<Value>,
  language: Language,
): { readonly value: Value; readonly language: Language } {
  const value = written[language];
  return value === undefined ? { value: written.en, language: "en" } : { value, language };
}

/** The languages that something is written in. */
export function languagesOf(written: InEachLanguage<unknown>): readonly Language[] {
  return LANGUAGES.filter((language) => written[language] !== undefined);
}

/** Where a page belongs: what lists it, what it is found under, and what is said around it. */
export const PAGE_GROUPS = ["page", "help", "documentation", "tutorials", "blog", "legal"] as const;
export const PageGroup = v.picklist(PAGE_GROUPS);
export type PageGroup = v.InferOutput<typeof PageGroup>;

export const PageWords = v.strictObject({
  title: requiredText(120, says("content-required")),
  /** What search engines and lists say of it. */
  description: requiredText(300, says("content-required")),
  sections: PageSections,
});
export type PageWords = v.InferOutput<typeof PageWords>;

export const PageContent = v.strictObject({
  kind: v.literal("page"),
  group: PageGroup,
  /** Its place among the others of its group. */
  order: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9999)),
  /** The day that a post of the blog bears; null for all else. */
  postedAt: v.nullable(Instant),
  words: inEachLanguage(PageWords),
});
export type PageContent = v.InferOutput<typeof PageContent>;

export const BLOCK_TYPES = ["banner", "announcement", "card", "question"] as const;
export const BLOCK_PLACES = ["landing", "dashboard", "auth"] as const;
export type BlockPlace = (typeof BLOCK_PLACES)[number];

export const BlockWords = v.strictObject({
  title: requiredText(160, says("content-required")),
  body: RichText,
  link: v.nullable(LabelledLink),
  /** What its picture shows; nothing where it has none. */
  alt: textUpTo(300),
});
export type BlockWords = v.InferOutput<typeof BlockWords>;

export const BlockContent = v.pipe(
  v.strictObject({
    kind: v.literal("block"),
    blockType: v.picklist(BLOCK_TYPES),
    place: v.picklist(BLOCK_PLACES),
    displayOrder: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9999)),
    isActive: v.boolean(),
    /** Shown from this moment, and until that one; null where it has no such end. */
    from: v.nullable(Instant),
    until: v.nullable(Instant),
    icon: v.nullable(ContentIcon),
    mediaId: v.nullable(MediaId),
    words: inEachLanguage(BlockWords),
  }),
  v.check(({ from, until }) => from === null || until === null || from < until, says("content-until")),
  v.check(
    ({ mediaId, words }) =>
      mediaId === null || LANGUAGES.every((language) => (words[language]?.alt ?? "x").trim() !== ""),
    says("content-alt"),
  ),
);
export type BlockContent = v.InferOutput<typeof BlockContent>;

export const MENU_LOCATIONS = ["header", "footer", "help"] as const;
export type MenuLocation = (typeof MENU_LOCATIONS)[number];
/** Items of one menu, those within others too; and how deep they go. */
export const MOST_MENU_ITEMS = 60;
export const MENU_DEPTH = 3;

const Label = requiredText(60, says("content-required"));

const menuItemFields = {
  id: PartId,
  label: inEachLanguage(Label),
  url: ContentLink,
  icon: v.nullable(ContentIcon),
  isActive: v.boolean(),
  isExternal: v.boolean(),
  requiresAuth: v.boolean(),
};
const Leaf = v.strictObject(menuItemFields);
/** An item of a menu, with those within it. */
export interface MenuItem extends v.InferOutput<typeof Leaf> {
  readonly items: readonly MenuItem[];
}
const MenuItemSchema: v.GenericSchema<MenuItem> = v.strictObject({
  ...menuItemFields,
  items: v.array(v.lazy(() => MenuItemSchema)),
});

/** How many items there are, and how deep; counted level by level, so that no nesting is too deep to be refused. */
function sizeOf(items: unknown): { readonly count: number; readonly depth: number } {
  let [count, depth] = [0, 0];
  let level: readonly unknown[] = Array.isArray(items) ? items : [];
  while (level.length > 0 && count <= MOST_MENU_ITEMS && depth <= MENU_DEPTH) {
    count += level.length;
    depth += 1;
    level = level.flatMap((item) => {
      const within: unknown = typeof item === "object" && item !== null && "items" in item ? item.items : [];
      return Array.isArray(within) ? within : [];
    });
  }
  return { count, depth };
}

const MenuItems = v.pipe(
  v.unknown(),
  v.check((items) => sizeOf(items).count <= MOST_MENU_ITEMS, says("content-too-many")),
  v.check((items) => sizeOf(items).depth <= MENU_DEPTH, says("content-too-deep")),
  v.array(MenuItemSchema),
  v.check((items) => {
    const ids = flatItems(items).map(({ id }) => id);
    return new Set(ids).size === ids.length;
  }, says("content-anchor-twice")),
  v.check(
    (items) => flatItems(items).every(({ url, isExternal }) => isExternal !== isOwnPath(url)),
    says("content-external"),
  ),
);

export const MenuContent = v.strictObject({
  kind: v.literal("menu"),
  name: inEachLanguage(Label),
  location: v.picklist(MENU_LOCATIONS),
  displayOrder: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9999)),
  isActive: v.boolean(),
  items: MenuItems,
});
export type MenuContent = v.InferOutput<typeof MenuContent>;

/** All items of a menu, each before those within it. */
export function flatItems(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.flatMap((item) => [item, ...flatItems(item.items)]);
}

/** What is written under one key. */
export const Content = v.variant("kind", [PageContent, BlockContent, MenuContent]);
export type Content = v.InferOutput<typeof Content>;

/** Everything that it leads to, in all of its languages. */
export function contentLinks(content: Content): readonly string[] {
  if (content.kind === "menu") return flatItems(content.items).map(({ url }) => url);
  if (content.kind === "page") return wordsOf(content.words).flatMap(({ sections }) => sections.flatMap(sectionLinks));
  return wordsOf(content.words).flatMap(({ body, link }) => [...linksOf(body), ...(link === null ? [] : [link.href])]);
}

/** The pictures that it shows. */
export function contentMedia(content: Content): readonly string[] {
  if (content.kind === "menu") return [];
  if (content.kind === "block") return content.mediaId === null ? [] : [content.mediaId];
  return wordsOf(content.words).flatMap(({ sections }) =>
    sections.flatMap((section) => (section.type === "picture" ? [section.mediaId] : [])),
  );
}

/** What is written, in each of the languages it is written in. */
export function wordsOf<Words>(written: InEachLanguage<Words>): readonly Words[] {
  return LANGUAGES.flatMap((language) => {
    const words = written[language];
    return words === undefined ? [] : [words];
  });
}
