import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const MODULE = pathToFileURL(join(import.meta.dirname, "link-picture.ts")).href;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-fonts-"));
  const config = `<?xml version="1.0"?><fontconfig><dir>${folder}/none</dir><cachedir>${folder}</cachedir></fontconfig>`;
  await writeFile(join(folder, "fonts.conf"), config);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Draws these on a machine without any font, one after the other; answers with PNGs in Base64. */
async function drawnWithoutFonts(name: "titleOf" | "linkPicture", calls: readonly unknown[][]): Promise<Buffer[]> {
  const program = `import { ${name} as draw } from ${JSON.stringify(MODULE)};
    for (const call of ${JSON.stringify(calls)}) {
      const drawn = await draw(...call);
      console.log((drawn.data ?? drawn).toString("base64"));
    }`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: ROOT,
    env: { ...process.env, FONTCONFIG_FILE: join(folder, "fonts.conf") },
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => Buffer.from(line, "base64"));
}

async function inkOf(png: Buffer): Promise<number> {
  const { channels } = await sharp(png).ensureAlpha().stats();
  return channels[3]?.mean ?? 0;
}

const widthOf = async (png: Buffer) => (await sharp(png).metadata()).width;

test("titles are drawn in fonts that come along, on a machine that has none", async () => {
  const [english, french, arabic] = await drawnWithoutFonts("titleOf", [
    ["Paying once", false],
    ["L’œuvre coûte « peu »", false],
    ["الدفع مرة واحدة مع XLM", true],
  ]);
  for (const png of [english, french, arabic]) expect(await inkOf(png ?? Buffer.alloc(0))).toBeGreaterThan(10);
});

test("Arabic letters are joined", async () => {
  const word = "المستقبل";
  const joined = [...word].join("‌");
  const [shaped, apart] = await drawnWithoutFonts("titleOf", [
    [word, true],
    [joined, true],
  ]);
  if (!shaped || !apart) throw new Error("nothing was drawn");
  expect(await widthOf(shaped)).toBeLessThan(0.9 * (await widthOf(apart)));
});

test("a picture has the size that is shown beside links, whatever is in the title", async () => {
  const pictures = await drawnWithoutFonts("linkPicture", [
    ["<b>&amp;</b> & <span foreground='red'>", "en"],
    ["x".repeat(300), "fr"],
    ["الأسئلة", "ar"],
  ]);
  for (const png of pictures) expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
});
