import { createHash } from "node:crypto";
import type { PageOutput, SiteOutput } from "#schemas/content/read.ts";
import { plainText } from "#schemas/content/rich-text.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { escaped } from "./escaped.ts";
import type { Drawn, Place } from "./load-renderer.ts";

const NAME = "Astrolabe";

/** The address of a public page in a language, whole. */
export function addressIn(origin: string, path: string, language: Language): string {
  if (language === DEFAULT_LANGUAGE) return `${origin}${path}`;
  return `${origin}/${language}${path === "/" ? "" : path}`;
}

/** What is said of a page where none of it is shown. */
export function saidOf({ page, path }: Pick<Place, "page" | "path">, { start }: Drawn) {
  if (page !== null) return { title: `${page.title} · ${NAME}`, description: page.description, name: page.title };
  if (path === "/") return { ...start, name: NAME };
  return { title: `404 · ${NAME}`, description: start.description, name: "404" };
}

/** The place of the picture that is shown with a link to this page: its name changes with what it says. */
export function picturePath(title: string, language: Language): string {
  const mark = createHash("sha256").update(`${language} ${title}`).digest("hex").slice(0, 12);
  return `/og/${language}/${mark}.png`;
}

/** Whether there is such a place at all: what is not there is told to no search engine. */
export function isThere({ page, path }: Pick<Place, "page" | "path">): boolean {
  return page !== null || path === "/";
}

/** What of a page's head is its own, in HTML. */
export function headOf(place: Place, drawn: Drawn, origin: string): string {
  const { title, description, name } = saidOf(place, drawn);
  const lines = [`<title>${escaped(title)}</title>`];
  if (!isThere(place)) return [...lines, `<meta name="robots" content="noindex">`].join("\n    ");
  const { path, language, page } = place;
  const own = addressIn(origin, path, language);
  // Who reads a page in English that they asked for in another language is led to one address of it.
  const written = page?.languages ?? LANGUAGES;
  const canonical = page !== null && page.language !== language ? addressIn(origin, path, DEFAULT_LANGUAGE) : own;
  lines.push(`<link rel="canonical" href="${escaped(canonical)}" data-language-link>`);
  for (const each of LANGUAGES.filter((one) => written.includes(one)))
    lines.push(
      `<link rel="alternate" hreflang="${each}" href="${escaped(addressIn(origin, path, each))}" data-language-link>`,
    );
  lines.push(
    `<link rel="alternate" hreflang="x-default" href="${escaped(addressIn(origin, path, DEFAULT_LANGUAGE))}" data-language-link>`,
  );
  if (path === "/blog" || page?.group === "blog")
    lines.push(
      `<link rel="alternate" type="application/atom+xml" href="${escaped(addressIn(origin, "/blog/feed.xml", language))}">`,
    );
  const open: readonly (readonly [string, string])[] = [
    ["og:type", page?.postedAt ? "article" : "website"],
    ["og:site_name", NAME],
    ["og:title", page === null ? title : name],
    ["og:description", description],
    ["og:url", canonical],
    ["og:locale", language],
    ["og:image", `${origin}${picturePath(name, page?.language ?? language)}`],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", name],
  ];
  for (const [property, content] of open) lines.push(`<meta property="${property}" content="${escaped(content)}">`);
  lines.push(`<meta name="twitter:card" content="summary_large_image">`);
  for (const facts of structuredOf(place, origin))
    lines.push(
      `<script type="application/ld+json">${scriptData({ "@context": "https://schema.org", ...facts })}</script>`,
    );
  return lines.join("\n    ");
}

/** Data within a script element: no text in it ends the element, or begins another. */
export function scriptData(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}

/** What search engines are told in their own terms (schema.org). */
function structuredOf({ page, path, site, language }: Place, origin: string): readonly object[] {
  const organization = {
    "@type": "Organization",
    name: NAME,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
  };
  if (page === null) return [organization];
  const questions = page.sections.flatMap((section) => (section.type === "questions" ? section.items : []));
  return [
    ...(path === "/about" ? [organization] : []),
    breadcrumbs(page, { site, language, origin }),
    ...(questions.length === 0
      ? []
      : [
          {
            "@type": "FAQPage",
            inLanguage: page.language,
            mainEntity: questions.map(({ question, answer }) => ({
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: plainText(answer) },
            })),
          },
        ]),
    ...(page.postedAt === null
      ? []
      : [
          {
            "@type": "BlogPosting",
            headline: page.title,
            datePublished: page.postedAt,
            dateModified: page.publishedAt,
            inLanguage: page.language,
          },
        ]),
  ];
}

interface Around {
  readonly site: SiteOutput | null;
  readonly language: Language;
  readonly origin: string;
}

function breadcrumbs(page: PageOutput, { site, language, origin }: Around): object {
  const index = site?.pages.find(({ pageKey }) => pageKey === page.group && pageKey !== page.pageKey);
  const steps = [
    { name: NAME, path: "/" },
    ...(index === undefined ? [] : [{ name: index.title, path: `/${index.pageKey}` }]),
    { name: page.title, path: `/${page.pageKey}` },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: addressIn(origin, path, language),
    })),
  };
}
