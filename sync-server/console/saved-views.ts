import type { Collection, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { mayDo, type Role } from "#schemas/operators.ts";
import {
  type SaveViewInput,
  VIEW_LISTS,
  type ViewList,
  type ViewPlace,
  VIEWS_KEPT,
  type ViewsOutput,
} from "#schemas/saved-views.ts";
import { holdersOf } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** A view of a list that an operator saved. */
interface StoredView extends Document {
  readonly id: number;
  readonly userId: number;
  readonly list: ViewList;
  readonly name: string;
  readonly place: ViewPlace;
  readonly isShared: boolean;
  readonly savedAt: Date;
}

const VIEWS = "console_views";

export const savedViewIndexes: Migration = {
  number: 101,
  name: "views of the console's lists, one of a name for each operator",
  run: async (database) => {
    const views = viewCollection(database);
    await views.createIndex({ id: 1 }, { unique: true });
    await views.createIndex({ userId: 1, list: 1, name: 1 }, { unique: true });
    await views.createIndex({ list: 1, isShared: 1 });
  },
};

function viewCollection(database: Database): Collection<StoredView> {
  return database.collection<StoredView>(VIEWS);
}

/** Views of a list that are one's own or shared, by their names. Throws `role-required` for who may not see the list. */
export async function listViews(runtime: Runtime, userId: number, list: ViewList): Promise<ViewsOutput> {
  const { database } = runtime;
  if (!mayDo(await rolesOf(runtime, userId), VIEW_LISTS[list])) throw new AppError("role-required");
  const views = await viewCollection(database)
    .find({ list, $or: [{ userId }, { isShared: true }] })
    .sort({ name: 1, id: 1 })
    .toArray();
  const owners = await database
    .collection<{ id: number; username: string }>("users")
    .find({ id: { $in: views.map((view) => view.userId) } }, { projection: { _id: 0, id: 1, username: 1 } })
    .toArray();
  const names = new Map(owners.map(({ id, username }) => [id, username]));
  return {
    views: views.map((view) => ({
      id: view.id,
      name: view.name,
      place: view.place,
      isShared: view.isShared,
      isOwn: view.userId === userId,
      by: names.get(view.userId) ?? "",
      savedAt: view.savedAt.toISOString(),
    })),
  };
}

/** Saves a view in the place of one's own of that name. Throws `role-required`, `views-full`. */
export async function saveView(runtime: Runtime, userId: number, input: SaveViewInput): Promise<ViewsOutput> {
  const { database, clock } = runtime;
  const { list, name, ...view } = input;
  if (!mayDo(await rolesOf(runtime, userId), VIEW_LISTS[list])) throw new AppError("role-required");
  await database.transaction(async (session) => {
    const views = viewCollection(database);
    const set = { ...view, savedAt: clock.now() };
    const { matchedCount } = await views.updateOne({ userId, list, name }, { $set: set }, { session });
    if (matchedCount > 0) return;
    if ((await views.countDocuments({ userId }, { session })) >= VIEWS_KEPT) throw new AppError("views-full");
    const id = await database.nextIds(session, VIEWS, 1);
    await views.insertOne({ id, userId, list, name, ...set }, { session });
  });
  return listViews(runtime, userId, list);
}

/** Forgets one's own view, or as a super a shared one. Throws `view-unknown`, and `role-required` for another's. */
export async function removeView(runtime: Runtime, userId: number, id: number): Promise<void> {
  const views = viewCollection(runtime.database);
  const view = await views.findOne({ id });
  if (!view || (view.userId !== userId && !view.isShared)) throw new AppError("view-unknown");
  if (view.userId !== userId && !(await rolesOf(runtime, userId)).includes("super"))
    throw new AppError("role-required");
  await views.deleteOne({ id });
}

async function rolesOf({ database }: Runtime, userId: number): Promise<readonly Role[]> {
  const holders = await holdersOf(database, null, "overview.read");
  return holders.find(({ id }) => id === userId)?.roles ?? [];
}
