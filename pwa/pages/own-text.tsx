import { PUBLIC_PAGES } from "./page-contents.ts";
import { OwnPage } from "./page-text.tsx";
import type { PublicPath } from "./page-paths.ts";
import { SupportLink } from "./later-support.tsx";

/** What the app says itself at a public path. */
export function OwnText({ path }: { readonly path: PublicPath }) {
  return (
    <OwnPage contents={PUBLIC_PAGES[path]}>{path === "/contact" || path === "/help" ? <SupportLink /> : null}</OwnPage>
  );
}
