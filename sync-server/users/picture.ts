import type { ClientSession, Document } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** Apart from the users: those are read at every turn. */
interface StoredPicture extends Document {
  /** The user's id. */
  readonly _id: number;
  readonly id: string;
  /** As a data: URL. */
  readonly image: string;
}

function pictureCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<StoredPicture>("profile_pictures");
}

export async function readPicture(
  runtime: Pick<Runtime, "database">,
  userId: number,
): Promise<{ readonly id: string; readonly image: string } | null> {
  return pictureCollection(runtime).findOne({ _id: userId });
}

export async function keepPicture(
  runtime: Pick<Runtime, "database">,
  session: ClientSession,
  userId: number,
  picture: { readonly id: string; readonly image: string },
): Promise<void> {
  await pictureCollection(runtime).updateOne({ _id: userId }, { $set: picture }, { session, upsert: true });
}

export async function forgetPicture(
  runtime: Pick<Runtime, "database">,
  session: ClientSession,
  userId: number,
): Promise<void> {
  await pictureCollection(runtime).deleteOne({ _id: userId }, { session });
}
