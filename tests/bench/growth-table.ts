import { busyness, showNumber } from "./results.ts";

/** What is measured at each size of an axis. */
export interface GrowingFigure {
  readonly name: string;
  readonly unit: string;
  /** Whether it should cost the same at each size, or as much more as there is more. */
  readonly grows: "flat" | "linear";
  /** What it is made from, and why it grows where it does. */
  readonly note?: string;
}

/** Notes the figure of that name at the present size. */
export type NoteFigure<Name extends string> = (name: Name, value: number) => void;

/** What grows, its sizes from the smallest to the largest, and what is measured at each of them. */
export interface Axis<Name extends string = string> {
  readonly what: string;
  readonly sizes: readonly number[];
  readonly figures: Readonly<Record<Name, GrowingFigure>>;
  /** Measures at the sizes one after the other; sets up what all of them share. */
  readonly measure: (sizes: readonly number[], at: (size: number) => NoteFigure<Name>) => Promise<void>;
}

export interface Point {
  readonly size: number;
  readonly value: number;
}

/** What a figure that should be flat may rise by: at a slope of 0.15 a thousand times as much costs 2.8 times as much. */
const FLAT_SLOPE = 0.15;
const LINEAR_SLOPE = 1.15;
const NAME_WIDTH = 60;
const CELL_WIDTH = 11;

/**
 * By which power of the size a figure rises: 0 where it stays, 1 where it rises as the size does (least squares of the logarithms). Not a
 * number of fewer than two points, and of what is not above nothing.
 */
export function slopeOf(points: readonly Point[]): number {
  if (points.length < 2) return Number.NaN;
  const logs = points.map(({ size, value }) => [Math.log(size), Math.log(value)] as const);
  const middle = (at: 0 | 1) => logs.reduce((sum, each) => sum + each[at], 0) / logs.length;
  const [across, up] = [middle(0), middle(1)];
  const shared = logs.reduce((sum, [x, y]) => sum + (x - across) * (y - up), 0);
  return shared / logs.reduce((sum, [x]) => sum + (x - across) ** 2, 0);
}

/** Says what of a slope: never more than a word, since a busy machine bends every curve. */
export function verdictOf(grows: GrowingFigure["grows"], slope: number): string {
  if (Number.isNaN(slope)) return "one size only";
  if (slope <= FLAT_SLOPE) return "flat";
  if (slope <= LINEAR_SLOPE) return grows === "linear" ? "as there is more" : "GROWS";
  return "GROWS FASTER";
}

/** The lines of an axis: its sizes, then each figure with its values, its slope and what that is. */
export function linesOfAxis(axis: Axis, points: ReadonlyMap<string, readonly Point[]>): string[] {
  const sizes = [...new Set([...points.values()].flatMap((each) => each.map(({ size }) => size)))];
  const head = sizes.map((size) => size.toLocaleString("en").padStart(CELL_WIDTH)).join("");
  const lines = Object.entries(axis.figures).map(([key, { name, unit, grows, note }]) => {
    const own = points.get(key) ?? [];
    const cells = sizes.map((size) => cellOf(own.find((point) => point.size === size)));
    const slope = slopeOf(own);
    const [first, last] = [own[0]?.value ?? Number.NaN, own.at(-1)?.value ?? Number.NaN];
    const risen = `${showNumber(last / first)} times`;
    const said = `${slope.toFixed(2).padStart(7)} ${risen.padStart(11)}  ${verdictOf(grows, slope).padEnd(17)}`;
    return `${`${name}, ${unit}`.padEnd(NAME_WIDTH)}${cells.join("")}${said}${note ?? ""}`;
  });
  return [`${`${axis.what} (${busyness()})`.padEnd(NAME_WIDTH)}${head}  slope  last/first`, ...lines];
}

function cellOf(point: Point | undefined): string {
  return (point === undefined ? "-" : showNumber(point.value)).padStart(CELL_WIDTH);
}
