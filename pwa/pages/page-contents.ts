import { t } from "@lingui/core/macro";
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
    get title() {
      return t`About us`;
    },
    get summary() {
      return t`Astrolabe is a wallet for the Stellar network that keeps working when the connection does not.`;
    },
    sections: [
      {
        get heading() {
          return t`What it is for`;
        },
        paragraphs: [
          "Your history, your contacts and your balances are kept on your own device as well as on the server. You can read and search them on a train, in a cellar or on a plane, and what you edit there is merged when the connection returns.",
          "Payments are made by the server, which signs them and follows each one until the ledger has confirmed it.",
        ],
      },
      {
        get heading() {
          return t`Who runs it`;
        },
        paragraphs: [
          "Astrolabe is run by an independent commercial entity that is not affiliated with the Stellar Development Foundation.",
        ],
      },
    ],
    links: [
      {
        to: "/features",
        get label() {
          return t`Features`;
        },
      },
      {
        to: "/security",
        get label() {
          return t`Security`;
        },
      },
    ],
  },
  "/help": {
    get title() {
      return t`Help Center`;
    },
    get summary() {
      return t`Short answers to what people ask first.`;
    },
    sections: [
      {
        get heading() {
          return t`I cannot sign in`;
        },
        paragraphs: [
          "Check the username: it is not the email address. If the password is lost, choose “Forgot password?” on the sign-in screen; the link that we send works once, for one hour.",
        ],
      },
      {
        get heading() {
          return t`My payment is not confirmed yet`;
        },
        paragraphs: [
          "A payment that was submitted is sent again, unchanged, until the ledger has taken it or can no longer take it. You never need to send it twice; its state is in your history.",
        ],
      },
      {
        get heading() {
          return t`I am offline`;
        },
        paragraphs: [
          "Everything that was synchronised before stays readable. Changes to contacts carry a waiting mark until the server has them. Payments need a connection.",
        ],
      },
    ],
    links: [
      {
        to: "/faq",
        get label() {
          return t`Frequent questions`;
        },
      },
      {
        to: "/contact",
        get label() {
          return t`Contact`;
        },
      },
    ],
  },
  "/stellar": {
    get title() {
      return t`The Stellar network`;
    },
    get summary() {
      return t`Stellar is a public payment ledger. Anyone can hold an account on it, and it settles in seconds.`;
    },
    sections: [
      {
        get heading() {
          return t`Accounts and addresses`;
        },
        paragraphs: [
          "An account has an address that starts with G. Whoever knows it can send to it; only the account's key can send from it.",
          "Every account keeps a small reserve of XLM, the network's own coin. The reserve belongs to you but cannot be spent while the account needs it.",
        ],
      },
      {
        get heading() {
          return t`Assets and trustlines`;
        },
        paragraphs: [
          "Besides XLM an account can hold assets that others issue. To hold one, the account first accepts it with a trustline; nobody can fill an account with assets that it did not accept.",
        ],
      },
      {
        get heading() {
          return t`Fees`;
        },
        paragraphs: [
          "The network's fee is a tiny fraction of one XLM for each operation. It is shown before you confirm.",
        ],
      },
    ],
    links: [
      {
        to: "/auth",
        get label() {
          return t`Open an account`;
        },
      },
    ],
  },
  "/cms-editor-example": {
    get title() {
      return t`Content editor example`;
    },
    get summary() {
      return t`A page here is a title and a list of sections; this is one, written with sample content. Nothing on it is saved.`;
    },
    sections: [
      {
        get heading() {
          return t`A section`;
        },
        paragraphs: ["Each section has a heading and paragraphs. Operators write them for every public page."],
      },
      {
        get heading() {
          return t`Another section`;
        },
        paragraphs: ["Sections appear in the order in which they were arranged."],
      },
    ],
  },
  "/buy-xlm": {
    get title() {
      return t`Buy XLM`;
    },
    summary: "XLM pays the network's fees and keeps your account open.",
    sections: [
      {
        get heading() {
          return t`How it works`;
        },
        paragraphs: [
          "A deposit through a cash payment app is checked by a person and then credited to your wallet in XLM at the rate shown to you.",
          "XLM from anywhere else reaches you too: give the sender your address or your QR code.",
        ],
      },
    ],
    links: [
      {
        to: "/receive",
        get label() {
          return t`Show my address`;
        },
      },
    ],
  },
  "/documentation": {
    get title() {
      return t`Documentation`;
    },
    get summary() {
      return t`Where to read how Astrolabe works, for people who use it and for people who build on it.`;
    },
    links: [
      {
        to: "/tutorials",
        get label() {
          return t`Tutorials: first steps`;
        },
      },
      { to: "/api", label: "API reference" },
      {
        to: "/help",
        get label() {
          return t`Help Center`;
        },
      },
    ],
  },
  "/tutorials": {
    get title() {
      return t`Tutorials`;
    },
    get summary() {
      return t`Three first steps, each a few minutes long.`;
    },
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
    links: [
      {
        to: "/auth",
        get label() {
          return t`Get started`;
        },
      },
    ],
  },
  "/faq": {
    get title() {
      return t`Frequent questions`;
    },
    get summary() {
      return t`What people ask before they trust a wallet.`;
    },
    sections: [
      {
        get heading() {
          return t`Who holds the keys?`;
        },
        paragraphs: [
          "The server does, encrypted; no page, log or answer ever contains them. That is what custodial means: you sign in with a password instead of guarding a key.",
        ],
      },
      {
        get heading() {
          return t`What stays on my device?`;
        },
        paragraphs: [
          "Your history, balances, contacts and preferences. No keys, no passwords, no identity documents. Signing out removes all of it, offline too.",
        ],
      },
      {
        get heading() {
          return t`Can a payment be made twice by mistake?`;
        },
        paragraphs: [
          "Each confirmation carries its own key. However often it is repeated, by you or by a bad connection, it pays once.",
        ],
      },
      {
        get heading() {
          return t`What is the reserve?`;
        },
        paragraphs: [
          "The network asks every account to keep some XLM. It stays yours, but it cannot be spent while it is needed.",
        ],
      },
    ],
    links: [
      {
        to: "/help",
        get label() {
          return t`Help Center`;
        },
      },
    ],
  },
  "/features": {
    get title() {
      return t`Features`;
    },
    get summary() {
      return t`What Astrolabe does, plainly.`;
    },
    sections: [
      {
        get heading() {
          return t`Send and receive`;
        },
        paragraphs: [
          "Pay an address, a contact or another user. Receive with an address or a QR code that carries amount and memo.",
        ],
      },
      {
        get heading() {
          return t`A history that is yours`;
        },
        paragraphs: [
          "Every movement of the account, searchable, on your device, with export as CSV, JSON or a statement.",
        ],
      },
      {
        get heading() {
          return t`Contacts that merge`;
        },
        paragraphs: [
          "Edit them anywhere, on several devices, without a connection. Edits to different fields are both kept.",
        ],
      },
      {
        get heading() {
          return t`Live`;
        },
        paragraphs: [
          "What arrives on the ledger appears on every open device. A mark in the header always says how fresh the data is.",
        ],
      },
    ],
    links: [
      {
        to: "/auth",
        get label() {
          return t`Get started`;
        },
      },
    ],
  },
  "/security": {
    get title() {
      return t`Security`;
    },
    get summary() {
      return t`How accounts, keys and data are protected.`;
    },
    sections: [
      {
        get heading() {
          return t`Keys`;
        },
        paragraphs: [
          "Wallet keys are encrypted with AES-256-GCM and bound to their account. One part of the server can use them, and each signature leaves a record.",
        ],
      },
      {
        get heading() {
          return t`Passwords and sessions`;
        },
        paragraphs: [
          "Passwords are stored as argon2id hashes. Sessions live in a cookie that scripts cannot read, attempts to guess are limited, and every sign-in is listed in your access history.",
        ],
      },
      {
        get heading() {
          return t`Your device`;
        },
        paragraphs: [
          "The app keeps as little as it can and removes it when you sign out. Use a lock screen on devices that you share.",
        ],
      },
    ],
    links: [
      {
        to: "/contact",
        get label() {
          return t`Report a problem`;
        },
      },
    ],
  },
  "/blog": {
    get title() {
      return t`Blog`;
    },
    get summary() {
      return t`News about Astrolabe appears on this page. The operator has not published any yet.`;
    },
    links: [
      {
        to: "/features",
        get label() {
          return t`What Astrolabe does`;
        },
      },
    ],
  },
  "/careers": {
    get title() {
      return t`Careers`;
    },
    get summary() {
      return t`Open positions are listed on this page. There are none listed now.`;
    },
    links: [
      {
        to: "/contact",
        get label() {
          return t`Contact`;
        },
      },
    ],
  },
  "/contact": {
    get title() {
      return t`Contact`;
    },
    get summary() {
      return t`How to reach the people who run this installation.`;
    },
    sections: [
      {
        get heading() {
          return t`Write to us`;
        },
        paragraphs: [
          OPERATOR_MUST_REPLACE,
          "Never send your password to anyone. Nobody who works here will ask for it.",
        ],
      },
    ],
    links: [
      {
        to: "/help",
        get label() {
          return t`Help Center`;
        },
      },
    ],
  },
  "/privacy": {
    get title() {
      return t`Privacy`;
    },
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        get heading() {
          return t`What is stored`;
        },
        paragraphs: [
          "Your username, email address, contacts, settings, the history of your account and a list of sign-ins with their address and browser. What happens on the Stellar ledger is public by its nature.",
        ],
      },
      {
        get heading() {
          return t`Who sees it`;
        },
        paragraphs: [
          "You, and the operator's administrators as far as their work needs it. There is no advertising and no tracking script in this app.",
        ],
      },
    ],
  },
  "/terms": {
    get title() {
      return t`Terms`;
    },
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        get heading() {
          return t`In short`;
        },
        paragraphs: [
          "Payments on the ledger are final. Keep your password to yourself. The prices of digital assets move; nothing here is advice.",
        ],
      },
    ],
  },
  "/cookies": {
    get title() {
      return t`Cookies`;
    },
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        get heading() {
          return t`Two cookies`;
        },
        paragraphs: [
          "Signing in sets two cookies. connect.sid keeps you signed in. astrolabe.device lets this device be known for half a year, so that strangers who try your name cannot keep you out here; it signs nobody in. There are no others from this app.",
        ],
      },
    ],
  },
  "/legal": {
    get title() {
      return t`Legal notice`;
    },
    summary: OPERATOR_MUST_REPLACE,
    sections: [
      {
        get heading() {
          return t`Independence`;
        },
        paragraphs: [
          "This service is run by an independent commercial entity that is not affiliated with the Stellar Development Foundation.",
        ],
      },
    ],
    links: [
      {
        to: "/terms",
        get label() {
          return t`Terms`;
        },
      },
      {
        to: "/privacy",
        get label() {
          return t`Privacy`;
        },
      },
      {
        to: "/cookies",
        get label() {
          return t`Cookies`;
        },
      },
    ],
  },
} as const satisfies Record<(typeof PUBLIC_PATHS)[number] | "/faq" | "/buy-xlm", PageContents>;

/** The directory of listed assets, for people who are not signed in. */
export const ASSET_DIRECTORY: PageContents = {
  get title() {
    return t`Listed assets`;
  },
  get summary() {
    return t`The assets that Astrolabe lists. Any other asset on the Stellar network can be held as well, by its code and issuer.`;
  },
  sections: [
    { heading: "XLM", paragraphs: ["The network's own coin. It pays fees and keeps accounts open."] },
    {
      get heading() {
        return t`Other assets`;
      },
      paragraphs: [
        "Others issue them. An account receives an asset only once its owner has added it, and can remove it again.",
      ],
    },
  ],
  links: [
    {
      to: "/auth",
      get label() {
        return t`Get started`;
      },
    },
  ],
};
