import type { ClientSession, Collection, Document } from "mongodb";
import type { ContentKind } from "#schemas/content/items.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";

/** What is told of a version that is public, beside what it says. */
export interface Publication {
  readonly version: number;
  readonly publishedAt: Date;
  /** Who published it; null for what Astrolabe came with. */
  readonly author: number | null;
  /** SHA-256 of all that it says, in hex. */
  readonly hash: string;
}

export interface PageDocument extends Document, Publication {
  readonly id: number;
  readonly pageKey: string;
}
export interface BlockDocument extends Document, Publication {
  readonly id: number;
  readonly blockKey: string;
}
export interface MenuDocument extends Document, Publication {
  readonly id: number;
  readonly menuKey: string;
}
export interface MenuItemDocument extends Document {
  readonly id: number;
  readonly menuId: number;
  readonly parentId: number | null;
}

/** How far what is public has moved on: one more with each change of it, written by every transaction that changes any. */
interface ContentState {
  readonly _id: "content";
  readonly revision: number;
  /** Up to when blocks that begin or end by themselves were looked at. */
  readonly lookedAt?: Date;
}

export const CONTENT_STATE = "content_state";
export const MENU_ITEMS = "navigation_menu_items";

/** Where what is public of a kind is stored, and the field that is its key. */
export const PLACES = {
  page: { collection: "page_contents", keyField: "pageKey" },
  block: { collection: "content_blocks", keyField: "blockKey" },
  menu: { collection: "navigation_menus", keyField: "menuKey" },
} as const satisfies Record<ContentKind, { readonly collection: string; readonly keyField: string }>;

export function stateCollection(database: Database): Collection<ContentState> {
  return database.collection<ContentState>(CONTENT_STATE);
}

export function pagesOf(database: Database): Collection<PageDocument> {
  return database.collection<PageDocument>(PLACES.page.collection);
}

export function blocksOf(database: Database): Collection<BlockDocument> {
  return database.collection<BlockDocument>(PLACES.block.collection);
}

export function menusOf(database: Database): Collection<MenuDocument> {
  return database.collection<MenuDocument>(PLACES.menu.collection);
}

export function menuItemsOf(database: Database): Collection<MenuItemDocument> {
  return database.collection<MenuItemDocument>(MENU_ITEMS);
}

/** The keys of the pages that are public. */
export async function pageKeysWithin(database: Database, session: ClientSession): Promise<ReadonlySet<string>> {
  const projection = { _id: 0, pageKey: 1 };
  const found = await pagesOf(database)
    .find({ version: { $exists: true } }, { session, projection })
    .toArray();
  return new Set(found.map(({ pageKey }) => pageKey));
}

/** What is public of one item; null where nothing is. */
export async function findPublication(
  database: Database,
  session: ClientSession | null,
  kind: ContentKind,
  key: string,
): Promise<(Publication & { readonly id: number }) | null> {
  const { collection, keyField } = PLACES[kind];
  return database
    .collection<Document & Publication & { readonly id: number }>(collection)
    .findOne<Publication & { readonly id: number }>(
      { [keyField]: key, version: { $exists: true } },
      { ...inSession(session), projection: { _id: 0, id: 1, version: 1, publishedAt: 1, author: 1, hash: 1 } },
    );
}
