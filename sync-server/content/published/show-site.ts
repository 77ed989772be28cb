import { type BlockContent, inLanguage, languagesOf, type MenuItem } from "#schemas/content/items.ts";
import type {
  BlockOutput,
  MenuItemOutput,
  MenuOutput,
  PageEntry,
  PageOutput,
  SiteOutput,
} from "#schemas/content/read.ts";
import type { Language } from "#schemas/values/languages.ts";
import { itemsOfKind, type PublishedItem, type Snapshot } from "./read-published.ts";

/** What stands around all pages at this moment, in one language. */
export function showSite(snapshot: Snapshot, language: Language, now: Date): Omit<SiteOutput, "socialLinks"> {
  return {
    revision: snapshot.revision,
    language,
    menus: menusShown(snapshot, language),
    blocks: blocksShown(snapshot, now).map((item) => showBlock(item, language)),
    pages: pageEntries(snapshot, language),
  };
}

/** A page in one language. */
export function showPage({ key, content, version, publishedAt, author }: PublishedItem, asked: Language): PageOutput {
  if (content.kind !== "page") throw new Error(`${key} is no page`);
  const { value, language } = inLanguage(content.words, asked);
  const { title, description, sections } = value;
  return {
    pageKey: key,
    group: content.group,
    language,
    languages: [...languagesOf(content.words)],
    title,
    description,
    sections,
    version,
    publishedAt: publishedAt.toISOString(),
    postedAt: content.postedAt,
    isDefault: author === null,
  };
}

/** The blocks that are shown at this moment, in their order. */
export function blocksShown(snapshot: Snapshot, now: Date): readonly PublishedItem[] {
  return itemsOfKind(snapshot, "block")
    .filter(({ content }) => content.kind === "block" && isShown(content, now.getTime()))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
}

/** When blocks begin or end by themselves. */
export function turnsOf(snapshot: Snapshot): readonly Date[] {
  return itemsOfKind(snapshot, "block").flatMap(({ content }) =>
    content.kind === "block" && content.isActive
      ? [content.from, content.until].flatMap((at) => (at === null ? [] : [new Date(at)]))
      : [],
  );
}

function isShown({ isActive, from, until }: BlockContent, nowMs: number): boolean {
  return isActive && (from === null || Date.parse(from) <= nowMs) && (until === null || nowMs < Date.parse(until));
}

function orderOf({ content }: PublishedItem): number {
  return content.kind === "page" ? content.order : content.displayOrder;
}

function showBlock({ key, content, version }: PublishedItem, asked: Language): BlockOutput {
  if (content.kind !== "block") throw new Error(`${key} is no block`);
  const { value, language } = inLanguage(content.words, asked);
  const { blockType, place, icon, mediaId, until } = content;
  return { blockKey: key, blockType, place, icon, mediaId, ...value, language, version, until };
}

function menusShown(snapshot: Snapshot, language: Language): MenuOutput[] {
  return itemsOfKind(snapshot, "menu")
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .flatMap(({ key, content }) => {
      if (content.kind !== "menu" || !content.isActive) return [];
      const { name, location, items } = content;
      return [{ menuKey: key, name: inLanguage(name, language).value, location, items: itemsShown(items, language) }];
    });
}

function itemsShown(items: readonly MenuItem[], language: Language): MenuItemOutput[] {
  return items
    .filter(({ isActive }) => isActive)
    .map(({ label, url, icon, isExternal, requiresAuth, items: inner }) => ({
      label: inLanguage(label, language).value,
      url,
      icon,
      isExternal,
      requiresAuth,
      items: itemsShown(inner, language),
    }));
}

function pageEntries(snapshot: Snapshot, language: Language): PageEntry[] {
  return itemsOfKind(snapshot, "page")
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .flatMap(({ key, content }) => {
      if (content.kind !== "page") return [];
      const { group, order, postedAt } = content;
      const { title, description } = inLanguage(content.words, language).value;
      return [{ pageKey: key, group, title, description, order, postedAt }];
    });
}
