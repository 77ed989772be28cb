import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";

const GZIP_MAGIC = Buffer.of(0x1f, 0x8b);

/** The lines of a text file, gzipped or not, one at a time; throws where the file cannot be read to its end. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const bytes = await openBytes(file);
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  for await (const chunk of bytes) {
    const parts = decoder.write(chunk).split("\n");
    for (const [index, part] of parts.entries()) {
      pieces.push(part);
      if (index === parts.length - 1) continue;
      yield pieces.join("");
      pieces = [];
    }
  }
  const last = pieces.join("") + decoder.end();
  if (last !== "") yield last;
}

async function openBytes(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(GZIP_MAGIC.length), position: 0 });
    const raw = handle.createReadStream({ start: 0 });
    if (!buffer.equals(GZIP_MAGIC)) return raw;
    const unzipped = createGunzip();
    // Errors reach whoever reads `unzipped`; pipeline passes them on, which pipe does not.
    pipeline(raw, unzipped, () => undefined);
    return unzipped;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
