import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import type { PageContents } from "./page-shape.ts";
import { PageLinks } from "./page-links.tsx";
import { SupportLink } from "./support-link.tsx";
import { usePage } from "./use-page.ts";

/** Where people look for whom to ask. */
const HELPING: readonly string[] = ["/contact", "/help"];

/** The page at `path` as a text in one readable column; `own` is what it says where the server has no text for it. */
export function PageText({ path, own }: { readonly path: string; readonly own: PageContents }) {
  const { contents, isPending } = usePage(path, own);
  usePageTitle(contents.title);
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16" aria-busy={isPending}>
      <h1 className="text-3xl font-semibold break-words">{contents.title}</h1>
      {isPending ? (
        <Skeleton className="mt-4 h-64" />
      ) : (
        <>
          <Body contents={contents} />
          {HELPING.includes(path) ? <SupportLink /> : null}
          <PageLinks contents={contents} />
        </>
      )}
    </article>
  );
}

function Body({ contents }: { readonly contents: PageContents }) {
  return (
    <>
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
    </>
  );
}
