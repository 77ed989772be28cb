import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Copy, LogOut, Moon, Settings, ShieldCheck, Sun } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { oppositeOf } from "#pwa/parts/theme/read-theme.ts";
import { shortenAddress } from "#pwa/ui/format.ts";
import type { UserOutput } from "#schemas/users.ts";
import { setTheme, themeAtom } from "#pwa/parts/theme/theme.ts";
import { copyAddress } from "./copy-address.ts";
import { isAdminPath } from "./navigation.ts";
import { useLeaving } from "./use-leaving.tsx";

const ITEM =
  "flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-[highlighted]:bg-surface-2 [&_svg]:size-4 [&_svg]:text-ink-3";

interface AccountMenuProps {
  readonly user: UserOutput;
  readonly trigger: ReactNode;
}

/** The header's menu of the signed-in person, open at first because it was asked for. */
export function AccountMenu({ user, trigger }: AccountMenuProps) {
  const { askOrLeave, sheet } = useLeaving(user);
  const theme = useAtomValue(themeAtom);
  const isInAdmin = isAdminPath(useLocation({ select: (location) => location.pathname }));
  const nextTheme = oppositeOf(theme);
  return (
    <>
      <DropdownMenu.Root defaultOpen>
        <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={6}
            collisionPadding={12}
            className="z-50 w-72 rounded-md border border-line bg-surface p-1.5 shadow-overlay data-[state=open]:animate-fade-in"
          >
            <DropdownMenu.Label data-private="" className="px-3 py-2">
              <span className="block truncate text-sm font-semibold">{user.username}</span>
              <span className="block truncate text-sm text-ink-3">{user.email}</span>
            </DropdownMenu.Label>
            <WalletItem address={user.walletAddress} />
            <Separator />
            <DropdownMenu.Item
              className={ITEM}
              onSelect={(event) => {
                event.preventDefault();
                setTheme(nextTheme);
              }}
            >
              {nextTheme === "light" ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
              {nextTheme === "light" ? t`Light mode` : t`Dark mode`}
            </DropdownMenu.Item>
            {user.isAdmin ? (
              <LinkItem to={isInAdmin ? "/dashboard" : "/admin-dashboard"} icon={<ShieldCheck aria-hidden="true" />}>
                {isInAdmin ? t`User Dashboard` : t`Admin Dashboard`}
              </LinkItem>
            ) : null}
            <LinkItem to="/settings" icon={<Settings aria-hidden="true" />}>
              <Trans>Settings</Trans>
            </LinkItem>
            <Separator />
            <DropdownMenu.Item className={ITEM} onSelect={askOrLeave}>
              <LogOut aria-hidden="true" />
              <Trans>Sign out</Trans>
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {sheet}
    </>
  );
}

function WalletItem({ address }: { readonly address: string | undefined }) {
  if (address === undefined)
    return (
      <p className="px-3 py-2 text-sm text-ink-3">
        <Trans>No wallet address</Trans>
      </p>
    );
  return (
    <DropdownMenu.Item
      className={ITEM}
      aria-label={t`Copy wallet address`}
      onSelect={(event) => {
        event.preventDefault();
        void copyAddress(address);
      }}
    >
      <Copy aria-hidden="true" />
      <span className="font-mono">{shortenAddress(address)}</span>
    </DropdownMenu.Item>
  );
}

function LinkItem({
  to,
  icon,
  children,
}: {
  readonly to: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Item asChild className={ITEM}>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

function Separator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-line" />;
}
