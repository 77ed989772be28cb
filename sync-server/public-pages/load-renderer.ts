import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import type { PageOutput, SiteOutput } from "#schemas/content/read.ts";
import type { Language } from "#schemas/values/languages.ts";

/** A public page to be drawn as a guest sees it. */
export interface Place {
  /** Without its language, as the app's routes have it: `/help`. */
  readonly path: string;
  readonly language: Language;
  readonly site: SiteOutput | null;
  /** Null where nothing is published there. */
  readonly page: PageOutput | null;
}

const Drawn = v.object({
  markup: v.pipe(v.string(), v.includes("<")),
  start: v.object({ title: v.string(), description: v.string() }),
});
export type Drawn = v.InferOutput<typeof Drawn>;

/** What the build made for the server. */
export interface Renderer {
  /** The page around what is drawn, as the build has it for English. */
  readonly frame: string;
  /** Rejects with whatever was thrown on the way. */
  draw(place: Place): Promise<Drawn>;
}

/** The only door to what is built of `pwa/`: its address is known at run time alone. */
const Built = v.object({ renderPublic: v.function() });

/**
 * Loads the built program that draws public pages, which lies beside the built app; null where there is none, as without a build. It is
 * loaded once a process.
 */
export async function loadRenderer(pwaFolder: string): Promise<Renderer | null> {
  const folder = resolve(pwaFolder, "../server");
  const program = join(folder, "public-pages.js");
  if (!existsSync(program)) return null;
  const [frame, sentences] = await Promise.all(
    ["page.html", "sentences.json"].map((name) => readFile(join(folder, name), "utf8")),
  );
  if (frame === undefined || sentences === undefined) return null;
  const messages: unknown = JSON.parse(sentences);
  const { renderPublic } = v.parse(Built, await import(pathToFileURL(program).href));
  return { frame, draw: async (place) => v.parse(Drawn, await renderPublic(place, messages)) };
}
