import {
  Activity,
  ArrowLeftRight,
  BadgeCheck,
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
import { isUnbuilt } from "#pwa/parts/service/unbuilt-screens.ts";
import type { Offer } from "#schemas/service.ts";

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** What the server has to offer for this to lead anywhere. */
  readonly needs?: Offer;
}

const HOME: Place = { to: "/dashboard", label: "Home", icon: House };
const ASSETS: Place = { to: "/assets", label: "Assets", icon: Wallet };
const SWAP: Place = { to: "/swap", label: "Swap", icon: ArrowLeftRight };
const TRADE: Place = { to: "/trade", label: "Trade", icon: ChartCandlestick };

/** The first four places of the phone's bar; the fifth opens everything else. */
export const BAR_PLACES: readonly Place[] = [HOME, ASSETS, SWAP, TRADE];

export interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

export const USER_PLACES: readonly PlaceGroup[] = [
  {
    label: "Wallet",
    places: [
      HOME,
      ASSETS,
      { to: "/transactions", label: "Transactions", icon: History },
      { to: "/contacts", label: "Contacts", icon: Users },
    ],
  },
  {
    label: "Markets",
    places: [
      SWAP,
      TRADE,
      { to: "/watchlist", label: "Watchlist", icon: Star },
      { to: "/pro-trading", label: "Pro trading", icon: ChartNoAxesCombined },
      { to: "/amm", label: "Liquidity pools", icon: Droplets },
      { to: "/staking", label: "Staking", icon: Coins, needs: "staking" },
      { to: "/analytics", label: "Analytics", icon: ChartLine },
    ],
  },
  {
    label: "Account",
    places: [
      { to: "/kyc", label: "Identity", icon: BadgeCheck, needs: "identity" },
      { to: "/affiliate", label: "Affiliate", icon: Gift, needs: "affiliate" },
      { to: "/access-history", label: "Access history", icon: KeyRound },
      { to: "/user-settings", label: "Profile and security", icon: UserCog },
      { to: "/settings", label: "Settings", icon: Settings },
      { to: "/stellar-network", label: "Stellar network", icon: Globe },
      { to: "/wallet-diagnostic", label: "Wallet check", icon: Stethoscope },
      { to: "/screenshot-diagnostic", label: "Screenshot for support", icon: Camera },
    ],
  },
  {
    label: "Help",
    places: [
      { to: "/help", label: "Help Center", icon: LifeBuoy },
      { to: "/faq", label: "FAQ", icon: CircleQuestionMark },
      { to: "/contact", label: "Contact", icon: Mail },
      { to: "/terms", label: "Terms", icon: ScrollText },
    ],
  },
  {
    label: "Plain screens",
    places: [
      { to: "/old-dashboard", label: "Plain dashboard", icon: Table2 },
      { to: "/old-assets", label: "Plain assets", icon: Table2 },
      { to: "/old-trade", label: "Plain trade", icon: Table2 },
    ],
  },
];

export const ADMIN_PLACES: readonly PlaceGroup[] = [
  {
    label: "Administration",
    places: [
      { to: "/admin-dashboard", label: "Overview", icon: LayoutDashboard },
      { to: "/admin-panel", label: "Operations", icon: Activity },
      { to: "/admin-kyc", label: "Identity checks", icon: BadgeCheck },
      { to: "/admin-cms", label: "Content", icon: LayoutList },
      { to: "/admin-super", label: "System", icon: ShieldCheck },
    ],
  },
];

/** The places that lead somewhere, where the server offers these. */
export function placesOffered(groups: readonly PlaceGroup[], offers: readonly Offer[]): readonly PlaceGroup[] {
  return groups.flatMap(({ label, places }) => {
    const shown = places.filter(({ to, needs }) => !isUnbuilt(to) && (needs === undefined || offers.includes(needs)));
    return shown.length === 0 ? [] : [{ label, places: shown }];
  });
}

/** What stands in the menu while somebody is at `path`: on the admin side its own places, once there are any. */
export function menuAt(path: string, offers: readonly Offer[]): readonly PlaceGroup[] {
  const admin = isAdminPath(path) ? placesOffered(ADMIN_PLACES, offers) : [];
  return admin.length > 0 ? admin : placesOffered(USER_PLACES, offers);
}

/** Whether `path` lies in the admin side, as the header's switch decides it. */
export function isAdminPath(path: string): boolean {
  return path.includes("/admin");
}

/** Whether a place is the one being looked at, or holds it. */
export function isAtPlace(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
