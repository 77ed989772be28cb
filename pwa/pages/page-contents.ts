import type { PUBLIC_PATHS } from "./page-paths.ts";

export interface PageLink {
  readonly to: string;
  readonly label: string;
}

/** What a page says where the server has no text of its own for it. */
export interface PageContents {
  readonly title: string;
  readonly summary: string;
  readonly sections?: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
  readonly links?: readonly PageLink[];
}

const OPERATOR_MUST_REPLACE =
  "This is a default text. Whoever operates this installation must replace it with their own before serving the public.";

/** The public pages, by their path. */
export const PUBLIC_PAGES = {
  "/about": {
    title: "About us",
    summary: "Astrolabe is a wallet for the Stellar network that keeps working when the connection does not.",
    sections: [
      {
        heading: "What it is for",
        paragraphs: [
          "Your history, your contacts and your balances are kept on your own device as well as on the server. You can read and search them on a train, in a cellar or on a plane, and what you edit there is merged when the connection returns.",
          "Payments are made by the server, which signs them and follows each one until the ledger has confirmed it.",
        ],
      },
      {
        heading: "Who runs it",
        paragraphs: [
          "Astrolabe is run by an independent commercial entity that is not affiliated with the Stellar Development Foundation.",
        ],
      },
    ],
    links: [
      { to: "/features", label: "Features" },
      { to: "/security", label: "Security" },
    ],
  },
  "/help": {
    title: "Help Center",
    summary: "Short answers to what people ask first.",
    sections: [
      {
        heading: "I cannot sign in",
        paragraphs: [
          "Check the username: it is not the email address. If the password is lost, choose “Forgot password?” on the sign-in screen; the link that we send works once, for one hour.",
        ],
      },
      {
        heading: "My payment is not confirmed yet",
        paragraphs: [
          "A payment that was submitted is sent again, unchanged, until the ledger has taken it or can no longer take it. You never need to send it twice; its state is in your history.",
        ],
      },
      {
        heading: "I am offline",
        paragraphs: [
          "Everything that was synchronised before stays readable. Changes to contacts carry a waiting mark until the server has them. Payments need a connection.",
        ],
      },
    ],
    links: [
      { to: "/faq", label: "Frequent questions" },
      { to: "/contact", label: "Contact" },
    ],
  },
  "/stellar": {
    title: "The Stellar network",
    summary: "Stellar is a public payment ledger. Anyone can hold an account on it, and it settles in seconds.",
    sections: [
      {
        heading: "Accounts and addresses",
        paragraphs: [
          "An account has an address that starts with G. Whoever knows it can send to it; only the account's key can send from it.",
          "Every account keeps a small reserve of XLM, the network's own coin. The reserve belongs to you but cannot be spent while the account needs it.",
        ],
      },
      {
        heading: "Assets and trustlines",
        paragraphs: [
          "Besides XLM an account can hold assets that others issue. To hold one, the account first accepts it with a trustline; nobody can fill an account with assets that it did not accept.",
        ],
      },
      {
        heading: "Fees",
        paragraphs: [
          "The network's fee is a tiny fraction of one XLM for each operation. It is shown before you confirm.",
        ],
      },
    ],
    links: [{ to: "/auth", label: "Open an account" }],
  },
  "/cms-editor-example": {
    title: "Content editor example",
    summary:
      "A page here is a title and a list of sections; this is one, written with sample content. Nothing on it is saved.",
    sections: [
      {
        heading: "A section",
        paragraphs: ["Each section has a heading and paragraphs. Operators write them for every public page."],
      },
      { heading: "Another section", paragraphs: ["Sections appear in the order in which they were arranged."] },
    ],
  },
  "/buy-xlm": {
    title: "Buy XLM",
    summary: "XLM pays the network's fees and keeps your account open.",
    sections: [
      {
        heading: "How it works",
        paragraphs: [
          "A deposit through a cash payment app is checked by a person and then credited to your wallet in XLM at the rate shown to you.",
          "XLM from anywhere else reaches you too: give the sender your address or your QR code.",
        ],
      },
    ],
    links: [{ to: "/receive", label: "Show my address" }],
  },
  "/documentation": {
    title: "Documentation",
    summary: "Where to read how Astrolabe works, for people who use it and for people who build on it.",
    links: [
      { to: "/tutorials", label: "Tutorials: first steps" },
      { to: "/api", label: "API reference" },
      { to: "/help", label: "Help Center" },
    ],
  },
  "/tutorials": {
    title: "Tutorials",
    summary: "Three first steps, each a few minutes long.",
    sections: [
      {
        heading: "1. Open an account",
        paragraphs: [
          "Choose Get Started, pick a username and a password of at least 8 characters. A wallet is made for you on the network.",
        ],
      },
      {
        heading: "2. Receive",
        paragraphs: ["Open Receive to see your address and its QR code. Whoever scans it can pay you."],
      },
      {
        heading: "3. Send",
        paragraphs: [
          "Open Send, choose who and how much, and read the review: everything that will be signed is written there. Then confirm, and watch it settle.",
        ],
      },
    ],
    links: [{ to: "/auth", label: "Get started" }],
  },
  "/faq": {
    title: "Frequent questions",
    summary: "What people ask before they trust a wallet.",
    sections: [
      {
        heading: "Who holds the keys?",
        paragraphs: [
          "The server does, encrypted; no page, log or answer ever contains them. That is what custodial means: you sign in with a password instead of guarding a key.",
        ],
      },
      {
        heading: "What stays on my device?",
        paragraphs: [
          "Your history, balances, contacts and preferences. No keys, no passwords, no identity documents. Signing out removes all of it, offline too.",
        ],
      },
      {
        heading: "Can a payment be made twice by mistake?",
        paragraphs: [
          "Each confirmation carries its own key. However often it is repeated, by you or by a bad connection, it pays once.",
        ],
      },
      {
        heading: "What is the reserve?",
        paragraphs: [
          "The network asks every account to keep some XLM. It stays yours, but it cannot be spent while it is needed.",
        ],
      },
    ],
    links: [{ to: "/help", label: "Help Center" }],
  },
  "/features": {
    title: "Features",
    summary: "What Astrolabe does, plainly.",
    sections: [
      {
        heading: "Send and receive",
        paragraphs: [
          "Pay an address, a contact or another user. Receive with an address or a QR code that carries amount and memo.",
        ],
      },
      {
        heading: "A history that is yours",
        paragraphs: [
          "Every movement of the account, searchable, on your device, with export as CSV, JSON or a statement.",
        ],
      },
      {
        heading: "Contacts that merge",
        paragraphs: [
          "Edit them anywhere, on several devices, without a connection. Edits to different fields are both kept.",
        ],
      },
      {
        heading: "Live",
        paragraphs: [
          "What arrives on the ledger appears on every open device. A mark in the header always says how fresh the data is.",
        ],
      },
    ],
    links: [{ to: "/auth", label: "Get started" }],
  },
  "/security": {
    title: "Security",
    summary: "How accounts, keys and data are protected.",
    sections: [
      {
        heading: "Keys",
        paragraphs: [
          "Wallet keys are encrypted with AES-256-GCM and bound to their account. One part of the server can use them, and each signature leaves a record.",
        ],
      },
      {
        heading: "Passwords and sessions",
        paragraphs: [
          "Passwords are stored as argon2id hashes. Sessions live in a cookie that scripts cannot read, attempts to guess are limited, and every sign-in is listed in your access history.",
        ],
      },
      {
        heading: "Your device",
        paragraphs: [
          "The app keeps as little as it can and removes it when you sign out. Use a lock screen on devices that you share.",
        ],
      },
    ],
    links: [{ to: "/contact", label: "Report a problem" }],
  },
  "/blog": {
    title: "Blog",
    summary: "News about Astrolabe appears on this page. The operator has not published any yet.",
    links: [{ to: "/features", label: "What Astrolabe does" }],
  },
  "/careers": {
    title: "Careers",
    summary: "Open positions are listed on this page. There are none listed now.",
    links: [{ to: "/contact", label: "Contact" }],
  },
  "/contact": {
    title: "Contact",
    summary: "How to reach the people who run this installation.",
    sections: [
      {
        heading: "Write to us",
        paragraphs: [
          OPERATOR_MUST_REPLACE,
          "Never send your password to anyone. Nobody who works here will ask for it.",
        ],
      },
    ],
    links: [{ to: "/help", label: "Help Center" }],
  },
  "/privacy": {
    title: "Privacy",
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        heading: "What is stored",
        paragraphs: [
          "Your username, email address, contacts, settings, the history of your account and a list of sign-ins with their address and browser. What happens on the Stellar ledger is public by its nature.",
        ],
      },
      {
        heading: "Who sees it",
        paragraphs: [
          "You, and the operator's administrators as far as their work needs it. There is no advertising and no tracking script in this app.",
        ],
      },
    ],
  },
  "/terms": {
    title: "Terms",
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        heading: "In short",
        paragraphs: [
          "Payments on the ledger are final. Keep your password to yourself. The prices of digital assets move; nothing here is advice.",
        ],
      },
    ],
  },
  "/cookies": {
    title: "Cookies",
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        heading: "Two cookies",
        paragraphs: [
          "Signing in sets two cookies. connect.sid keeps you signed in. astrolabe.device lets this device be known for half a year, so that strangers who try your name cannot keep you out here; it signs nobody in. There are no others from this app.",
        ],
      },
    ],
  },
  "/legal": {
    title: "Legal notice",
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        heading: "Independence",
        paragraphs: [
          "This service is run by an independent commercial entity that is not affiliated with the Stellar Development Foundation.",
        ],
      },
    ],
    links: [
      { to: "/terms", label: "Terms" },
      { to: "/privacy", label: "Privacy" },
      { to: "/cookies", label: "Cookies" },
    ],
  },
} as const satisfies Record<(typeof PUBLIC_PATHS)[number] | "/faq" | "/buy-xlm", PageContents>;

/** The directory of listed assets, for people who are not signed in. */
export const ASSET_DIRECTORY: PageContents = {
  title: "Listed assets",
  summary:
    "The assets that Astrolabe lists. Any other asset on the Stellar network can be held as well, by its code and issuer.",
  sections: [
    { heading: "XLM", paragraphs: ["The network's own coin. It pays fees and keeps accounts open."] },
    {
      heading: "Other assets",
      paragraphs: [
        "Others issue them. An account receives an asset only once its owner has added it, and can remove it again.",
      ],
    },
  ],
  links: [{ to: "/auth", label: "Get started" }],
};
