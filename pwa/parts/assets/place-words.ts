import { t } from "@lingui/core/macro";
import type { Place } from "./whole.ts";

/** Where money is, in words, and the screen that shows it. */
export const PLACES = {
  wallet: {
    get name() {
      return t`In your wallet`;
    },
    to: "/assets",
  },
  offers: {
    get name() {
      return t`In open orders`;
    },
    to: "/trade",
  },
  pools: {
    get name() {
      return t`In pools`;
    },
    to: "/amm",
  },
  stakes: {
    get name() {
      return t({ message: "Staked", context: "where money is" });
    },
    to: "/staking",
  },
  markets: {
    get name() {
      return t`Making markets`;
    },
    to: "/market-making",
  },
  claims: {
    get name() {
      return t`Set aside for you`;
    },
    to: "/assets",
    hash: "claims",
  },
} as const satisfies Readonly<Record<Place, { readonly name: string; readonly to: string; readonly hash?: string }>>;
