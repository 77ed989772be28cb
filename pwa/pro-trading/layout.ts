import * as v from "valibot";

export const PANEL_NAMES = ["chart", "depth", "orders", "book", "tape", "ladder", "order"] as const;
export type PanelName = (typeof PANEL_NAMES)[number];

/** How large something is beside what stands next to it: only the proportion counts. */
const Share = v.pipe(v.number(), v.minValue(0.01), v.maxValue(1000));
const Panel = v.object({ name: v.picklist(PANEL_NAMES), share: Share });
const Column = v.object({ share: Share, panels: v.array(Panel) });

/** Columns beside each other, and the panels in each of them from top to bottom; each panel stands somewhere, once. */
export const Layout = v.pipe(
  v.object({ columns: v.array(Column), hidden: v.array(v.picklist(PANEL_NAMES)) }),
  v.check(({ columns, hidden }) => {
    const names = columns.flatMap(({ panels }) => panels.map(({ name }) => name));
    const isWhole = names.length === PANEL_NAMES.length && new Set(names).size === names.length;
    return isWhole && names.some((name) => !hidden.includes(name));
  }, "Each panel stands in a layout once, and one of them is shown"),
);
export type Layout = v.InferOutput<typeof Layout>;
type Column = Layout["columns"][number];

export const DEFAULT_LAYOUT: Layout = {
  columns: [
    {
      share: 39,
      panels: [
        { name: "chart", share: 60 },
        { name: "orders", share: 40 },
      ],
    },
    {
      share: 22,
      panels: [
        { name: "book", share: 72 },
        { name: "tape", share: 28 },
      ],
    },
    {
      share: 16,
      panels: [
        { name: "ladder", share: 72 },
        { name: "depth", share: 28 },
      ],
    },
    { share: 23, panels: [{ name: "order", share: 1 }] },
  ],
  hidden: [],
};

/** The columns with what is shown of them; `at` is the place in the layout. */
export function shownColumns({ columns, hidden }: Layout): readonly (Column & { readonly at: number })[] {
  return columns
    .map((column, at) => ({ ...column, at, panels: column.panels.filter(({ name }) => !hidden.includes(name)) }))
    .filter(({ panels }) => panels.length > 0);
}

/** Shows a panel or hides it; the last one stays. */
export function withPanel(layout: Layout, name: PanelName, isShown: boolean): Layout {
  const others = layout.hidden.filter((hidden) => hidden !== name);
  if (isShown) return others.length === layout.hidden.length ? layout : { ...layout, hidden: others };
  const hidden = [...others, name];
  return hidden.length === PANEL_NAMES.length ? layout : { ...layout, hidden };
}

/** New shares for columns, by their place in the layout. */
export function withColumnShares(layout: Layout, shares: ReadonlyMap<number, number>): Layout {
  const columns = layout.columns.map((column, at) => ({ ...column, share: shares.get(at) ?? column.share }));
  return { ...layout, columns };
}

/** New shares for panels, by their names. */
export function withPanelShares(layout: Layout, shares: ReadonlyMap<PanelName, number>): Layout {
  const columns = layout.columns.map((column) => ({
    ...column,
    panels: column.panels.map((panel) => ({ ...panel, share: shares.get(panel.name) ?? panel.share })),
  }));
  return { ...layout, columns };
}

/** How much is shared on both sides of a border, in px, and what each side keeps at least. */
export interface Room {
  readonly px: number;
  readonly leastPx: number;
}

/**
 * The shares of both sides once their border has gone `byPx` towards the second, from where the shares say that it is: what is drawn
 * may be a frame behind them. Together they stay what they were, and neither becomes smaller than the least by it.
 */
export function moveBorder(
  [first, second]: readonly [number, number],
  { px, leastPx }: Room,
  byPx: number,
): readonly [number, number] {
  if (px <= 2 * leastPx) return [first, second];
  const within = (firstPx: number) => Math.min(px - leastPx, Math.max(leastPx, firstPx));
  const share = first + second;
  // Shares of less than the least are drawn as the least, and move from there.
  const moved = (share * within(within((px * first) / share) + byPx)) / px;
  return [moved, share - moved];
}
