import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PageOutput, SiteOutput } from "#schemas/content/read.ts";
import { type Language, languageNamed, LANGUAGES } from "#schemas/values/languages.ts";
import type { Logger } from "#server/platform/http/runtime.ts";
import { loadRenderer, type Place, type Renderer } from "./load-renderer.ts";
import { isThere } from "./page-head.ts";
import { pageHtml } from "./page-html.ts";

/** What is public, as whoever follows it knows it. */
export interface Published {
  site(language: Language): Promise<SiteOutput>;
  /** Null where no such page is public. */
  page(key: string, language: Language): Promise<PageOutput | null>;
  /** Names what `site` answers: another name, another answer. */
  siteTag(language: Language): Promise<string>;
}

/** A page as it is sent. */
export interface SentPage {
  readonly status: 200 | 404;
  readonly language: Language;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Public pages as HTML. */
export interface PublicPages {
  /** The page at a path; null where nothing is drawn: no page is published there, and it is not the start page. */
  at(path: string): Promise<SentPage | null>;
  /** What is said where there is nothing. */
  missing(path: string): Promise<SentPage | null>;
}

/** Pages that are kept as they were drawn; each is drawn anew once anything that stands on it was published. */
const MOST_KEPT = 400;
const MISSING_PATH = "/404";
const PREFIX = new RegExp(`^/(?<language>${LANGUAGES.filter((each) => each !== "en").join("|")})(?=/|$)`);
const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/;

export interface Drawing {
  readonly publicUrl: string;
  /** Where the built app lies. */
  readonly pwaFolder: string;
  readonly log: Pick<Logger, "error">;
}

/** Opens what draws public pages; null where nothing is built. */
export async function openPublicPages(
  { publicUrl, pwaFolder, log }: Drawing,
  published: Published,
): Promise<PublicPages | null> {
  const renderer = await loadRenderer(pwaFolder);
  if (renderer === null) return null;
  const drawer: Renderer = renderer;
  const { origin } = new URL(publicUrl);
  const kept = new Map<string, Promise<SentPage>>();

  async function sent(place: Place, tag: string): Promise<SentPage | null> {
    const name = `${place.language} ${place.path} ${tag}`;
    const known = kept.get(name);
    const drawing = known ?? draw(drawer, place, origin);
    if (known === undefined) {
      kept.set(name, drawing);
      for (const old of kept.keys()) {
        if (kept.size <= MOST_KEPT) break;
        kept.delete(old);
      }
    }
    try {
      return await drawing;
    } catch (error) {
      kept.delete(name);
      // Its readers get the app without words, which draws the page itself.
      log.error({ err: error, path: place.path }, "a public page could not be drawn");
      return null;
    }
  }

  return {
    async at(address) {
      const { language, path } = placeOf(address);
      const key = path.slice(1);
      if (path !== "/" && !KEY.test(key)) return null;
      const page = path === "/" ? null : await published.page(key, language);
      if (path !== "/" && page === null) return null;
      const [site, tag] = [await published.site(language), await published.siteTag(language)];
      return sent({ path, language, site, page }, `${tag} ${page?.version ?? ""}`);
    },
    async missing(address) {
      const { language } = placeOf(address);
      const [site, tag] = [await published.site(language), await published.siteTag(language)];
      return sent({ path: MISSING_PATH, language, site, page: null }, tag);
    },
  };
}

/** Which page, and in which language, an address names. */
export function placeOf(address: string): { readonly language: Language; readonly path: string } {
  const language = languageNamed(PREFIX.exec(address)?.groups?.["language"]) ?? "en";
  const path = language === "en" ? address : address.replace(PREFIX, "");
  return { language, path: path.replace(/\/+$/, "") || "/" };
}

async function draw(renderer: Renderer, place: Place, origin: string): Promise<SentPage> {
  const html = pageHtml(renderer.frame, place, await renderer.draw(place), origin);
  const plain = Buffer.from(html);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, quality), promisify(gzip)(plain)]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  return { status: isThere(place) ? 200 : 404, language: place.language, etag, plain, br, gzip: zipped };
}
