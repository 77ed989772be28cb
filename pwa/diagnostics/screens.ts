import { t } from "@lingui/core/macro";

/** Screens that a picture can be taken of, by their addresses. */
export const SCREENS = [
  {
    value: "/dashboard",
    get label() {
      return t`Dashboard`;
    },
  },
  {
    value: "/assets",
    get label() {
      return t`Assets`;
    },
  },
  {
    value: "/transactions",
    get label() {
      return t`Transactions`;
    },
  },
  {
    value: "/send",
    get label() {
      return t({ message: "Send", context: "name of a screen" });
    },
  },
  {
    value: "/receive",
    get label() {
      return t({ message: "Receive", context: "name of a screen" });
    },
  },
  {
    value: "/contacts",
    get label() {
      return t`Contacts`;
    },
  },
  {
    value: "/analytics",
    get label() {
      return t`Analytics`;
    },
  },
  {
    value: "/access-history",
    get label() {
      return t`Access history`;
    },
  },
  {
    value: "/settings",
    get label() {
      return t`Settings`;
    },
  },
  {
    value: "/user-settings",
    get label() {
      return t`Profile and security`;
    },
  },
  {
    value: "/wallet-diagnostic",
    get label() {
      return t`Wallet check`;
    },
  },
  {
    value: "/stellar-network",
    get label() {
      return t`Stellar network`;
    },
  },
] as const;

/** What a screen is called; its address where it is none of these. */
export function screenName(path: string): string {
  return SCREENS.find(({ value }) => value === path)?.label ?? path;
}
