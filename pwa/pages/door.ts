/** What other features may use of this one. */

export { assetDirectory, buyingPage } from "./guest-contents.ts";
export { PageLinks } from "./page-links.tsx";
export { PageText } from "./page-text.tsx";
export { usePage } from "./use-page.ts";
