import { t } from "@lingui/core/macro";
import { Inbox, type LucideIcon } from "lucide-react";
import { useEffect, useMemo } from "react";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { Endpoint } from "#schemas/endpoints.ts";
import { CONTENT_SECTIONS } from "./content/content-sections.ts";
import { useMay } from "./desk/may.ts";
import { CONSOLE_TABS } from "./tabs.ts";

/** A place of the console as the search over everything shows it. */
export interface ConsoleEntry {
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

interface ConsoleEntriesProps {
  readonly goTo: (to: string) => void;
  readonly onEntries: (entries: readonly ConsoleEntry[]) => void;
}

/** Tells of the console's tabs and of what is decided in them, as far as who is signed in may. Draws nothing. */
export function ConsoleEntries({ goTo, onEntries }: ConsoleEntriesProps) {
  const may = useMay();
  const entries = useMemo(
    () =>
      [...tabPlaces(), ...contentPlaces(), ...actPlaces()]
        .filter(({ asks }) => may(asks))
        .map(({ to, title, place = t`Operations` }) => ({
          id: `console:${to}`,
          title,
          place,
          icon: Inbox,
          run: () => goTo(to),
        })),
    [may, goTo],
  );
  useEffect(() => onEntries(entries), [entries, onEntries]);
  return null;
}

interface ConsolePlace {
  readonly to: string;
  readonly title: string;
  /** What it is a part of; operations, where it is not said. */
  readonly place?: string;
  /** What one has to be allowed to ask. */
  readonly asks: Endpoint;
}

function tabPlaces(): readonly ConsolePlace[] {
  // What has an address of its own is among the app's screens.
  return CONSOLE_TABS.filter(({ at }) => at === undefined).map(({ name, label, reads }) => ({
    to: `/admin-panel/${name}`,
    title: label,
    asks: reads,
  }));
}

function contentPlaces(): readonly ConsolePlace[] {
  return CONTENT_SECTIONS.map(({ name, label, reads }) => ({
    to: `/admin-cms/${name}`,
    title: label,
    place: t({ message: "Content", context: "texts and menus that the operator writes" }),
    asks: reads,
  }));
}

/** Queues, narrowed to what is decided in them. */
function actPlaces(): readonly ConsolePlace[] {
  return [
    {
      to: "/admin-panel/deposits?show=pending",
      title: t`Check deposits`,
      asks: DEPOSIT_QUEUE_ENDPOINTS.approveDeposit,
    },
    {
      to: "/admin-panel/deposits?show=failed",
      title: t`Pay failed deposits again`,
      asks: DEPOSIT_QUEUE_ENDPOINTS.retryDeposit,
    },
    {
      to: "/admin-kyc",
      title: t`Decide about identities`,
      asks: KYC_DESK_ENDPOINTS.approveIdentity,
    },
    {
      to: "/admin-panel/payments?show=held",
      title: t`Approve payments`,
      asks: OPERATORS_ENDPOINTS.approveSubmission,
    },
    {
      to: "/admin-panel/payments?show=ambiguous",
      title: t`Say what became of unclear payments`,
      asks: OPERATORS_ENDPOINTS.resolveSubmission,
    },
  ];
}
