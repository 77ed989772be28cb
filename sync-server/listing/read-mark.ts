import { ASSET_PICTURE_BYTES, type PictureSource } from "#schemas/listing.ts";
import { AppError } from "#schemas/errors.ts";
import { OutsideError, readPublicBytes } from "#server/platform/outside/read-public.ts";
import { pictureRefused } from "#server/platform/pictures/png-chunks.ts";
import { shrinkPng } from "#server/platform/pictures/shrink-png.ts";
import type { ListingDeps } from "./deps.ts";

/** Marks are shown at a few dozen points; this is enough for the sharpest screens. */
const MARK_SIDE = 192;

const FETCHING_MS = 10_000;

/** Reads pictures from the sites that operators name. */
export function openAssetPictures(): ListingDeps["readFile"] {
  return (url) => readPublicBytes(url, { maxBytes: ASSET_PICTURE_BYTES, timeoutMs: FETCHING_MS });
}

/**
 * An asset's picture, drawn anew and small; null for none, undefined where it stays what it is. Throws `domain-unreadable` and
 * `picture-refused`.
 */
export async function readMark(
  { readFile }: Pick<ListingDeps, "readFile">,
  source: PictureSource,
): Promise<Buffer | null | undefined> {
  switch (source.kind) {
    case "keep":
      return undefined;
    case "none":
      return null;
    case "file":
      return drawn(Buffer.from(source.png, "base64"));
    case "address":
      return drawn(await fetchOnce(readFile, source.url));
  }
}

function drawn(file: Buffer): Buffer {
  if (file.length > ASSET_PICTURE_BYTES) throw pictureRefused("tooLarge");
  return shrinkPng(file, MARK_SIDE);
}

async function fetchOnce(readFile: ListingDeps["readFile"], url: string): Promise<Buffer> {
  try {
    return await readFile(url);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    const { problem, number } = error;
    throw new AppError("domain-unreadable", { domain: new URL(url).host, problem, number }, { cause: error });
  }
}
