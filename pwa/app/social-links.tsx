import { Trans } from "@lingui/react/macro";
import { ArrowUpRight } from "lucide-react";
import { useEffect, useState } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";

const SERVICES = [
  { service: "twitter", label: "Twitter" },
  { service: "github", label: "GitHub" },
  { service: "linkedin", label: "LinkedIn" },
  { service: "telegram", label: "Telegram" },
] as const;
type Links = Readonly<Record<(typeof SERVICES)[number]["service"], string | null>>;

/** Where else this service is to be found: at first as the page came, then as operators set it. */
export function SocialLinks() {
  const [links, setLinks] = useState<Links>(INTERFACE_DEFAULTS.socialLinks);
  useEffect(() => {
    const stop = new AbortController();
    const learn = async () => {
      // Nobody waits for it, and no first load carries it.
      const { toldLinks } = await import("#pwa/parts/service/told-links.ts");
      const told = await toldLinks(stop.signal);
      if (!stop.signal.aborted && told !== null) setLinks(told);
    };
    learn().catch((error: unknown) => logProblem("The links of the footer are as they came", error));
    return () => stop.abort();
  }, []);
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
