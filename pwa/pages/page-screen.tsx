import { withSentences } from "#pwa/platform/language/show-language.ts";
import { later } from "#pwa/ui/later.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { PublicPath } from "./page-paths.ts";
import { PageText } from "./page-text.tsx";
import { useIsRunning } from "#pwa/ui/use-is-running.ts";

/** What the app says itself where nothing is published, or nobody can be asked: hardly anybody loads it. */
const OwnText = later(
  async () => (await withSentences("pages/own-text", () => import("./own-text.tsx"))).OwnText,
  () => <Skeleton className="mx-auto my-16 h-64 w-full max-w-3xl" />,
);
const ContactForm = later(
  async () => (await withSentences("pages/contact-form", () => import("./contact-form.tsx"))).ContactForm,
  () => <Skeleton className="mt-10 h-96 w-full" />,
);

/** The public page at `path`. */
export function PageScreen({ path }: { readonly path: PublicPath }) {
  return (
    <PageText path={path} own={<OwnText path={path} />}>
      {path === "/contact" ? <ContactPart /> : null}
    </PageText>
  );
}

/** Without a script nothing can be written here: the form comes with it. */
function ContactPart() {
  return useIsRunning() ? <ContactForm /> : null;
}
