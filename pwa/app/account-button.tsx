import { t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Portrait } from "#pwa/profile/portrait.tsx";
import { later } from "#pwa/ui/later.tsx";
import type { UserOutput } from "#schemas/users.ts";

/** The heaviest part of the header, so it is fetched when somebody reaches for it. */
const AccountMenu = later(
  async () => (await import("./account-menu.tsx")).AccountMenu,
  ({ user }) => <ClosedTrigger user={user} />,
);

/** The button of the account menu, and the menu itself once it was asked for. */
export function AccountButton({ user }: { readonly user: UserOutput }) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <AccountMenu user={user} trigger={<AccountTrigger user={user} />} />;
  return <ClosedTrigger user={user} onPointerEnter={AccountMenu.preload} onClick={() => setAsked(true)} />;
}

function ClosedTrigger(props: ComponentProps<typeof AccountTrigger>) {
  return <AccountTrigger aria-haspopup="menu" aria-expanded={false} {...props} />;
}

function AccountTrigger({ user, ...props }: ComponentProps<"button"> & { readonly user: UserOutput }) {
  const name = user.email === "" ? user.username : user.email;
  return (
    <button
      type="button"
      aria-label={t`Account of ${name}`}
      title={name}
      {...props}
      className="flex min-h-11 max-w-56 min-w-11 lg:max-w-96 items-center justify-center gap-2 rounded-md px-2 text-sm font-medium text-ink-2 hover:bg-surface-2 hover:text-ink"
    >
      <Portrait user={user} size="sm" />
      <span data-private="" className="hidden truncate sm:block">
        {name}
      </span>
      <ChevronDown aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
    </button>
  );
}
