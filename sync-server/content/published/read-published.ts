import type { ClientSession, Document } from "mongodb";
import * as v from "valibot";
import { CONTENT_KINDS, Content, type ContentKind } from "#schemas/content/items.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Logger } from "#server/platform/http/runtime.ts";
import { type MenuItemDocument, menuItemsOf, PLACES, type Publication, stateCollection } from "./documents.ts";

/** A page, block or menu as everybody may read it. */
export interface PublishedItem extends Publication {
  readonly kind: ContentKind;
  readonly key: string;
  readonly content: Content;
}

/** All that is public at one moment. */
export interface Snapshot {
  /** 0 where nothing ever was. */
  readonly revision: number;
  /** By kind and key, as {@link itemName} writes them. */
  readonly items: ReadonlyMap<string, PublishedItem>;
}

export const NOTHING_PUBLISHED: Snapshot = { revision: 0, items: new Map() };

export function itemName(kind: ContentKind, key: string): string {
  return `${kind} ${key}`;
}

/** The items of one kind, in the order of their keys. */
export function itemsOfKind(snapshot: Snapshot, kind: ContentKind): readonly PublishedItem[] {
  return [...snapshot.items.values()]
    .filter((item) => item.kind === kind)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/**
 * All that is public as one moment has it; what `former` holds already in the same version is not read again. What was written past
 * the server and is none of what may be published is left out.
 */
export async function readSnapshot(
  database: Database,
  log: Pick<Logger, "error">,
  former: Snapshot = NOTHING_PUBLISHED,
): Promise<Snapshot> {
  return database.transaction((session) => readSnapshotWithin(database, session, log, former));
}

/** The same within a transaction, which decides by it. */
export async function readSnapshotWithin(
  database: Database,
  session: ClientSession,
  log: Pick<Logger, "error">,
  former: Snapshot = NOTHING_PUBLISHED,
): Promise<Snapshot> {
  const state = await stateCollection(database).findOne({ _id: "content" }, inSession(session));
  const items = new Map<string, PublishedItem>();
  for (const kind of CONTENT_KINDS)
    for (const item of await readKind(database, session, { log, former, kind }))
      items.set(itemName(kind, item.key), item);
  return { revision: state?.revision ?? 0, items };
}

/** What the public pages of these keys say. */
export async function readPagesWithin(
  database: Database,
  session: ClientSession,
  log: Pick<Logger, "error">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Content>> {
  if (keys.length === 0) return new Map();
  const written = { pageKey: { $in: [...keys] }, version: { $exists: true } };
  const found = await database.collection(PLACES.page.collection).find<Document>(written, { session }).toArray();
  const pages = found.flatMap((document) => itemFrom("page", document, [], log) ?? []);
  return new Map(pages.map(({ key, content }) => [key, content]));
}

interface Reading {
  readonly log: Pick<Logger, "error">;
  readonly former: Snapshot;
  readonly kind: ContentKind;
}

async function readKind(
  database: Database,
  session: ClientSession,
  { log, former, kind }: Reading,
): Promise<PublishedItem[]> {
  const { collection, keyField } = PLACES[kind];
  const documents = database.collection(collection);
  const projection = { _id: 0, [keyField]: 1, version: 1 };
  const heads = await documents.find<Document>({ version: { $exists: true } }, { session, projection }).toArray();
  const known = heads.flatMap((head) => {
    const item = former.items.get(itemName(kind, String(head[keyField])));
    return item && item.version === head["version"] ? [item] : [];
  });
  const kept = new Set(known.map(({ key }) => key));
  const wanted = heads.map((head) => String(head[keyField])).filter((key) => !kept.has(key));
  if (wanted.length === 0) return known;
  const found = await documents.find<Document>({ [keyField]: { $in: wanted } }, { session }).toArray();
  const menuItems = kind === "menu" ? await readMenuItems(database, session, found) : [];
  return [...known, ...found.flatMap((document) => itemFrom(kind, document, menuItems, log) ?? [])];
}

function readMenuItems(
  database: Database,
  session: ClientSession,
  menus: readonly Document[],
): Promise<MenuItemDocument[]> {
  return menuItemsOf(database)
    .find({ menuId: { $in: menus.map((menu) => Number(menu["id"])) } }, { session, sort: { displayOrder: 1, id: 1 } })
    .toArray();
}

function itemFrom(
  kind: ContentKind,
  document: Document,
  menuItems: readonly MenuItemDocument[],
  log: Pick<Logger, "error">,
): PublishedItem | null {
  const key = String(document[PLACES[kind].keyField]);
  const parsed = v.safeParse(Content, contentFrom(kind, document, menuItems));
  if (!parsed.success) {
    log.error({ kind, key, at: v.getDotPath(parsed.issues[0]) }, "what is public was changed past the server");
    return null;
  }
  const { version, publishedAt, author, hash } = document;
  return { kind, key, content: parsed.output, version, publishedAt, author, hash };
}

function contentFrom(kind: ContentKind, document: Document, menuItems: readonly MenuItemDocument[]): Document {
  if (kind === "page") {
    const { title, description, sections, group, order, postedAt } = document;
    return { kind, group, order, postedAt, words: inEach({ title, description, sections }, document) };
  }
  if (kind === "block") {
    const { title, content, blockType, place, displayOrder, isActive, from, until, icon, mediaId } = document;
    const words = inEach({ title, ...content }, document);
    return { kind, blockType, place, displayOrder, isActive, from, until, icon, mediaId, words };
  }
  const { id, name, location, displayOrder, isActive } = document;
  const own = menuItems.filter(({ menuId }) => menuId === id);
  return { kind, name: inEach(name, document), location, displayOrder, isActive, items: itemsWithin(own, null) };
}

function itemsWithin(items: readonly MenuItemDocument[], parent: number | null): Document[] {
  return items
    .filter(({ parentId }) => parentId === parent)
    .map((item) => {
      const { id, itemKey, label, url, icon, isActive, isExternal, requiresAuth } = item;
      const inner = itemsWithin(items, id);
      return { id: itemKey, label: inEach(label, item), url, icon, isActive, isExternal, requiresAuth, items: inner };
    });
}

function inEach(english: unknown, { translations }: Document): Document {
  const others = LANGUAGES.flatMap((language) => {
    const words: unknown = translations?.[language];
    return language === "en" || words === undefined ? [] : [[language, words]];
  });
  return { en: english, ...Object.fromEntries(others) };
}
