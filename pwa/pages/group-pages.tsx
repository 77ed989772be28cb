import { t } from "@lingui/core/macro";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import { useSite } from "#pwa/parts/content/site-store.ts";
import type { PageEntry, PageOutput, SiteOutput } from "#schemas/content/read.ts";
import { postedDay } from "./posted-day.ts";

/** The pages that list those of their group, by their keys. */
const INDEXES = ["documentation", "tutorials", "blog", "help"] as const;

/** What an index lists: of its group all but itself; posts by their day, the latest first. */
export function listedBy(site: SiteOutput | null, pageKey: string): readonly PageEntry[] {
  const index = INDEXES.find((each) => each === pageKey);
  if (site === null || index === undefined) return [];
  const pages = site.pages.filter((page) => page.group === index && page.pageKey !== index);
  return index === "blog"
    ? pages.toSorted((one, other) => (other.postedAt ?? "").localeCompare(one.postedAt ?? ""))
    : pages;
}

/** The index that a page belongs to, where it is not one itself and there is one. */
export function indexOf(
  site: SiteOutput | null,
  { pageKey, group }: Pick<PageEntry, "pageKey" | "group">,
): PageEntry | null {
  if (pageKey === group || !INDEXES.some((each) => each === group)) return null;
  return site?.pages.find((page) => page.pageKey === group) ?? null;
}

/** On an index, its pages. */
export function GroupPages({ page }: { readonly page: PageOutput }) {
  const pages = listedBy(useSite(), page.pageKey);
  if (pages.length === 0) return null;
  return (
    <nav aria-label={page.title} className="mt-10">
      <ul className="grid gap-4 sm:grid-cols-2">
        {pages.map(({ pageKey, title, description, postedAt }) => (
          <li key={pageKey} className="relative rounded-lg border border-line bg-surface p-5 hover:border-line-strong">
            <h2 className="font-semibold break-words">
              <ContentLink href={`/${pageKey}`} className="rounded-sm after:absolute after:inset-0 after:rounded-lg">
                {title}
              </ContentLink>
            </h2>
            {postedAt === null ? null : (
              <p className="mt-1 text-xs text-ink-3">
                <time dateTime={postedAt} suppressHydrationWarning>
                  {postedDay(postedAt)}
                </time>
              </p>
            )}
            <p className="mt-1.5 text-sm break-words text-ink-2">{description}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The way back to the index that a page belongs to. */
export function PathTo({ page }: { readonly page: PageOutput }) {
  const index = indexOf(useSite(), page);
  if (index === null) return null;
  return (
    <nav aria-label={t`Where this page belongs`} className="mb-4 text-sm print:hidden">
      <ContentLink
        href={`/${index.pageKey}`}
        className="inline-flex min-h-8 items-center text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
      >
        {index.title}
      </ContentLink>
    </nav>
  );
}
