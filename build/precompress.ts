import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** The last few bytes of sentences would take the most time of a build; of a whole language, which workers fetch for later, they matter least. */
const QUALITIES: readonly (readonly [file: RegExp, quality: number])[] = [
  [/\/whole\.[^/]*\.json$/, 9],
  [/\.json$/, 10],
];
const COMPRESSED = /\.(?:js|css|html|svg|json|webmanifest)$/;

/**
 * Writes a .br and a .gz beside every text file, so that the server never compresses while answering. `check` is asked once all are
 * there; where it rejects, the build fails.
 */
export function precompress(outDir: string, check: () => Promise<void>): Plugin {
  // A build that failed is closed, too, and what it failed of is what must be told.
  let isWritten = false;
  return {
    name: "astrolabe:precompress",
    apply: "build",
    enforce: "post",
    writeBundle: () => {
      isWritten = true;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        if (!isWritten) return;
        const files = await readdir(outDir, { recursive: true });
        await Promise.all(files.filter((file) => COMPRESSED.test(file)).map((file) => compress(join(outDir, file))));
        await check();
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const quality = QUALITIES.find(([file]) => file.test(path))?.[1] ?? constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
