import type { ClientSession, Document } from "mongodb";
import type { Content, InEachLanguage, MenuContent, MenuItem } from "#schemas/content/items.ts";
import { CONTENT_REVISION_KEY } from "#schemas/content/revision.ts";
import type { Database } from "#server/platform/db/database.ts";
import { PUBLIC_OWNER, putReplicated } from "#server/platform/db/replicated.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { sealConfig } from "#server/platform/seals/sealed-config.ts";
import {
  findPublication,
  MENU_ITEMS,
  menuItemsOf,
  PLACES,
  type Publication,
  stateCollection,
} from "./published/documents.ts";
import type { Which } from "./store.ts";

type Context = { readonly database: Database; readonly clock: Clock };

/** Puts a version in the place of what is public of its item. */
export async function materialise(
  { database, clock }: Context,
  session: ClientSession,
  { kind, key }: Which,
  { content, ...publication }: Publication & { readonly content: Content },
): Promise<void> {
  const { collection, keyField } = PLACES[kind];
  const former = await findPublication(database, session, kind, key);
  const id = former?.id ?? (await database.nextIds(session, collection, 1));
  const { version, publishedAt, author, hash } = publication;
  const document = { id, [keyField]: key, ...fieldsOf(content), version, publishedAt, author, hash };
  await database.collection<Document>(collection).replaceOne({ [keyField]: key }, document, { session, upsert: true });
  if (content.kind === "menu") await putMenuItems(database, session, id, content);
  await moveOn({ database, clock }, session);
}

/** Takes an item away from its readers. */
export async function withdraw(context: Context, session: ClientSession, { kind, key }: Which): Promise<void> {
  const { database } = context;
  const { collection, keyField } = PLACES[kind];
  const former = await findPublication(database, session, kind, key);
  await database.collection(collection).deleteOne({ [keyField]: key }, { session });
  if (kind === "menu" && former) await menuItemsOf(database).deleteMany({ menuId: former.id }, { session });
  await moveOn(context, session);
}

/** Has every process and device look anew. */
export async function moveOn({ database, clock }: Context, session: ClientSession, lookedAt?: Date): Promise<void> {
  const state = await stateCollection(database).findOneAndUpdate(
    { _id: "content" },
    { $inc: { revision: 1 }, ...(lookedAt && { $set: { lookedAt } }) },
    { session, upsert: true, returnDocument: "after" },
  );
  if (!state) throw new Error("the state of what is public was not written");
  const row = { uid: CONTENT_REVISION_KEY, configKey: CONTENT_REVISION_KEY, configValue: String(state.revision) };
  const fields = {
    configKey: CONTENT_REVISION_KEY,
    configValue: row.configValue,
    seal: sealConfig(database, row),
    configType: "number",
    configCategory: "content",
    description: null,
    lastUpdated: clock.now(),
  };
  await putReplicated(database, session, "ui_config", PUBLIC_OWNER, [{ uid: CONTENT_REVISION_KEY, fields }]);
}

function fieldsOf(content: Content): Document {
  if (content.kind === "menu") {
    const { name, location, displayOrder, isActive } = content;
    return { name: name.en, location, displayOrder, isActive, translations: translationsOf(name) };
  }
  if (content.kind === "page") {
    const { words, group, order, postedAt } = content;
    const { title, description, sections } = words.en;
    return { title, description, sections, group, order, postedAt, translations: translationsOf(words) };
  }
  const { words, kind: _kind, ...fields } = content;
  const { title, ...english } = words.en;
  return { title, content: english, ...fields, translations: translationsOf(words) };
}

function translationsOf({ en: _english, ...others }: InEachLanguage<unknown>): Document {
  return others;
}

async function putMenuItems(
  database: Database,
  session: ClientSession,
  menuId: number,
  { items }: MenuContent,
): Promise<void> {
  await menuItemsOf(database).deleteMany({ menuId }, { session });
  const count = countOf(items);
  if (count === 0) return;
  const first = await database.nextIds(session, MENU_ITEMS, count);
  const rows = rowsOf(items, { menuId, parentId: null, nextId: first });
  await database.collection(MENU_ITEMS).insertMany(rows, { session });
}

function countOf(items: readonly MenuItem[]): number {
  return items.reduce((sum, { items: inner }) => sum + 1 + countOf(inner), 0);
}

interface Within {
  readonly menuId: number;
  readonly parentId: number | null;
  readonly nextId: number;
}

/** A row for each item, those within it after it. */
function rowsOf(items: readonly MenuItem[], { menuId, parentId, nextId }: Within): Document[] {
  const rows: Document[] = [];
  for (const [displayOrder, item] of items.entries()) {
    const { id: itemKey, label, url, icon, isActive, isExternal, requiresAuth, items: inner } = item;
    const id = nextId + rows.length;
    const place = { id, menuId, parentId, displayOrder, itemKey };
    const row = { ...place, label: label.en, url, icon, isActive, isExternal, requiresAuth };
    rows.push({ ...row, translations: translationsOf(label) });
    rows.push(...rowsOf(inner, { menuId, parentId: id, nextId: id + 1 }));
  }
  return rows;
}
