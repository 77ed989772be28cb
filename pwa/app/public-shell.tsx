import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useLocation, useSearch } from "@tanstack/react-router";
import { Menu, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Logo } from "#pwa/ui/logo.tsx";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import { menuColumns, menuLinks } from "#pwa/parts/content/menus.ts";
import { useSite } from "#pwa/parts/content/site-store.ts";
import { useFollowedSite } from "#pwa/parts/content/use-content.ts";
import { LanguageSwitch } from "#pwa/parts/language/language-switch.tsx";
import { useSession } from "#pwa/parts/session/session.tsx";
import { AccountButton } from "./account-button.tsx";
import { FOOTER_COLUMNS } from "./footer-links.ts";
import { SkipLink } from "./skip-link.tsx";
import { SocialLinks } from "./social-links.tsx";

/** What the header leads to as long as nobody knows what operators made of it. */
const LINKS = [
  {
    to: "/about",
    get label() {
      return t`About Us`;
    },
  },
  {
    to: "/stellar",
    get label() {
      return t`Stellar Network`;
    },
  },
  {
    to: "/help",
    get label() {
      return t`Help Center`;
    },
  },
] as const;

/** Header and footer of the public pages. */
export function PublicShell({ children }: { readonly children: ReactNode }) {
  useFollowedSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header />
      {/* As high as the window: whatever comes late moves nothing that is seen. */}
      <main id="content" tabIndex={-1} className="min-h-dvh flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}

function useHeaderLinks(): readonly { readonly to: string; readonly label: string }[] {
  const { user } = useSession();
  return menuLinks(useSite(), "header", user === null) ?? LINKS;
}

function Header() {
  const { user } = useSession();
  const links = useHeaderLinks();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [isOpen, setOpen] = useState(false);
  const MenuIcon = isOpen ? X : Menu;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground pt-safe low:static">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Link to="/" aria-label={t`Astrolabe, start page`} className="flex min-h-11 items-center rounded-sm">
          <Logo />
        </Link>
        <nav aria-label={t`Main`} className="hidden items-center gap-1 md:flex">
          {links.map((link) => (
            <Button key={link.to} asChild variant="ghost">
              <ContentLink href={link.to} {...(path === link.to && { "aria-current": "page", className: "text-ink" })}>
                {link.label}
              </ContentLink>
            </Button>
          ))}
          <LanguageSwitch />
          <span aria-hidden="true" className="mx-2 h-6 w-px bg-line" />
          {user === null ? (
            <>
              <Button asChild variant="ghost">
                <AuthLink>
                  <Trans>Sign In</Trans>
                </AuthLink>
              </Button>
              <Button asChild>
                <AuthLink tab="register">
                  <Trans>Get Started</Trans>
                </AuthLink>
              </Button>
            </>
          ) : (
            <AccountButton user={user} />
          )}
        </nav>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="mobile-menu"
          aria-label={isOpen ? t`Close menu` : t`Open menu`}
          onClick={() => setOpen(!isOpen)}
          className="grid size-11 place-items-center rounded-md text-ink-2 hover:bg-surface-2 md:hidden unscripted:hidden"
        >
          <MenuIcon aria-hidden="true" className="size-5" />
        </button>
      </div>
      {isOpen ? <MobileMenu onLeave={() => setOpen(false)} /> : null}
    </header>
  );
}

function MobileMenu({ onLeave }: { readonly onLeave: () => void }) {
  const { user } = useSession();
  const links = useHeaderLinks();
  return (
    <nav id="mobile-menu" aria-label={t`Main`} className="flex flex-col gap-1 border-t border-line px-4 py-3 md:hidden">
      {links.map((link) => (
        <Button key={link.to} asChild variant="ghost" className="justify-start">
          <ContentLink href={link.to} onClick={onLeave}>
            {link.label}
          </ContentLink>
        </Button>
      ))}
      <LanguageSwitch className="self-start" />
      {user === null ? (
        <div className="mt-2 grid grid-cols-2 gap-2">
          <Button asChild variant="secondary">
            <AuthLink onClick={onLeave}>
              <Trans>Sign In</Trans>
            </AuthLink>
          </Button>
          <Button asChild>
            <AuthLink tab="register" onClick={onLeave}>
              <Trans>Get Started</Trans>
            </AuthLink>
          </Button>
        </div>
      ) : (
        <AccountButton user={user} />
      )}
    </nav>
  );
}

interface AuthLinkProps extends Pick<ComponentProps<"a">, "className" | "onClick" | "children"> {
  readonly tab?: "register";
}

/** To signing in or up, and on with what this page asks to be paid, if anything. */
function AuthLink({ tab, ...props }: AuthLinkProps) {
  const { uri }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const search = { ...(tab === undefined ? {} : { tab }), ...(typeof uri === "string" ? { pay: uri } : {}) };
  return <Link to="/auth" search={search} {...props} />;
}

function Footer() {
  const { user } = useSession();
  const columns = menuColumns(useSite(), "footer", user === null) ?? FOOTER_COLUMNS;
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
        <nav aria-label={t`Footer`} className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
          {columns.map((column) => (
            <div key={column.title}>
              <h2 className="text-sm font-semibold">{column.title}</h2>
              <ul className="mt-2">
                {column.links.map((link) => (
                  <li key={link.to}>
                    <ContentLink
                      href={link.to}
                      className="inline-flex min-h-9 items-center text-sm text-ink-2 hover:text-ink pointer-coarse:min-h-11"
                    >
                      {link.label}
                    </ContentLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6">
          {/* The markup may come from a build of last year. */}
          <p className="text-sm text-ink-3" suppressHydrationWarning>
            {`© ${new Date(nowMs()).getFullYear()} Astrolabe`}
          </p>
          <LanguageSwitch />
          <SocialLinks />
        </div>
        <p className="mt-4 max-w-3xl text-xs text-ink-3">
          <Trans>
            Astrolabe is run by an independent commercial entity that is not affiliated with the Stellar Development
            Foundation.
          </Trans>
        </p>
      </div>
    </footer>
  );
}
