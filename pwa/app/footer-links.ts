export interface FooterColumn {
  readonly title: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

export const FOOTER_COLUMNS: readonly FooterColumn[] = [
  {
    title: "Resources",
    links: [
      { to: "/documentation", label: "Documentation" },
      { to: "/tutorials", label: "Tutorials" },
      { to: "/api", label: "API reference" },
      { to: "/faq", label: "FAQ" },
      { to: "/help", label: "Help Center" },
    ],
  },
  {
    title: "Platform",
    links: [
      { to: "/features", label: "Features" },
      { to: "/security", label: "Security" },
      { to: "/assets", label: "Assets" },
      { to: "/buy-xlm", label: "Buy XLM" },
      { to: "/stellar", label: "Stellar Network" },
    ],
  },
  {
    title: "Company",
    links: [
      { to: "/about", label: "About Us" },
      { to: "/blog", label: "Blog" },
      { to: "/careers", label: "Careers" },
      { to: "/contact", label: "Contact" },
    ],
  },
  {
    title: "Legal",
    links: [
      { to: "/privacy", label: "Privacy" },
      { to: "/terms", label: "Terms" },
      { to: "/cookies", label: "Cookies" },
      { to: "/legal", label: "Legal notice" },
    ],
  },
];

export const SOCIAL_LINKS = [
  { href: "https://twitter.com", label: "Twitter" },
  { href: "https://github.com", label: "GitHub" },
  { href: "https://www.linkedin.com", label: "LinkedIn" },
  { href: "https://telegram.org", label: "Telegram" },
] as const;
