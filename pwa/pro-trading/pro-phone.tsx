import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Tabs } from "#pwa/ui/tabs.tsx";
import type { PanelName } from "./layout.ts";
import { PANEL_LABELS, panelId } from "./panel-words.ts";

export type PhonePlace = "chart" | "ladder" | "book" | "order" | "own";

/** What stands in each place, from top to bottom, and how high what fills its place is. */
const PLACES: Readonly<Record<PhonePlace, readonly PanelName[]>> = {
  chart: ["chart", "depth"],
  ladder: ["ladder"],
  book: ["book", "tape"],
  order: ["order"],
  own: ["orders"],
};
const HEIGHTS: Readonly<Partial<Record<PanelName, string>>> = { chart: "h-[26rem]", depth: "h-56" };

export function placeOf(panel: PanelName): PhonePlace {
  switch (panel) {
    case "chart":
    case "depth":
      return "chart";
    case "book":
    case "tape":
      return "book";
    case "orders":
      return "own";
    case "ladder":
    case "order":
      return panel;
  }
}

interface ProPhoneProps {
  readonly panels: Readonly<Record<PanelName, ReactNode>>;
  readonly place: PhonePlace;
  readonly onPlace: (place: PhonePlace) => void;
  readonly openCount: number;
}

/** One or two panels at a time, where there is no room for all of them. */
export function ProPhone({ panels, place, onPlace, openCount }: ProPhoneProps) {
  const contentOf = (name: PhonePlace) => (
    <div className="-mt-3 flex flex-col gap-2">
      {PLACES[name].map((panel) => (
        <section
          key={panel}
          id={panelId(panel)}
          aria-label={PANEL_LABELS[panel]}
          tabIndex={-1}
          className="relative min-w-0 overflow-hidden rounded-lg border border-line bg-surface -outline-offset-2"
        >
          <div className={HEIGHTS[panel]}>{panels[panel]}</div>
        </section>
      ))}
    </div>
  );
  return (
    <div className="px-3">
      <Tabs
        label={t`Parts of this market`}
        value={place}
        onValueChange={onPlace}
        items={[
          { value: "chart", label: t`Chart`, content: contentOf("chart") },
          { value: "ladder", label: t`Ladder`, content: contentOf("ladder") },
          { value: "book", label: t({ message: "Book", context: "order book" }), content: contentOf("book") },
          { value: "order", label: t({ message: "Order", context: "to trade" }), content: contentOf("order") },
          {
            value: "own",
            label:
              openCount === 0
                ? t({ message: "Yours", context: "your own orders" })
                : t({ message: `Yours (${openCount})`, context: "your own orders" }),
            content: contentOf("own"),
          },
        ]}
      />
    </div>
  );
}
