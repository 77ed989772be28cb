import { t } from "@lingui/core/macro";
import { buyingPage } from "./guest-contents.ts";
import type { PublicPath } from "./page-paths.ts";
import type { PageContents } from "./page-shape.ts";

function operatorMustReplace(): string {
  return t`This is a default text. Whoever operates this installation must replace it with their own before serving the public.`;
}

/** The public pages, by their path; in the language that is shown when one is asked for. */
export const PUBLIC_PAGES = {
  get "/about"(): PageContents {
    return {
      title: t`About us`,
      summary: t`Astrolabe is a wallet for the Stellar network that keeps working when the connection does not.`,
      sections: [
        {
          heading: t`What it is for`,
          paragraphs: [
            t`Your history, your contacts and your balances are kept on your own device as well as on the server. You can read and search them on a train, in a cellar or on a plane, and what you edit there is merged when the connection returns.`,
            t`Payments are made by the server, which signs them and follows each one until the ledger has confirmed it.`,
          ],
        },
        {
          heading: t`Who runs it`,
          paragraphs: [
            t`Astrolabe is run by an independent commercial entity that is not affiliated with the Stellar Development Foundation.`,
          ],
        },
      ],
      links: [
        { to: "/features", label: t`Features` },
        { to: "/security", label: t`Security` },
      ],
    };
  },
  get "/help"(): PageContents {
    return {
      title: t`Help Center`,
      summary: t`Short answers to what people ask first.`,
      sections: [
        {
          heading: t`I cannot sign in`,
          paragraphs: [
            t`Check the username: it is not the email address. If the password is lost, choose “Forgot password?” on the sign-in screen; the link that we send works once, for one hour.`,
          ],
        },
        {
          heading: t`My payment is not confirmed yet`,
          paragraphs: [
            t`A payment that was submitted is sent again, unchanged, until the ledger has taken it or can no longer take it. You never need to send it twice; its state is in your history.`,
          ],
        },
        {
          heading: t`I am offline`,
          paragraphs: [
            t`Everything that was synchronised before stays readable. Changes to contacts carry a waiting mark until the server has them. Payments need a connection.`,
          ],
        },
      ],
      links: [
        { to: "/faq", label: t`Frequent questions` },
        { to: "/contact", label: t({ message: "Contact", context: "how to reach who runs this service" }) },
      ],
    };
  },
  get "/stellar"(): PageContents {
    return {
      title: t`The Stellar network`,
      summary: t`Stellar is a public payment ledger. Anyone can hold an account on it, and it settles in seconds.`,
      sections: [
        {
          heading: t`Accounts and addresses`,
          paragraphs: [
            t`An account has an address that starts with G. Whoever knows it can send to it; only the account's key can send from it.`,
            t`Every account keeps a small reserve of XLM, the network's own coin. The reserve belongs to you but cannot be spent while the account needs it.`,
          ],
        },
        {
          heading: t`Assets and trustlines`,
          paragraphs: [
            t`Besides XLM an account can hold assets that others issue. To hold one, the account first accepts it with a trustline; nobody can fill an account with assets that it did not accept.`,
          ],
        },
        {
          heading: t`Fees`,
          paragraphs: [
            t`The network's fee is a tiny fraction of one XLM for each operation. It is shown before you confirm.`,
          ],
        },
      ],
      links: [{ to: "/auth", label: t`Open an account` }],
    };
  },
  get "/buy-xlm"(): PageContents {
    return buyingPage();
  },
  get "/documentation"(): PageContents {
    return {
      title: t`Documentation`,
      summary: t`Where to read how Astrolabe works, for people who use it and for people who build on it.`,
      links: [
        { to: "/tutorials", label: t`Tutorials: first steps` },
        { to: "/api", label: t`API reference` },
        { to: "/help", label: t`Help Center` },
      ],
    };
  },
  get "/tutorials"(): PageContents {
    return {
      title: t`Tutorials`,
      summary: t`Three first steps, each a few minutes long.`,
      sections: [
        {
          heading: t`1. Open an account`,
          paragraphs: [
            t`Choose Get Started, pick a username and a password of at least 8 characters. A wallet is made for you on the network.`,
          ],
        },
        {
          heading: t`2. Receive`,
          paragraphs: [t`Open Receive to see your address and its QR code. Whoever scans it can pay you.`],
        },
        {
          heading: t`3. Send`,
          paragraphs: [
            t`Open Send, choose who and how much, and read the review: everything that will be signed is written there. Then confirm, and watch it settle.`,
          ],
        },
      ],
      links: [{ to: "/auth", label: t`Get started` }],
    };
  },
  get "/faq"(): PageContents {
    return {
      title: t`Frequent questions`,
      summary: t`What people ask before they trust a wallet.`,
      sections: [
        {
          heading: t`Who holds the keys?`,
          paragraphs: [
            t`The server does, encrypted; no page, log or answer ever contains them. That is what custodial means: you sign in with a password instead of guarding a key.`,
          ],
        },
        {
          heading: t`What stays on my device?`,
          paragraphs: [
            t`Your history, balances, contacts and preferences. No keys, no passwords, no identity documents. Signing out removes all of it, offline too.`,
          ],
        },
        {
          heading: t`Can a payment be made twice by mistake?`,
          paragraphs: [
            t`Each confirmation carries its own key. However often it is repeated, by you or by a bad connection, it pays once.`,
          ],
        },
        {
          heading: t`What is the reserve?`,
          paragraphs: [
            t`The network asks every account to keep some XLM. It stays yours, but it cannot be spent while it is needed.`,
          ],
        },
      ],
      links: [{ to: "/help", label: t`Help Center` }],
    };
  },
  get "/features"(): PageContents {
    return {
      title: t`Features`,
      summary: t`What Astrolabe does, plainly.`,
      sections: [
        {
          heading: t`Send and receive`,
          paragraphs: [
            t`Pay an address, a contact or another user. Receive with an address or a QR code that carries amount and memo.`,
          ],
        },
        {
          heading: t`A history that is yours`,
          paragraphs: [
            t`Every movement of the account, searchable, on your device, with export as CSV, JSON or a statement.`,
          ],
        },
        {
          heading: t`Contacts that merge`,
          paragraphs: [
            t`Edit them anywhere, on several devices, without a connection. Edits to different fields are both kept.`,
          ],
        },
        {
          heading: t({ message: "Live", context: "what is shown is of now" }),
          paragraphs: [
            t`What arrives on the ledger appears on every open device. A mark in the header always says how fresh the data is.`,
          ],
        },
      ],
      links: [{ to: "/auth", label: t`Get started` }],
    };
  },
  get "/security"(): PageContents {
    return {
      title: t`Security`,
      summary: t`How accounts, keys and data are protected.`,
      sections: [
        {
          heading: t`Keys`,
          paragraphs: [
            t`Wallet keys are encrypted with AES-256-GCM and bound to their account. One part of the server can use them, and each signature leaves a record.`,
          ],
        },
        {
          heading: t`Passwords and sessions`,
          paragraphs: [
            t`Passwords are stored as argon2id hashes. Sessions live in a cookie that scripts cannot read, attempts to guess are limited, and every sign-in is listed in your access history.`,
          ],
        },
        {
          heading: t`Your device`,
          paragraphs: [
            t`The app keeps as little as it can and removes it when you sign out. Use a lock screen on devices that you share.`,
          ],
        },
      ],
      links: [{ to: "/contact", label: t`Report a problem` }],
    };
  },
  get "/blog"(): PageContents {
    return {
      title: t`Blog`,
      summary: t`News about Astrolabe appears on this page. The operator has not published any yet.`,
      links: [{ to: "/features", label: t`What Astrolabe does` }],
    };
  },
  get "/careers"(): PageContents {
    return {
      title: t`Careers`,
      summary: t`Open positions are listed on this page. There are none listed now.`,
      links: [{ to: "/contact", label: t({ message: "Contact", context: "how to reach who runs this service" }) }],
    };
  },
  get "/contact"(): PageContents {
    return {
      title: t({ message: "Contact", context: "how to reach who runs this service" }),
      summary: t`How to reach the people who run this installation.`,
      sections: [
        {
          heading: t`Write to us`,
          paragraphs: [
            operatorMustReplace(),
            t`Never send your password to anyone. Nobody who works here will ask for it.`,
          ],
        },
      ],
      links: [{ to: "/help", label: t`Help Center` }],
    };
  },
  get "/privacy"(): PageContents {
    return {
      title: t`Privacy`,
      summary: operatorMustReplace(),
      sections: [
        {
          heading: t`What is stored`,
          paragraphs: [
            t`Your username, email address, contacts, settings, the history of your account and a list of sign-ins with their address and browser. What happens on the Stellar ledger is public by its nature.`,
          ],
        },
        {
          heading: t`Who sees it`,
          paragraphs: [
            t`You, and the operator's administrators as far as their work needs it. There is no advertising and no tracking script in this app.`,
          ],
        },
      ],
    };
  },
  get "/terms"(): PageContents {
    return {
      title: t`Terms`,
      summary: operatorMustReplace(),
      sections: [
        {
          heading: t`In short`,
          paragraphs: [
            t`Payments on the ledger are final. Keep your password to yourself. The prices of digital assets move; nothing here is advice.`,
          ],
        },
      ],
    };
  },
  get "/cookies"(): PageContents {
    return {
      title: t`Cookies`,
      summary: operatorMustReplace(),
      sections: [
        {
          heading: t`Two cookies`,
          paragraphs: [
            t`Signing in sets two cookies. connect.sid keeps you signed in. astrolabe.device lets this device be known for half a year, so that strangers who try your name cannot keep you out here; it signs nobody in. There are no others from this app.`,
          ],
        },
      ],
    };
  },
  get "/legal"(): PageContents {
    return {
      title: t`Legal notice`,
      summary: operatorMustReplace(),
      sections: [
        {
          heading: t`Independence`,
          paragraphs: [
            t`This service is run by an independent commercial entity that is not affiliated with the Stellar Development Foundation.`,
          ],
        },
      ],
      links: [
        { to: "/terms", label: t`Terms` },
        { to: "/privacy", label: t`Privacy` },
        { to: "/cookies", label: t`Cookies` },
      ],
    };
  },
} satisfies Record<PublicPath | "/buy-xlm", PageContents>;
