import { createHash } from "node:crypto";
import { AppError } from "#schemas/errors.ts";
import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE, type PictureOutput } from "#schemas/profile.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { forgetPicture, keepPicture, setPictureId } from "#server/users/index.ts";
import { pictureTypeOf } from "./picture-format.ts";

const ID_LENGTH = 16;

/** Keeps a user's picture, given in base64. Throws `picture-refused`. */
export async function setPicture(runtime: Runtime, userId: number, base64: string): Promise<PictureOutput> {
  const file = Buffer.from(base64, "base64");
  const type = pictureTypeOf(file);
  if (type === null || file.length > PICTURE_MAX_BYTES)
    throw new AppError("picture-refused", { problem: "notSquare", most: PICTURE_MAX_SIDE });
  const id = createHash("sha256").update(file).digest("base64url").slice(0, ID_LENGTH);
  // Written anew from the bytes: what was sent may not be the only way to spell them.
  const image = `data:${type};base64,${file.toString("base64")}`;
  await runtime.database.transaction(async (session) => {
    await keepPicture(runtime, session, userId, { id, image });
    await setPictureId(runtime, session, userId, id);
  });
  return { id, image };
}

export async function removePicture(runtime: Runtime, userId: number): Promise<PictureOutput> {
  await runtime.database.transaction(async (session) => {
    await forgetPicture(runtime, session, userId);
    await setPictureId(runtime, session, userId, null);
  });
  return { id: null, image: null };
}
