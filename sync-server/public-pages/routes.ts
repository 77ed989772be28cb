import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Language, LANGUAGES } from "#schemas/values/languages.ts";
import type { DrawnPages } from "#server/platform/http/static.ts";
import { linkPicture } from "./link-picture.ts";
import { picturePath } from "./page-head.ts";
import { type Drawing, openPublicPages, type Published, type SentPage } from "./public-pages.ts";
import { sendPage } from "./send-page.ts";
import { feedOf, robotsOf, sitemapOf } from "./site-files.ts";

/** The app's own icon, where a title cannot be drawn. */
const INSTEAD = "/icons/icon-512.png";
const FOREVER = "public, max-age=31536000, immutable";
const MOST_PICTURES = 200;

/** Serves what search engines and readers of news ask for, and opens what draws public pages; null where nothing is built. */
export async function registerPublicPages(
  app: FastifyInstance,
  drawing: Drawing,
  published: Published,
): Promise<DrawnPages | null> {
  const { origin } = new URL(drawing.publicUrl);
  const serve = (path: string, type: string, text: () => Promise<string> | string) =>
    app.get(path, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header("cache-control", "no-cache")
        .send(await text()),
    );
  serve("/sitemap.xml", "application/xml", () => sitemapOf(published, origin));
  serve("/robots.txt", "text/plain", () => robotsOf(origin));
  for (const language of LANGUAGES)
    serve(`${language === "en" ? "" : `/${language}`}/blog/feed.xml`, "application/atom+xml", () =>
      feedOf(published, origin, language),
    );
  registerPictures(app, drawing, published);
  const pages = await openPublicPages(drawing, published);
  if (pages === null) return null;
  const answer = (page: SentPage | null) =>
    page === null ? null : (request: FastifyRequest, reply: FastifyReply) => sendPage(request, reply, page);
  return {
    at: async (path) => answer(await pages.at(path)),
    missing: async (path) => answer(await pages.missing(path)),
  };
}

/** A picture of the title of each public page, drawn when it is first asked for; no other title is drawn. */
function registerPictures(app: FastifyInstance, { log }: Drawing, published: Published): void {
  const drawn = new Map<string, Promise<Buffer>>();
  const pictureAt = (path: string, title: string, language: Language) => {
    const picture = drawn.get(path) ?? linkPicture(title, language);
    drawn.set(path, picture);
    for (const old of drawn.keys()) {
      if (drawn.size <= MOST_PICTURES) break;
      drawn.delete(old);
    }
    return picture;
  };
  for (const language of LANGUAGES)
    app.get(`/og/${language}/:name`, async (request, reply) => {
      const path = request.url.split("?")[0] ?? "";
      const title = await titleAt(path, language, published);
      if (title === null) return reply.redirect(INSTEAD, 302);
      try {
        const picture = await pictureAt(path, title, language);
        return await reply.type("image/png").header("cache-control", FOREVER).send(picture);
      } catch (error) {
        drawn.delete(path);
        log.error({ err: error, path }, "the picture of a title could not be drawn");
        return reply.redirect(INSTEAD, 302);
      }
    });
}

async function titleAt(path: string, language: Language, published: Published): Promise<string | null> {
  const { pages } = await published.site(language);
  const titles = ["Astrolabe", ...pages.map(({ title }) => title)];
  return titles.find((title) => picturePath(title, language) === path) ?? null;
}
