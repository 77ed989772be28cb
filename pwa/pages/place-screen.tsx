import { Page } from "#pwa/ui/page.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { PageLinks } from "./page-links.tsx";
import { usePageTitle } from "./page-title.ts";
import { SIGNED_IN_PAGES } from "./signed-in-pages.ts";

/** A screen of the signed-in side that says what it is for and leads to where its work is done. */
export function PlaceScreen({ path }: { readonly path: keyof typeof SIGNED_IN_PAGES }) {
  const contents = SIGNED_IN_PAGES[path];
  usePageTitle(contents.title);
  return (
    <Page title={contents.title}>
      <Card>
        <p className="max-w-2xl text-ink-2">{contents.summary}</p>
        <PageLinks contents={contents} />
      </Card>
    </Page>
  );
}
