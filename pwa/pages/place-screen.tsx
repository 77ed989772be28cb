import { Trans } from "@lingui/react/macro";
import { Page } from "#pwa/ui/page.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { PageLinks } from "./page-links.tsx";
import { SIGNED_IN_PAGES } from "./signed-in-pages.ts";
import { usePage } from "./use-page.ts";

/** A screen of the signed-in side that says what it is for and leads to where its work is done. */
export function PlaceScreen({ path }: { readonly path: keyof typeof SIGNED_IN_PAGES }) {
  const { contents, isPending } = usePage(path, SIGNED_IN_PAGES[path]);
  usePageTitle(contents.title);
  return (
    <Page title={contents.title}>
      <Card aria-busy={isPending}>
        {isPending ? (
          <Skeleton className="h-12 max-w-2xl" />
        ) : (
          <p className="max-w-2xl break-words whitespace-pre-line text-ink-2">{contents.summary}</p>
        )}
        {isPending
          ? null
          : contents.sections?.map((section, at) => (
              <section key={`${at} ${section.heading}`} className="mt-6 max-w-2xl">
                <h2 className="text-lg font-semibold break-words">{section.heading}</h2>
                {section.paragraphs.map((paragraph) => (
                  <p key={paragraph} className="mt-2 break-words text-ink-2">
                    {paragraph}
                  </p>
                ))}
              </section>
            ))}
        <p className="mt-6 text-sm text-ink-3">
          <Trans>Nothing can be done here.</Trans>
        </p>
        <PageLinks contents={contents} />
      </Card>
    </Page>
  );
}
