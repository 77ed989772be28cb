/** Public pages that stand in the header's and the footer's frame for everyone. */
export const PUBLIC_PATHS = [
  "/about",
  "/help",
  "/stellar",
  "/cms-editor-example",
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

/** Screens of a signed-in person that are told by their page contents. */
export const PLACE_PATHS = ["/staking", "/affiliate", "/kyc"] as const;

/** The same for admins. */
export const ADMIN_PATHS = ["/admin-dashboard", "/admin-panel", "/admin-cms", "/admin-super", "/admin-kyc"] as const;
