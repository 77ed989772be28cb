import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { escaped } from "./escaped.ts";
import { addressIn } from "./page-head.ts";
import type { Published } from "./public-pages.ts";

/** Public screens of the app that are no written pages. */
const SCREENS = ["/", "/api"] as const;
const XML = `<?xml version="1.0" encoding="UTF-8"?>`;
const FEED_POSTS = 30;

/** Every public page in every language that it is written in, with when it was published (sitemaps.org). */
export async function sitemapOf(published: Published, origin: string): Promise<string> {
  const { pages } = await published.site(DEFAULT_LANGUAGE);
  const written = await Promise.all(
    pages.map(async ({ pageKey }) => {
      const page = await published.page(pageKey, DEFAULT_LANGUAGE);
      return { path: `/${pageKey}`, languages: page?.languages ?? [DEFAULT_LANGUAGE], at: page?.publishedAt ?? null };
    }),
  );
  const screens = SCREENS.map((path) => ({ path, languages: [...LANGUAGES], at: null }));
  const urls = [...screens, ...written].flatMap(({ path, languages, at }) => {
    const links = [
      ...languages.map((each) => linkTo(each, addressIn(origin, path, each))),
      linkTo("x-default", addressIn(origin, path, DEFAULT_LANGUAGE)),
    ];
    return languages.map(
      (each) =>
        `<url><loc>${escaped(addressIn(origin, path, each))}</loc>${at === null ? "" : `<lastmod>${at}</lastmod>`}${links.join("")}</url>`,
    );
  });
  return `${XML}\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>\n`;
}

function linkTo(hreflang: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}"/>`;
}

/** What robots may read, and where they find all of it. What needs a session is nothing to them. */
export function robotsOf(origin: string): string {
  return `User-agent: *\nAllow: /\nDisallow: /api/\nAllow: /api/media/\nDisallow: /preview\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** The posts of the blog in a language, the latest first (Atom, RFC 4287). */
export async function feedOf(published: Published, origin: string, language: Language): Promise<string> {
  const site = await published.site(language);
  const blog = site.pages.find(({ pageKey }) => pageKey === "blog");
  const posts = site.pages
    .filter(({ group, pageKey, postedAt }) => group === "blog" && pageKey !== "blog" && postedAt !== null)
    .toSorted((one, other) => (other.postedAt ?? "").localeCompare(one.postedAt ?? ""))
    .slice(0, FEED_POSTS);
  const entries = await Promise.all(
    posts.map(async ({ pageKey, title, description, postedAt }) => {
      const page = await published.page(pageKey, language);
      const address = escaped(addressIn(origin, `/${pageKey}`, language));
      return `<entry><id>${escaped(addressIn(origin, `/${pageKey}`, DEFAULT_LANGUAGE))}</id><title>${escaped(title)}</title><link href="${address}"/><published>${postedAt}</published><updated>${page?.publishedAt ?? postedAt}</updated><summary>${escaped(description)}</summary></entry>`;
    }),
  );
  const updated = posts[0]?.postedAt ?? "1970-01-01T00:00:00.000Z";
  const self = escaped(addressIn(origin, "/blog/feed.xml", language));
  return `${XML}\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>${self}</id><title>${escaped(blog?.title ?? "Astrolabe")}</title><link rel="self" href="${self}"/><link href="${escaped(addressIn(origin, "/blog", language))}"/><updated>${updated}</updated><author><name>Astrolabe</name></author>\n${entries.join("\n")}\n</feed>\n`;
}
