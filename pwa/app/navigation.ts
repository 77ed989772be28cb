import { t } from "@lingui/core/macro";
import {
  Activity,
  ArrowLeftRight,
  ArrowUpDown,
  BadgeCheck,
  Bot,
  Camera,
  ChartCandlestick,
  ChartLine,
  ChartNoAxesCombined,
  CircleQuestionMark,
  Coins,
  Droplets,
  Gift,
  Globe,
  History,
  House,
  KeyRound,
  LayoutDashboard,
  LayoutList,
  LifeBuoy,
  type LucideIcon,
  Mail,
  ScrollText,
  Settings,
  ShieldCheck,
  Star,
  Stethoscope,
  Table2,
  UserCog,
  Users,
  Wallet,
} from "lucide-react";
import type { MenuLink } from "#pwa/parts/content/menus.ts";
import { isHidden } from "#pwa/parts/service/feature-places.ts";
import type { Feature } from "#schemas/interface-defaults.ts";
import type { Offer } from "#schemas/service.ts";

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** What the server has to offer for this to lead anywhere. */
  readonly needs?: Offer;
}

const HOME: Place = {
  to: "/dashboard",
  get label() {
    return t({ message: "Home", context: "the first screen" });
  },
  icon: House,
};
const ASSETS: Place = {
  to: "/assets",
  get label() {
    return t`Assets`;
  },
  icon: Wallet,
};
const SWAP: Place = {
  to: "/swap",
  get label() {
    return t({ message: "Swap", context: "the screen for swapping" });
  },
  icon: ArrowLeftRight,
};
const TRADE: Place = {
  to: "/trade",
  get label() {
    return t({ message: "Trade", context: "the screen for trading" });
  },
  icon: ChartCandlestick,
};

/** The first four places of the phone's bar; the fifth opens everything else. */
export const BAR_PLACES: readonly Place[] = [HOME, ASSETS, SWAP, TRADE];

export interface PlaceGroup {
  /** Given to the group whose places operators decide. */
  readonly isHelp?: true;
  readonly label: string;
  readonly places: readonly Place[];
}

export const USER_PLACES: readonly PlaceGroup[] = [
  {
    get label() {
      return t`Wallet`;
    },
    places: [
      HOME,
      ASSETS,
      {
        to: "/transactions",
        get label() {
          return t`Transactions`;
        },
        icon: History,
      },
      {
        to: "/contacts",
        get label() {
          return t`Contacts`;
        },
        icon: Users,
      },
    ],
  },
  {
    get label() {
      return t`Markets`;
    },
    places: [
      SWAP,
      TRADE,
      {
        to: "/watchlist",
        get label() {
          return t`Watchlist`;
        },
        icon: Star,
      },
      {
        to: "/pro-trading",
        get label() {
          return t`Pro trading`;
        },
        icon: ChartNoAxesCombined,
      },
      {
        to: "/automated-trading",
        get label() {
          return t`Automated trading`;
        },
        icon: Bot,
      },
      {
        to: "/amm",
        get label() {
          return t`Liquidity pools`;
        },
        icon: Droplets,
      },
      {
        to: "/market-making",
        get label() {
          return t`Market making`;
        },
        icon: ArrowUpDown,
      },
      {
        to: "/staking",
        get label() {
          return t`Staking`;
        },
        icon: Coins,
        needs: "staking",
      },
      {
        to: "/analytics",
        get label() {
          return t`Analytics`;
        },
        icon: ChartLine,
      },
    ],
  },
  {
    get label() {
      return t`Account`;
    },
    places: [
      {
        to: "/kyc",
        get label() {
          return t`Identity`;
        },
        icon: BadgeCheck,
        needs: "identity",
      },
      {
        to: "/affiliate",
        get label() {
          return t`Affiliate`;
        },
        icon: Gift,
        needs: "affiliate",
      },
      {
        to: "/access-history",
        get label() {
          return t`Access history`;
        },
        icon: KeyRound,
      },
      {
        to: "/user-settings",
        get label() {
          return t`Profile and security`;
        },
        icon: UserCog,
      },
      {
        to: "/settings",
        get label() {
          return t`Settings`;
        },
        icon: Settings,
      },
      {
        to: "/stellar-network",
        get label() {
          return t`Stellar network`;
        },
        icon: Globe,
      },
      {
        to: "/wallet-diagnostic",
        get label() {
          return t`Wallet check`;
        },
        icon: Stethoscope,
      },
      {
        to: "/screenshot-diagnostic",
        get label() {
          return t`Screenshot for support`;
        },
        icon: Camera,
      },
    ],
  },
  {
    isHelp: true,
    get label() {
      return t`Help`;
    },
    places: [
      {
        to: "/help",
        get label() {
          return t`Help Center`;
        },
        icon: LifeBuoy,
      },
      {
        to: "/faq",
        get label() {
          return t`FAQ`;
        },
        icon: CircleQuestionMark,
      },
      {
        to: "/contact",
        get label() {
          return t({ message: "Contact", context: "how to reach who runs this service" });
        },
        icon: Mail,
      },
      {
        to: "/terms",
        get label() {
          return t`Terms`;
        },
        icon: ScrollText,
      },
    ],
  },
  {
    get label() {
      return t`Plain screens`;
    },
    places: [
      {
        to: "/old-dashboard",
        get label() {
          return t`Plain dashboard`;
        },
        icon: Table2,
      },
      {
        to: "/old-assets",
        get label() {
          return t`Plain assets`;
        },
        icon: Table2,
      },
      {
        to: "/old-trade",
        get label() {
          return t`Plain trade`;
        },
        icon: Table2,
      },
    ],
  },
];

