import { t } from "@lingui/core/macro";
export interface FooterColumn {
  readonly title: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

export const FOOTER_COLUMNS: readonly FooterColumn[] = [
  {
    get title() {
      return t`Resources`;
    },
    links: [
      {
        to: "/documentation",
        get label() {
          return t`Documentation`;
        },
      },
      {
        to: "/tutorials",
        get label() {
          return t`Tutorials`;
        },
      },
      {
        to: "/api",
        get label() {
          return t`API reference`;
        },
      },
      {
        to: "/faq",
        get label() {
          return t`FAQ`;
        },
      },
      {
        to: "/help",
        get label() {
          return t`Help Center`;
        },
      },
    ],
  },
  {
    get title() {
      return t`Platform`;
    },
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
      {
        to: "/assets",
        get label() {
          return t`Assets`;
        },
      },
      {
        to: "/buy-xlm",
        get label() {
          return t`Buy XLM`;
        },
      },
      {
        to: "/stellar",
        get label() {
          return t`Stellar Network`;
        },
      },
    ],
  },
  {
    get title() {
      return t`Company`;
    },
    links: [
      {
        to: "/about",
        get label() {
          return t`About Us`;
        },
      },
      {
        to: "/blog",
        get label() {
          return t`Blog`;
        },
      },
      {
        to: "/careers",
        get label() {
          return t`Careers`;
        },
      },
      {
        to: "/contact",
        get label() {
          return t({ message: "Contact", context: "how to reach who runs this service" });
        },
      },
    ],
  },
  {
    get title() {
      return t`Legal`;
    },
    links: [
      {
        to: "/privacy",
        get label() {
          return t`Privacy`;
        },
      },
      {
        to: "/terms",
        get label() {
          return t`Terms`;
        },
      },
      {
        to: "/cookies",
        get label() {
          return t`Cookies`;
        },
      },
      {
        to: "/legal",
        get label() {
          return t`Legal notice`;
        },
      },
    ],
  },
];
