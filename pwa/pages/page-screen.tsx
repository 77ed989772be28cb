import { PUBLIC_PAGES } from "./page-contents.ts";
import { PageText } from "./page-text.tsx";

/** The public page at `path`. */
export function PageScreen({ path }: { readonly path: keyof typeof PUBLIC_PAGES }) {
  return <PageText path={path} own={PUBLIC_PAGES[path]} />;
}
