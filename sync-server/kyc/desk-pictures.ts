import { AppError } from "#schemas/errors.ts";
import type { PictureSlot } from "#schemas/kyc.ts";
import { findUserById } from "#server/users/index.ts";
import { noteLookAt, type Viewer } from "./desk-case.ts";
import { openGate } from "#server/platform/pictures/picture-gate.ts";
import { type IdentityDeps, readPicture } from "./pictures.ts";
import { FIELD_OF_SLOT } from "./verifications.ts";
import { watermarked } from "./watermark.ts";

/** Between two of them it is asked whether whoever looks still may. */
const PART_BYTES = 128 * 1024;
/** Drawn at once: each holds a picture in memory several times over. */
const gate = openGate(2, 50);

/**
 * A picture of a check as this operator sees it: with their name and the time across all of it. That they look is a row of the audit
 * chain before anything of it is read; without that row there are no bytes. Throws `identity-unknown`, `identity-picture-removed`,
 * `identity-uploads-busy`.
 */
export async function showIdentityPicture(
  deps: IdentityDeps,
  viewer: Viewer,
  { id, slot }: { readonly id: number; readonly slot: PictureSlot },
): Promise<AsyncIterable<Uint8Array>> {
  const { runtime } = deps;
  const what = { action: "view-identity-picture", what: `${slot} of identity check ${id}` } as const;
  const check = await noteLookAt(runtime, viewer, id, what);
  const pictureId = check[FIELD_OF_SLOT[slot]];
  if (pictureId === null) throw new AppError("identity-picture-removed");
  const operator = await findUserById(runtime, viewer.userId);
  const mark = `${operator?.username ?? ""} - OPERATOR ${viewer.userId} - ${runtime.clock.now().toISOString()}`;
  const shown = await gate.through(async () => watermarked(await readPicture(deps, pictureId), mark));
  return partsOf(shown);
}

/** In parts, each handed on when the one before was taken. */
async function* partsOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += PART_BYTES) yield file.subarray(at, at + PART_BYTES);
}
