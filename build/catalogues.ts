/** A language that nobody speaks: longer by two fifths, with accents, to see that no text is longer than its place. */
export const PSEUDO = "pseudo";

/** How translators have the sentences before them; what is loaded together is the build's to tell (`sentence-files.ts`). */
export type CatalogueName = "public" | "pages" | "app" | "trading" | "operator";

/** What is shown to people who are not signed in, from the tree's root. */
const PUBLIC = [
  "pwa/app",
  "pwa/auth",
  "pwa/admin",
  "pwa/install",
  "pwa/landing",
  "pwa/lock",
  "pwa/main.tsx",
  "pwa/platform",
  "pwa/public",
  "pwa/ui",
  "pwa/parts/forms",
  "pwa/parts/identify",
  "pwa/parts/service",
  "pwa/parts/session",
  "pwa/parts/theme",
  "pwa/parts/toasts",
];
/** Texts to be read, and the reference of the API. */
const PAGES = ["pwa/pages"];
const TRADING = [
  "pwa/amm",
  "pwa/automated-trading",
  "pwa/market-making",
  "pwa/parts/trading",
  "pwa/pro-trading",
  "pwa/staking",
  "pwa/standing-orders",
  "pwa/swap",
  "pwa/trade",
];
/** What operators alone see. */
const OPERATOR = ["pwa/console"];

/** Whose sentences are in which catalogue below `pwa/locales/<language>/`; `app` has all that no other has. */
export const CATALOGUES: Readonly<
  Record<CatalogueName, { readonly include: readonly string[]; readonly exclude: readonly string[] }>
> = {
  public: { include: PUBLIC, exclude: [] },
  pages: { include: PAGES, exclude: [] },
  trading: { include: TRADING, exclude: [] },
  operator: { include: OPERATOR, exclude: [] },
  app: { include: ["pwa"], exclude: [...PUBLIC, ...PAGES, ...TRADING, ...OPERATOR] },
};
