import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect } from "react";
import { outlineOf } from "#pwa/parts/content/outline.ts";
import { SectionsView } from "#pwa/parts/content/section-view.tsx";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { PageOutput } from "#schemas/content/read.ts";
import { directionOf } from "#schemas/values/languages.ts";
import { GroupPages, PathTo } from "./group-pages.tsx";
import { postedDay } from "./posted-day.ts";
import { SearchField } from "./search-field.tsx";

/** Of what groups readers look for more than one page. */
const SEARCHED: readonly string[] = ["help", "documentation", "tutorials"];
const OUTLINED_FROM = 3;

interface ContentArticleProps {
  readonly page: PageOutput;
  /** When it was as it is shown, where this device kept it since; null where the server has it so now. */
  readonly keptAtMs: number | null;
  readonly children?: ReactNode;
}

/** A published page in one readable column. */
export function ContentArticle({ page, keptAtMs, children }: ContentArticleProps) {
  const { pageKey, group, language, title, description, sections, postedAt } = page;
  usePageTitle(title);
  useEffect(() => {
    document.head.querySelector('meta[name="description"]')?.setAttribute("content", description);
  }, [description]);
  const isSearched = SEARCHED.includes(group) || pageKey === "faq";
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16 print:max-w-none print:py-0">
      <PathTo page={page} />
      <div lang={language} dir={directionOf(language)}>
        <h1 className="text-3xl font-semibold break-words">{title}</h1>
        {postedAt === null ? null : (
          <p className="mt-2 text-sm text-ink-3">
            <time dateTime={postedAt} suppressHydrationWarning>
              {postedDay(postedAt)}
            </time>
          </p>
        )}
        <p className="mt-4 text-lg break-words whitespace-pre-line text-ink-2">{description}</p>
      </div>
      <PageNotes page={page} keptAtMs={keptAtMs} />
      {isSearched ? <SearchField /> : null}
      <div lang={language} dir={directionOf(language)} className="mt-8 border-t border-line pt-8">
        <Outline page={page} />
        <SectionsView sections={sections} />
      </div>
      <GroupPages page={page} />
      {children}
    </article>
  );
}

/** What a reader should know of a page before reading it. */
function PageNotes({ page, keptAtMs }: Pick<ContentArticleProps, "page" | "keptAtMs">) {
  const isFallback = page.language !== shownLanguage();
  const isToBeReplaced = page.group === "legal" && page.isDefault;
  if (keptAtMs === null && !isFallback && !isToBeReplaced) return null;
  return (
    <div className="mt-6 space-y-3 print:hidden">
      {isFallback ? <Notice>{t`This page is not written in your language yet. You read it in English.`}</Notice> : null}
      {isToBeReplaced ? (
        <Notice tone="warn">
          {t`This is a default text. Whoever operates this installation must replace it with their own before serving the public.`}
        </Notice>
      ) : null}
      {keptAtMs === null ? null : (
        <Notice>
          <Trans>
            This is how the page was <TimeAgo at={keptAtMs} />, as this device keeps it.
          </Trans>
        </Notice>
      )}
    </div>
  );
}

function Outline({ page }: { readonly page: PageOutput }) {
  const entries = outlineOf(page.sections);
  if (entries.length < OUTLINED_FROM || page.group === "legal") return null;
  return (
    <nav aria-label={t`On this page`} className="mb-8 rounded-md border border-line bg-surface p-4 print:hidden">
      <ul className="space-y-0.5">
        {entries.map(({ anchor, title }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="inline-flex min-h-8 items-center text-sm text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
