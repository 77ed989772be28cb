import { ChevronDown } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { Portrait } from "#pwa/profile/portrait.tsx";
import type { UserOutput } from "#schemas/users.ts";

const loadMenu = async () => ({ default: (await import("./account-menu.tsx")).AccountMenu });
/** The heaviest part of the header, so it is fetched when somebody reaches for it. */
const AccountMenu = lazy(loadMenu);

/** The button of the account menu, and the menu itself once it was asked for. */
export function AccountButton({ user }: { readonly user: UserOutput }) {
  const [isAsked, setAsked] = useState(false);
  const closed = (
    <AccountTrigger
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu()}
      onClick={() => setAsked(true)}
    />
  );
  if (!isAsked) return closed;
  return (
    <Suspense fallback={closed}>
      <AccountMenu user={user} trigger={<AccountTrigger user={user} />} />
    </Suspense>
  );
}

function AccountTrigger({ user, ...props }: ComponentProps<"button"> & { readonly user: UserOutput }) {
  const name = user.email === "" ? user.username : user.email;
  return (
    <button
      type="button"
      aria-label={`Account of ${name}`}
      {...props}
      className="flex min-h-11 max-w-56 min-w-11 items-center justify-center gap-2 rounded-md px-2 text-sm font-medium text-ink-2 hover:bg-surface-2 hover:text-ink"
    >
      <Portrait user={user} size="sm" />
      <span data-private="" className="hidden truncate sm:block">
        {name}
      </span>
      <ChevronDown aria-hidden="true" className="hidden size-4 shrink-0 sm:block" />
    </button>
  );
}
