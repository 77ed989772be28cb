import {
  ArrowLeftRight,
  Bell,
  BookOpen,
  ChartLine,
  Coins,
  Globe,
  History,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  RefreshCw,
  Scale,
  Shield,
  Smartphone,
  Users,
  WifiOff,
  Zap,
} from "lucide-react";
import type { ContentIcon as Name } from "#schemas/content/sections.ts";

const ICONS: Readonly<Record<Name, LucideIcon>> = {
  shield: Shield,
  zap: Zap,
  coins: Coins,
  "arrow-left-right": ArrowLeftRight,
  history: History,
  "refresh-cw": RefreshCw,
  "wifi-off": WifiOff,
  "key-round": KeyRound,
  users: Users,
  "book-open": BookOpen,
  "life-buoy": LifeBuoy,
  globe: Globe,
  scale: Scale,
  bell: Bell,
  "chart-line": ChartLine,
  smartphone: Smartphone,
};

/** An icon of those that content may show. */
export function ContentIcon({ name, className }: { readonly name: Name; readonly className?: string }) {
  const Icon: LucideIcon | undefined = ICONS[name];
  return Icon === undefined ? null : <Icon aria-hidden="true" className={className} />;
}

/** The same on a raised square, as cards show it. */
export function IconTile({ name }: { readonly name: Name }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent print:hidden"
    >
      <ContentIcon name={name} className="size-5" />
    </span>
  );
}
