import { Binary, type ClientSession, type Collection, type Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";

/** The picture of a report, apart from it: lists of reports and searches in them read none. */
interface ReportPicture extends Document {
  /** Of its report. */
  readonly _id: number;
  readonly userId: number;
  readonly picture: Binary;
  readonly keptUntil: Date;
}

/** A report of a server that kept its picture in it. */
interface FormerReport extends Document {
  readonly id: number;
  readonly userId: number;
  readonly keptUntil: Date;
  readonly picture?: Binary;
}

const PICTURES = "support_pictures";
const REPORTS = "support_reports";
/** Each is a megabyte at most. */
const MOVED_AT_ONCE = 10;

function picturesOf(database: Database): Collection<ReportPicture> {
  return database.collection<ReportPicture>(PICTURES);
}

export async function insertPicture(
  database: Database,
  session: ClientSession,
  { id, userId, keptUntil }: Pick<FormerReport, "id" | "userId" | "keptUntil">,
  picture: Buffer,
): Promise<void> {
  const row = { _id: id, userId, keptUntil, picture: new Binary(picture) };
  await picturesOf(database).insertOne(row, { session });
}

/** The picture of a report; null where it is gone. */
export async function findPicture(database: Database, id: number): Promise<Buffer | null> {
  const kept = await picturesOf(database).findOne({ _id: id });
  if (kept) return Buffer.from(kept.picture.value());
  // A server of before may still run beside this one.
  const former = await database.collection<FormerReport>(REPORTS).findOne({ id }, { projection: { picture: 1 } });
  return former?.picture ? Buffer.from(former.picture.value()) : null;
}

export async function deletePictures(database: Database, ids: readonly number[]): Promise<void> {
  await picturesOf(database).deleteMany({ _id: { $in: [...ids] } });
}

/** Forgets all pictures that a user sent. */
export async function forgetPictures(database: Database, session: ClientSession, userId: number): Promise<void> {
  await picturesOf(database).deleteMany({ userId }, { session });
}

export const picturesApart: Migration = {
  number: 95,
  name: "pictures for support apart from the reports",
  run: async (database) => {
    const pictures = picturesOf(database);
    await pictures.createIndex({ userId: 1 });
    await pictures.createIndex({ keptUntil: 1 }, { expireAfterSeconds: 0 });
    const reports = database.collection<FormerReport>(REPORTS);
    const projection = { _id: 0, id: 1, userId: 1, keptUntil: 1, picture: 1 };
    for (;;) {
      const some = await reports.find({ picture: { $exists: true } }, { projection, limit: MOVED_AT_ONCE }).toArray();
      if (some.length === 0) return;
      for (const { id, userId, keptUntil, picture } of some) {
        if (picture) await pictures.updateOne({ _id: id }, { $set: { userId, keptUntil, picture } }, { upsert: true });
        await reports.updateOne({ id }, { $unset: { picture: "" } });
      }
    }
  },
};
