import { PageLinks } from "./page-links.tsx";
import { usePageTitle } from "./page-title.ts";
import { ASSET_DIRECTORY, type PageContents, PUBLIC_PAGES } from "./page-contents.ts";

/** The public page at `path`. */
export function PageScreen({ path }: { readonly path: keyof typeof PUBLIC_PAGES }) {
  return <PageText contents={PUBLIC_PAGES[path]} />;
}

/** What guests see at /assets. */
export function AssetDirectoryScreen() {
  return <PageText contents={ASSET_DIRECTORY} />;
}

/** A text in one readable column. */
function PageText({ contents }: { readonly contents: PageContents }) {
  usePageTitle(contents.title);
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-16">
      <h1 className="text-3xl font-semibold">{contents.title}</h1>
      <p className="mt-4 text-lg text-ink-2">{contents.summary}</p>
      {contents.sections === undefined ? null : (
        <div className="mt-10 space-y-8 border-t border-line pt-8">
          {contents.sections.map((section) => (
            <section key={section.heading}>
              <h2 className="text-lg font-semibold">{section.heading}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-2 text-ink-2">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
      )}
      <PageLinks contents={contents} />
    </article>
  );
}
