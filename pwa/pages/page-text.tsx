import { isValidElement, type ReactElement, type ReactNode } from "react";
import { keyOf } from "#pwa/parts/content/site-store.ts";
import { useContentPage } from "#pwa/parts/content/use-content.ts";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { ContentArticle } from "./content-article.tsx";
import { PageLinks } from "./page-links.tsx";
import type { PageContents } from "./page-shape.ts";
import { SupportLink } from "./later-support.tsx";

/** Where people look for whom to ask. */
const HELPING: readonly string[] = ["/contact", "/help"];

interface PageTextProps {
  readonly path: string;
  /** What it says as long as operators publish nothing there, and where nobody can be asked. */
  readonly own: PageContents | ReactElement;
  /** What stands at its end. */
  readonly children?: ReactNode;
}

/** The page at `path` as a text in one readable column. */
export function PageText({ path, own, children }: PageTextProps) {
  const { held, isUnreachable } = useContentPage(keyOf(path));
  const end = (
    <>
      {HELPING.includes(path) ? <SupportLink /> : null}
      {children}
    </>
  );
  if (held !== null && held.page !== null)
    return (
      <ContentArticle page={held.page} keptAtMs={held.keptAtMs}>
        {end}
      </ContentArticle>
    );
  if (held === null && !isUnreachable) return <PendingPage />;
  if (isValidElement(own)) return own;
  return <OwnPage contents={own}>{end}</OwnPage>;
}

function PendingPage() {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16" aria-busy="true">
      <Skeleton className="h-10 max-w-sm" />
      <Skeleton className="mt-6 h-64" />
    </div>
  );
}

/** What the app itself says. */
export function OwnPage({ contents, children }: { readonly contents: PageContents; readonly children?: ReactNode }) {
  usePageTitle(contents.title);
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16">
      <h1 className="text-3xl font-semibold break-words">{contents.title}</h1>
      {contents.summary === "" ? null : (
        <p className="mt-4 text-lg break-words whitespace-pre-line text-ink-2">{contents.summary}</p>
      )}
      {contents.sections === undefined ? null : (
        <div className="mt-10 space-y-8 border-t border-line pt-8">
          {contents.sections.map((section, at) => (
            <section key={`${at} ${section.heading}`}>
              <h2 className="text-lg font-semibold break-words">{section.heading}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-2 break-words text-ink-2">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
      )}
      {children}
      <PageLinks contents={contents} />
    </article>
  );
}
