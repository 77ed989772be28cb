import { shownDirection } from "#pwa/ui/direction.ts";
import { timeTicks, valueTicks } from "./axis-ticks.ts";

/** A value at a time, as it is drawn: for the eye only. */
export interface DrawnPoint {
  readonly atMs: number;
  /** Null where it is not known: there is a gap. */
  readonly value: number | null;
  /** The same exactly, in words. */
  readonly text: string;
  /** What it is compared with at that time, drawn as a second line, dashed. */
  readonly beside?: { readonly value: number; readonly text: string };
}

/** What a curve is drawn on, in points of the screen. */
export interface CurvePaper {
  readonly canvas: HTMLCanvasElement;
  readonly pen: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** One of the theme's colours: "--accent". */
  readonly colourOf: (token: string) => string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room for the values to the right, and for the times below. */
const RIGHT = 64;
const BELOW = 24;
/** Above and below a curve, in parts of its highest value. */
const LEAST_MARGIN = 0.005;
/** No curve is seen of less width. */
const DOT = 2;
/** Between two values, and between two times. */
const VALUE_GAP = 48;
const TIME_GAP = 84;
const FONT = '12px "Inter Variable", sans-serif';

const DASHES = [5, 4];

type Plan = ReturnType<typeof layOut>;

interface KnownPoint extends DrawnPoint {
  readonly value: number;
}

/** Where everything is. */
export function layOut(points: readonly DrawnPoint[], { width, height }: Size) {
  const known = points.filter((point): point is KnownPoint => point.value !== null);
  const [fromMs, untilMs] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const values = known.flatMap(({ value, beside }) => (beside === undefined ? [value] : [value, beside.value]));
  // Told by hand: of a long curve there are more values than a call takes arguments.
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  const most = values.reduce((high, value) => Math.max(high, value), -Infinity);
  // A level curve runs through the middle, and one that hardly moves is not drawn as if it did: the axis could not tell its values.
  const margin =
    most > least ? Math.max((most - least) * 0.1, Math.abs(most) * LEAST_MARGIN) : Math.max(Math.abs(most) * 0.1, 1e-7);
  const [low, high] = [Math.max(least - margin, least >= 0 ? 0 : -Infinity), most + margin];
  const [right, bottom] = [Math.max(width - RIGHT, 1), Math.max(height - BELOW, 1)];
  const xOf = (atMs: number) => (untilMs > fromMs ? ((atMs - fromMs) / (untilMs - fromMs)) * right : right / 2);
  const yOf = (value: number) => bottom - ((value - low) / (high - low)) * bottom;
  const nearest = (x: number): KnownPoint | null =>
    known.reduce<KnownPoint | null>(
      (best, point) => (best === null || Math.abs(xOf(point.atMs) - x) < Math.abs(xOf(best.atMs) - x) ? point : best),
      null,
    );
  return { fromMs, untilMs, low, high, right, bottom, xOf, yOf, nearest };
}

/** Draws the axes and the curve. Where a value is not known there is a gap. */
export function drawCurve(paper: CurvePaper, points: readonly DrawnPoint[], write: (value: number) => string): void {
  const { pen, height, colourOf } = paper;
  const plan = layOut(points, paper);
  const { low, high, right, bottom, xOf, yOf } = plan;
  pen.font = FONT;
  pen.fillStyle = colourOf("--ink-3");
  pen.strokeStyle = colourOf("--line");
  pen.textBaseline = "middle";
  for (const value of valueTicks(low, high, Math.max(2, Math.floor(bottom / VALUE_GAP)))) {
    const y = Math.round(yOf(value)) + 0.5;
    pen.beginPath();
    pen.moveTo(0, y);
    pen.lineTo(right, y);
    pen.stroke();
    if (y > 8) pen.fillText(write(value), right + 8, y, RIGHT - 8);
  }
  // The chart runs from left to right in every language, a day's name as the language does; its place does not turn with it.
  pen.direction = shownDirection();
  pen.textAlign = "left";
  for (const { atMs, text } of timeTicks(plan.fromMs, plan.untilMs, Math.max(1, Math.floor(right / TIME_GAP)))) {
    const width = pen.measureText(text).width;
    pen.fillText(text, Math.min(Math.max(0, xOf(atMs) - width / 2), paper.width - width), height - BELOW / 2 + 2);
  }
  drawBeside(paper, points, plan);
  const accent = colourOf("--accent");
  const shade = pen.createLinearGradient(0, 0, 0, bottom);
  shade.addColorStop(0, seenThrough(accent, 0.24));
  shade.addColorStop(1, seenThrough(accent, 0));
  pen.lineWidth = 2;
  pen.lineJoin = "round";
  pen.strokeStyle = accent;
  for (const stretch of knownStretches(points)) {
    const places = stretch.map(({ atMs, value }) => [xOf(atMs), yOf(value)] as const);
    // A value alone, between gaps, is a dot; so is what is too short a time to be seen.
    const last = places.at(-1) ?? ([0, 0] as const);
    if (last[0] - (places[0]?.[0] ?? 0) < DOT) drawDot(pen, last, accent);
    pen.beginPath();
    for (const [x, y] of places) pen.lineTo(x, y);
    pen.stroke();
    pen.lineTo(places.at(-1)?.[0] ?? 0, bottom);
    pen.lineTo(places[0]?.[0] ?? 0, bottom);
    pen.fillStyle = shade;
    pen.fill();
  }
}

/** The second line, below the first. */
function drawBeside({ pen, colourOf }: CurvePaper, points: readonly DrawnPoint[], plan: Plan): void {
  pen.lineWidth = 1.5;
  pen.strokeStyle = colourOf("--ink-3");
  pen.setLineDash(DASHES);
  pen.beginPath();
  for (const { atMs, beside } of points) if (beside !== undefined) pen.lineTo(plan.xOf(atMs), plan.yOf(beside.value));
  pen.stroke();
  pen.setLineDash([]);
}

/** Draws the one point that is looked at, above the curve. */
export function drawMark(paper: CurvePaper, points: readonly DrawnPoint[], { atMs, value }: DrawnPoint): void {
  if (value === null) return;
  const { pen, colourOf } = paper;
  const { xOf, yOf, bottom } = layOut(points, paper);
  const x = xOf(atMs);
  pen.strokeStyle = colourOf("--line-strong");
  pen.beginPath();
  pen.moveTo(Math.round(x) + 0.5, 0);
  pen.lineTo(Math.round(x) + 0.5, bottom);
  pen.stroke();
  drawDot(pen, [x, yOf(value)], colourOf("--surface"), 6);
  drawDot(pen, [x, yOf(value)], colourOf("--accent"));
}

/** The theme writes its colours as `oklch(l c h)`. */
function seenThrough(colour: string, alpha: number): string {
  return colour.replace(")", ` / ${alpha})`);
}

function drawDot(pen: CanvasRenderingContext2D, [x, y]: readonly [number, number], colour: string, radius = 4): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

function knownStretches(points: readonly DrawnPoint[]): KnownPoint[][] {
  const stretches: KnownPoint[][] = [[]];
  for (const point of points)
    if (point.value === null) stretches.push([]);
    else stretches.at(-1)?.push({ ...point, value: point.value });
  return stretches.filter((stretch) => stretch.length > 0);
}
