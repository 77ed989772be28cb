import { Trans } from "@lingui/react/macro";
import { ArrowUpRight } from "lucide-react";
import { useSite } from "#pwa/parts/content/site-store.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";

const SERVICES = [
  { service: "twitter", label: "Twitter" },
  { service: "github", label: "GitHub" },
  { service: "linkedin", label: "LinkedIn" },
  { service: "telegram", label: "Telegram" },
] as const;

/** Where else this service is to be found: as operators set it, or where nobody knows yet, as the app comes. */
export function SocialLinks() {
  const links = useSite()?.socialLinks ?? INTERFACE_DEFAULTS.socialLinks;
  return (
    <ul className="flex flex-wrap gap-x-5">
      {SERVICES.map(({ service, label }) => {
        const href = links[service];
        return href === null ? null : (
          <li key={service}>
            <a
              href={href}
              target="_blank"
              rel="noreferrer noopener"
              className="inline-flex min-h-11 items-center gap-0.5 text-sm text-ink-2 hover:text-ink"
            >
              {label}
              <ArrowUpRight aria-hidden="true" className="size-3.5" />
              <span className="sr-only">
                <Trans>(opens in a new tab)</Trans>
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
