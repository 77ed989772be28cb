import * as v from "valibot";
import { Instant } from "#schemas/values/fields.ts";
import { Language } from "#schemas/values/languages.ts";
import { BLOCK_PLACES, BLOCK_TYPES, ContentKey, MENU_LOCATIONS, PageGroup } from "./items.ts";
import { RichText } from "./rich-text.ts";
import { ContentIcon, LabelledLink, MediaId, PageSections } from "./sections.ts";

/** Which page, and the language that the reader reads. */
export const PageQuery = v.strictObject({ page: ContentKey, language: Language });
export const LanguageQuery = v.strictObject({ language: Language });

/** A published page as its readers get it, in one language. */
export const PageOutput = v.strictObject({
  pageKey: ContentKey,
  group: PageGroup,
  /** The language it is in: English where nobody wrote it in the one asked for. */
  language: Language,
  /** Every language that it is written in. */
  languages: v.array(Language),
  title: v.string(),
  description: v.string(),
  sections: PageSections,
  version: v.number(),
  publishedAt: Instant,
  /** The day that a post bears. */
  postedAt: v.nullable(Instant),
  /** Whether it is still the text that Astrolabe came with. */
  isDefault: v.boolean(),
});
export type PageOutput = v.InferOutput<typeof PageOutput>;

/** Preview of a draft: what a link that an operator signed leads to. */
export const PreviewQuery = v.strictObject({ token: v.pipe(v.string(), v.maxLength(400)), language: Language });

/** A draft as its readers would get it, and until when the link shows it. */
export const PreviewOutput = v.strictObject({ ...PageOutput.entries, until: Instant });
export type PreviewOutput = v.InferOutput<typeof PreviewOutput>;

/** A page as lists name it. */
export const PageEntry = v.strictObject({
  pageKey: ContentKey,
  group: PageGroup,
  title: v.string(),
  description: v.string(),
  order: v.number(),
  postedAt: v.nullable(Instant),
});
export type PageEntry = v.InferOutput<typeof PageEntry>;

export const BlockOutput = v.strictObject({
  blockKey: ContentKey,
  blockType: v.picklist(BLOCK_TYPES),
  place: v.picklist(BLOCK_PLACES),
  icon: v.nullable(ContentIcon),
  mediaId: v.nullable(MediaId),
  title: v.string(),
  body: RichText,
  link: v.nullable(LabelledLink),
  alt: v.string(),
  language: Language,
  /** Which version of it this is: whoever has put one away is shown the next. */
  version: v.number(),
  /** When it ends by itself, also for a device that cannot ask by then; null for no such end. */
  until: v.nullable(Instant),
});
export type BlockOutput = v.InferOutput<typeof BlockOutput>;

/** An item of a menu with those within it, in one language; inactive ones are left out. */
export interface MenuItemOutput {
  readonly label: string;
  readonly url: string;
  readonly icon: ContentIcon | null;
  readonly isExternal: boolean;
  readonly requiresAuth: boolean;
  readonly items: readonly MenuItemOutput[];
}
export const MenuItemOutput: v.GenericSchema<MenuItemOutput> = v.strictObject({
  label: v.string(),
  url: v.string(),
  icon: v.nullable(ContentIcon),
  isExternal: v.boolean(),
  requiresAuth: v.boolean(),
  items: v.array(v.lazy(() => MenuItemOutput)),
});

export const MenuOutput = v.strictObject({
  menuKey: ContentKey,
  name: v.string(),
  location: v.picklist(MENU_LOCATIONS),
  items: v.array(MenuItemOutput),
});
export type MenuOutput = v.InferOutput<typeof MenuOutput>;

const SocialLink = v.nullable(v.pipe(v.string(), v.startsWith("https://")));
/** Where else this service is to be found, as operators set it (`schemas/interface.ts`); null for a service that it is not at. */
export const SocialLinksOutput = v.strictObject({
  twitter: SocialLink,
  github: SocialLink,
  linkedin: SocialLink,
  telegram: SocialLink,
});
export type SocialLinksOutput = v.InferOutput<typeof SocialLinksOutput>;

/** What stands around all pages, and which pages there are, in one language; `revision` changes with everything that is published. */
export const SiteOutput = v.strictObject({
  revision: v.number(),
  language: Language,
  menus: v.array(MenuOutput),
  /** Those that are shown now, in their order. */
  blocks: v.array(BlockOutput),
  pages: v.array(PageEntry),
  socialLinks: SocialLinksOutput,
});
export type SiteOutput = v.InferOutput<typeof SiteOutput>;

/** What is searched on the device: each part of a page that can be found, with what it says. */
export const SearchPart = v.strictObject({
  pageKey: ContentKey,
  /** The section or question on the page; empty for the page itself. */
  anchor: v.string(),
  /** What the page is called, and the part where it has a name. */
  page: v.string(),
  title: v.string(),
  text: v.string(),
});
export type SearchPart = v.InferOutput<typeof SearchPart>;
export const SearchOutput = v.strictObject({ revision: v.number(), language: Language, parts: v.array(SearchPart) });
export type SearchOutput = v.InferOutput<typeof SearchOutput>;
