import {
  contentLinks,
  contentMedia,
  type Content,
  flatItems,
  type InEachLanguage,
  wordsOf,
} from "#schemas/content/items.ts";
import { anchorOf, decoded, ownPathOf } from "#schemas/content/links.ts";
import { anchorsOf } from "#schemas/content/sections.ts";
import { AppError } from "#schemas/errors.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import type { Addresses } from "./addresses.ts";
import { itemsOfKind, type PublishedItem, type Snapshot } from "./published/read-published.ts";
import type { Which } from "./store.ts";

/** What publishing is decided by, as its transaction sees it. */
export interface Surroundings {
  readonly addresses: Addresses;
  /** The keys of the pages that are public. */
  readonly pages: ReadonlySet<string>;
  /** Of those that are linked into, what they say. */
  readonly targets: ReadonlyMap<string, Content>;
  /** Of the pictures that are shown, those that are there. */
  readonly media: ReadonlySet<string>;
}

/** The keys of the pages of which a part is linked to, whatever is there. */
export function linkedInto(content: Content): readonly string[] {
  const keys = contentLinks(content).flatMap((href) => {
    const path = anchorOf(href) === null ? null : ownPathOf(href);
    return path === null ? [] : [pageKeyAt(path)];
  });
  return [...new Set(keys)];
}

/**
 * Refuses what would lead nowhere, show nothing or hide a screen: `content-route`, `content-external-menu`, `content-dead-link`,
 * `content-dead-anchor`, `content-no-picture`.
 */
export function checkPublishing(
  { kind, key }: Which,
  content: Content,
  { addresses, pages, targets, media }: Surroundings,
): void {
  if (kind === "page" && addresses.isTaken(key)) throw new AppError("content-route", { path: key });
  if (content.kind === "menu") refuseForeignDoors(content);
  const isPage = (other: string) => (kind === "page" && other === key) || pages.has(other);
  for (const href of contentLinks(content)) {
    const path = ownPathOf(href);
    if (path === null) continue;
    if (!addresses.leads(decoded(path), isPage)) throw new AppError("content-dead-link", { href });
    const target = pageKeyAt(path);
    const isOwn = kind === "page" && target === key;
    if (!hasAnchor(isOwn ? content : targets.get(target), anchorOf(href)))
      throw new AppError("content-dead-anchor", { href });
  }
  if (contentMedia(content).some((mediaId) => !media.has(mediaId))) throw new AppError("content-no-picture");
}

/** Of a screen of the app nobody here knows its parts. */
function hasAnchor(target: Content | undefined, anchor: string | null): boolean {
  if (anchor === null || target?.kind !== "page") return true;
  return partsOf(target).has(anchor);
}

/** What links into a page may name, in whichever language it has it. */
function partsOf(content: Content): ReadonlySet<string> {
  if (content.kind !== "page") return new Set();
  return new Set(wordsOf(content.words).flatMap(({ sections }) => anchorsOf(sections)));
}

/** The parts that a page had and has no longer. */
export function lostParts(former: Content, now: Content): readonly string[] {
  const kept = partsOf(now);
  return [...partsOf(former)].filter((part) => !kept.has(part));
}

/** Refuses to take parts of a page away that others lead to. Throws `content-part-linked`. */
export function refuseLinkedParts(snapshot: Snapshot, { kind, key }: Which, lost: readonly string[]): void {
  for (const item of snapshot.items.values()) {
    if (item.kind === kind && item.key === key) continue;
    const href = contentLinks(item.content).find((each) => leadsTo(each, key) && lost.includes(anchorOf(each) ?? ""));
    if (href !== undefined) throw new AppError("content-part-linked", { name: titleOf(item.content), href });
  }
}

/** Whoever has no account here has none elsewhere by that. */
function refuseForeignDoors({ items }: Extract<Content, { readonly kind: "menu" }>): void {
  const odd = flatItems(items).find(({ isExternal, requiresAuth }) => isExternal && requiresAuth);
  if (odd) throw new AppError("content-external-menu", { label: odd.label.en });
}

/** Refuses to take a page away that others lead to. Throws `content-linked`. */
export function refuseLinked(snapshot: Snapshot, { kind, key }: Which): void {
  if (kind !== "page") return;
  const all = [...snapshot.items.values()].filter((item) => item.kind !== kind || item.key !== key);
  const leading = all.find(({ content }) => contentLinks(content).some((href) => leadsTo(href, key)));
  if (leading) throw new AppError("content-linked", { name: titleOf(leading.content) });
}

function leadsTo(href: string, key: string): boolean {
  const path = ownPathOf(href);
  return path !== null && pageKeyAt(path) === key;
}

/** The key of the page at a path of ours, in whatever language. */
function pageKeyAt(path: string): string {
  const parts = decoded(path)
    .split("/")
    .filter((part) => part !== "");
  return (LANGUAGES.some((language) => language === parts[0]) ? parts.slice(1) : parts).join("/");
}

/** What an item is called in lists. */
export function titleOf(content: Content): string {
  if (content.kind === "menu") return content.name.en;
  const words: InEachLanguage<{ readonly title: string }> = content.words;
  return words.en.title;
}

export function publishedItems(snapshot: Snapshot): readonly PublishedItem[] {
  return (["page", "block", "menu"] as const).flatMap((kind) => itemsOfKind(snapshot, kind));
}
