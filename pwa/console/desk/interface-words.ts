import { t } from "@lingui/core/macro";
import { formatList } from "#pwa/ui/format.ts";
import type { Feature } from "#schemas/interface-defaults.ts";
import type { InterfaceKey, InterfaceSetting, SocialService } from "#schemas/interface.ts";

/** What operators set of the screens, by its name. */
export function interfaceWords(key: InterfaceKey): string {
  switch (key) {
    case "explorerUrl":
      return t`Block explorer`;
    case "socialLinks":
      return t`Social links`;
    case "supportAddress":
      return t`Address for help`;
    case "hiddenFeatures":
      return t`Features that are not shown`;
  }
}

export const SOCIAL_NAMES: Readonly<Record<SocialService, string>> = {
  twitter: "Twitter",
  github: "GitHub",
  linkedin: "LinkedIn",
  telegram: "Telegram",
};

export function featureWords(feature: Feature): string {
  switch (feature) {
    case "swap":
      return t({ message: "Swap", context: "the screen for swapping" });
    case "trade":
      return t({ message: "Trade", context: "the screen for trading" });
    case "pro-trading":
      return t`Pro trading`;
    case "pools":
      return t`Liquidity pools`;
    case "watchlist":
      return t`Watchlist`;
    case "analytics":
      return t`Analytics`;
    case "staking":
      return t`Staking`;
    case "affiliate":
      return t`Affiliate`;
    case "plain-screens":
      return t`Plain screens`;
  }
}

/** A setting as people read it: one line. */
export function settingText({ key, value }: InterfaceSetting): string {
  const none = t({ message: "none", context: "not said" });
  if (value === null) return none;
  if (typeof value === "string") return value;
  if (key === "hiddenFeatures") return value.length === 0 ? none : formatList(value.map(featureWords));
  const links = Object.values(value).filter((link) => link !== null);
  return links.length === 0 ? none : links.join(", ");
}
