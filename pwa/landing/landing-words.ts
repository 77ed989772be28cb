import { t } from "@lingui/core/macro";

/** What is said of the app where none of it is shown: in a tab, by whoever searches, in a system's list of apps. */
export function landingWords() {
  return {
    title: t`Astrolabe · A wallet for the Stellar network that works offline`,
    description: t`Astrolabe is a wallet and exchange for the Stellar network that keeps working offline.`,
  };
}

/** What a system shows of the installed app. */
export function installedWords() {
  return {
    description: t`A wallet and exchange for the Stellar network that keeps working offline.`,
    shortcuts: { "/send": t`Send`, "/receive": t`Receive`, "/transactions": t`History` },
    screenshots: { narrow: t`The dashboard on a phone`, wide: t`The dashboard on a desktop` },
  };
}
