/** Public pages that stand in the header's and the footer's frame for everyone. */
export const PUBLIC_PATHS = [
  "/about",
  "/help",
  "/stellar",
  "/documentation",
  "/tutorials",
  "/features",
  "/security",
  "/blog",
  "/careers",
  "/contact",
  "/privacy",
  "/terms",
  "/cookies",
  "/legal",
] as const;

/** These, and what people who are signed in have in their own frame. */
export type PublicPath = (typeof PUBLIC_PATHS)[number] | "/faq";
