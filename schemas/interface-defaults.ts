/** What can be taken off the menus, and shown again. */
export const FEATURES = [
  "swap",
  "trade",
  "pro-trading",
  "pools",
  "watchlist",
  "analytics",
  "staking",
  "affiliate",
  "plain-screens",
] as const;
export type Feature = (typeof FEATURES)[number];

/** What everybody's screens are where no operator set anything else (`interface.ts`); apart, for what is shown before all else. */
export const INTERFACE_DEFAULTS = {
  explorerUrl: null,
  socialLinks: {
    twitter: "https://twitter.com",
    github: "https://github.com",
    linkedin: "https://www.linkedin.com",
    telegram: "https://telegram.org",
  },
  supportAddress: null,
  hiddenFeatures: [],
} as const;
