import { t } from "@lingui/core/macro";
import type { PageContents } from "./page-shape.ts";

// Apart from the other pages: whoever sees one of these loads the words of no other.

/** What guests read of buying. */
export function buyingPage(): PageContents {
  return {
    title: t`Buy XLM`,
    summary: t`XLM pays the network's fees and keeps your account open.`,
    sections: [
      {
        heading: t`How it works`,
        paragraphs: [
          t`A deposit through a cash payment app is checked by a person and then credited to your wallet in XLM at the rate shown to you.`,
          t`XLM from anywhere else reaches you too: give the sender your address or your QR code.`,
        ],
      },
    ],
    links: [{ to: "/receive", label: t`Show my address` }],
  };
}

/** The directory of listed assets, for people who are not signed in. */
export function assetDirectory(): PageContents {
  return {
    title: t`Listed assets`,
    summary: t`The assets that Astrolabe lists. Any other asset on the Stellar network can be held as well, by its code and issuer.`,
    sections: [
      { heading: "XLM", paragraphs: [t`The network's own coin. It pays fees and keeps accounts open.`] },
      {
        heading: t`Other assets`,
        paragraphs: [
          t`Others issue them. An account receives an asset only once its owner has added it, and can remove it again.`,
        ],
      },
    ],
    links: [{ to: "/auth", label: t`Get started` }],
  };
}