export const ADMIN_PLACES: readonly PlaceGroup[] = [
  {
    get label() {
      return t`Administration`;
    },
    places: [
      {
        to: "/admin-dashboard",
        get label() {
          return t`Overview`;
        },
        icon: LayoutDashboard,
      },
      {
        to: "/admin-panel",
        get label() {
          return t`Operations`;
        },
        icon: Activity,
      },
      {
        to: "/admin-kyc",
        get label() {
          return t`Identity checks`;
        },
        icon: BadgeCheck,
      },
      {
        to: "/admin-cms",
        get label() {
          return t({ message: "Content", context: "texts and menus that the operator writes" });
        },
        icon: LayoutList,
      },
      {
        to: "/admin-super",
        get label() {
          return t`System`;
        },
        icon: ShieldCheck,
      },
    ],
  },
];

/** What decides which places there are: what the server offers, and what operators took off the menus. */
export interface Shown {
  readonly offers: readonly Offer[];
  readonly hidden: readonly Feature[];
  /** What operators put into the group of help; null or nothing where nobody knows of that, or it is as the app has it. */
  readonly help?: readonly MenuLink[] | null;
}

/** The places that lead somewhere. */
export function placesOffered(groups: readonly PlaceGroup[], shown: Shown): readonly PlaceGroup[] {
  return groups.flatMap(({ label, places, isHelp }) => {
    const named = isHelp === true && shown.help ? shown.help.map((link) => helpPlace(link, places)) : places;
    const offered = named.filter((place) => isOffered(place, shown));
    return offered.length === 0 ? [] : [{ label, places: offered }];
  });
}

/** With the icon that the app has for it: those of pages are more than the frame of every screen may carry. */
function helpPlace({ to, label }: MenuLink, own: readonly Place[]): Place {
  return { to, label, icon: own.find((place) => place.to === to)?.icon ?? ScrollText };
}

function isOffered({ to, needs }: Place, { offers, hidden }: Shown): boolean {
  return !isHidden(to, hidden) && (needs === undefined || offers.includes(needs));
}

/** What stands in the menu while somebody is at `path`: on the admin side its own places, once there are any. */
export function menuAt(path: string, shown: Shown): readonly PlaceGroup[] {
  const admin = isAdminPath(path) ? placesOffered(ADMIN_PLACES, shown) : [];
  return admin.length > 0 ? admin : placesOffered(USER_PLACES, shown);
}

/** The phone's bar: its own places, and of the menu the next ones in the room of those that are hidden. */
export function barPlaces(shown: Shown): readonly Place[] {
  const own = BAR_PLACES.filter((place) => isOffered(place, shown));
  const others = placesOffered(USER_PLACES, shown).flatMap(({ places }) => places.filter(({ to }) => !isIn(own, to)));
  return [...own, ...others].slice(0, BAR_PLACES.length);
}

function isIn(places: readonly Place[], path: string): boolean {
  return places.some(({ to }) => to === path);
}

/** Whether `path` lies in the admin side, as the header's switch decides it. */
export function isAdminPath(path: string): boolean {
  return path.includes("/admin");
}

/** Whether a place is the one being looked at, or holds it. */
export function isAtPlace(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
