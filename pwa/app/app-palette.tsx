import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  BookOpen,
  Copy,
  CreditCard,
  Lock,
  LogOut,
  Moon,
  Sun,
  UserPlus,
} from "lucide-react";
import { useMemo, useState } from "react";
import { lockNow } from "#pwa/lock/lock-now.ts";
import type { Entry } from "#pwa/palette/entries.ts";
import { Palette } from "#pwa/palette/palette.tsx";
import { useContentSearch } from "#pwa/parts/content/use-search.ts";
import type { Find } from "#pwa/parts/content/search-index.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { oppositeOf } from "#pwa/parts/theme/read-theme.ts";
import { setTheme, themeAtom } from "#pwa/parts/theme/theme.ts";
import { isLockSet } from "#pwa/platform/device/storage.ts";
import { later } from "#pwa/ui/later.tsx";
import { closeSheets } from "#pwa/ui/open-sheets.ts";
import type { UserOutput } from "#schemas/users.ts";
import { copyAddress } from "./copy-address.ts";
import { goToSection } from "./go-to-section.ts";
import { useHiddenFeatures } from "#pwa/parts/service/use-interface.ts";
import { useOffers } from "#pwa/parts/service/use-service.ts";
import { type GoTo, screenEntries } from "./palette-entries.ts";
import { useLeaving } from "./use-leaving.tsx";

/** Of the operators' own file, which is fetched for them alone; where it cannot be had, the palette has the rest. */
const ConsoleEntries = later<OperatorsProps>(async () => {
  try {
    return (await withSentences("console/console-screen", () => import("#pwa/console/console-screen.tsx")))
      .ConsoleEntries;
  } catch {
    return () => null;
  }
});

interface OperatorsProps {
  readonly goTo: GoTo;
  readonly onEntries: (entries: readonly Entry[]) => void;
}

const NONE: readonly Entry[] = [];

interface AppPaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The palette with everything of the app in it. */
export function AppPalette(props: AppPaletteProps) {
  const { user } = useSession();
  return user === null ? null : <UserPalette key={user.id} user={user} {...props} />;
}

function UserPalette({ user, isOpen, onClose }: AppPaletteProps & { readonly user: UserOutput }) {
  const { askOrLeave, sheet } = useLeaving(user);
  const nextTheme = oppositeOf(useAtomValue(themeAtom));
  const goTo = useGoTo();
  const offers = useOffers();
  const hidden = useHiddenFeatures();
  const screens = useMemo(
    () => screenEntries(user.isAdmin === true, { offers, hidden }, goTo),
    [user.isAdmin, offers, hidden, goTo],
  );
  const [operators, setOperators] = useState(NONE);
  const { find } = useContentSearch(isOpen);
  const findInPages = useMemo(() => (find === null ? null : pageEntries(find, goTo)), [find, goTo]);
  const address = user.walletAddress;
  const actions: readonly Entry[] = [
    ...moneyActions({ goTo, offers, hidden }),
    {
      id: "action:add-contact",
      title: t`Add a contact`,
      also: t({ message: "new person address", context: "words to find it by" }),
      icon: UserPlus,
      run: () => goTo("/contacts?add="),
    },
    ...(address === undefined
      ? []
      : [
          {
            id: "action:copy-address",
            title: t`Copy your wallet address`,
            also: t({ message: "public key account", context: "words to find it by" }),
            icon: Copy,
            run: () => void copyAddress(address),
          },
        ]),
    {
      id: "action:theme",
      title: nextTheme === "light" ? t`Switch to light mode` : t`Switch to dark mode`,
      also: t({ message: "change theme appearance", context: "words to find it by" }),
      icon: nextTheme === "light" ? Sun : Moon,
      run: () => setTheme(nextTheme),
    },
    ...(isLockSet()
      ? [
          {
            id: "action:lock",
            title: t`Lock the app`,
            also: t({ message: "PIN passkey", context: "words to find it by" }),
            icon: Lock,
            run: () => void lockNow(),
          },
        ]
      : []),
    {
      id: "action:leave",
      title: t`Sign out`,
      also: t({ message: "log out leave", context: "words to find it by" }),
      icon: LogOut,
      run: askOrLeave,
    },
  ];
  return (
    <>
      {user.isAdmin === true && isOpen ? <ConsoleEntries goTo={goTo} onEntries={setOperators} /> : null}
      <Palette
        isOpen={isOpen}
        onClose={onClose}
        screens={[...screens, ...operators]}
        actions={actions}
        findInPages={findInPages}
      />
      {sheet}
    </>
  );
}

/** What help and documentation say of a text, as lines that lead there. */
function pageEntries(find: Find, goTo: GoTo): (text: string) => readonly Entry[] {
  return (text) =>
    find(text).map(({ href, title, page }) => ({
      id: `page:${href}`,
      title,
      place: page,
      icon: BookOpen,
      run: () => goTo(href),
    }));
}

interface MoneyActions {
  readonly goTo: GoTo;
  readonly offers: ReturnType<typeof useOffers>;
  readonly hidden: ReturnType<typeof useHiddenFeatures>;
}

/** What people do with their money, as far as it is offered here. */
function moneyActions({ goTo, offers, hidden }: MoneyActions): readonly Entry[] {
  return [
    {
      id: "action:send",
      title: t`Send a payment`,
      also: t({ message: "pay transfer", context: "words to find it by" }),
      icon: ArrowUpRight,
      run: () => goTo("/send"),
    },
    {
      id: "action:receive",
      title: t`Receive a payment`,
      also: t({ message: "request QR code address deposit", context: "words to find it by" }),
      icon: ArrowDownLeft,
      run: () => goTo("/receive"),
    },
    ...(hidden.includes("swap")
      ? []
      : [
          {
            id: "action:swap",
            title: t`Swap assets`,
            also: t({ message: "exchange convert", context: "words to find it by" }),
            icon: ArrowLeftRight,
            run: () => goTo("/swap"),
          },
        ]),
    ...(offers.includes("deposits")
      ? [
          {
            id: "action:buy",
            title: t`Buy XLM`,
            also: t({ message: "deposit top up", context: "words to find it by" }),
            icon: CreditCard,
            run: () => goTo("/buy-xlm"),
          },
        ]
      : []),
  ];
}

function useGoTo(): GoTo {
  const navigate = useNavigate();
  return useMemo<GoTo>(
    () => (to, section) => {
      closeSheets();
      if (section === undefined) void navigate({ href: to });
      else void navigate({ to, hash: section }).then(() => goToSection(section));
    },
    [navigate],
  );
}
