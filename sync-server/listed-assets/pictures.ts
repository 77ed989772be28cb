import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Binary, type ClientSession, type Document } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { ListedAsset } from "./listing.ts";

const IMAGES = join(import.meta.dirname, "images");
/** Pictures that come with the server. */
const OWN_PICTURES: ReadonlySet<string> = new Set(["usdc", "nkdm", "skl"]);
const DIGEST = /^[0-9a-f]{64}$/;

interface Picture extends Document {
  /** The digest of its bytes. */
  readonly _id: string;
  readonly png: Binary;
}

function picturesOf({ database }: Pick<Runtime, "database">) {
  return database.collection<Picture>("asset_pictures");
}

/** Where the picture of an asset lies on this server; null where it has none. */
export function imagePath({ picture }: Pick<ListedAsset, "picture">): string | null {
  return picture === null ? null : `/asset-images/${picture}.png`;
}

/** Keeps a picture under the digest of its bytes, by which a list names it; none that is named is ever changed. */
export async function keepPicture(
  runtime: Pick<Runtime, "database">,
  session: ClientSession,
  png: Buffer,
): Promise<string> {
  const _id = createHash("sha256").update(png).digest("hex");
  await picturesOf(runtime).updateOne({ _id }, { $setOnInsert: { png: new Binary(png) } }, { session, upsert: true });
  return _id;
}

/** The picture of this name; null where there is none, or its bytes are not those that were named. */
export async function readKept(runtime: Pick<Runtime, "database">, name: string): Promise<Buffer | null> {
  if (OWN_PICTURES.has(name)) return readFile(join(IMAGES, `${name}.png`));
  if (!DIGEST.test(name)) return null;
  const found = await picturesOf(runtime).findOne({ _id: name });
  const png = found && Buffer.from(found.png.buffer);
  return png && createHash("sha256").update(png).digest("hex") === name ? png : null;
}
