/** What other features may use of this one. */

export { PUBLIC_PAGES } from "./page-contents.ts";
export { PageLinks } from "./page-links.tsx";
export { AssetDirectoryScreen, PageScreen } from "./page-screen.tsx";
export { usePage } from "./use-page.ts";
