import { loadavg } from "node:os";

/** One line of a table: what was measured and, where there is one, what it has to reach. */
export interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: Goal;
  /** What the number was made from. */
  readonly note: string;
}

export interface Goal {
  readonly kind: "at least" | "at most";
  readonly value: number;
}

/** Something measured in turns with its counterpart, one value of each a round. */
export interface Besides {
  readonly name: string;
  readonly unit: string;
  readonly own: readonly number[];
  readonly other: readonly number[];
  /** What the other is, such as "of a raw cursor". */
  readonly counterpart: string;
  readonly goal?: Goal;
}

const NAME_WIDTH = 58;
const UNDISTURBED = 0.2;

export function lineOfResult({ name, value, unit, goal, note }: Result): string {
  const shown = `${showNumber(value)}${unit === "" ? "" : ` ${unit}`}`;
  const wanted = goal === undefined ? "" : `${goal.kind} ${showNumber(goal.value)}`;
  const isReached = goal === undefined || (goal.kind === "at least" ? value >= goal.value : value <= goal.value);
  const verdict = goal === undefined ? "" : isReached ? "met" : "NOT met";
  return `${name.padEnd(NAME_WIDTH)} ${shown.padStart(12)}  ${wanted.padEnd(13)} ${verdict.padEnd(8)} ${note}`;
}

/** How many times its counterpart something is: the middle of the rounds' ratios. */
export function ratioOf({ name, unit, own, other, counterpart, goal }: Besides): Result {
  const ratios = own.map((value, round) => value / (other[round] ?? Number.NaN));
  const both = `${showNumber(median(own))} beside ${showNumber(median(other))} ${unit} ${counterpart}`;
  return {
    name,
    value: median(ratios),
    unit: "times",
    ...(goal === undefined ? {} : { goal }),
    note: `${both} (${roundsAndLoad(own.length)})`,
  };
}

export function roundsAndLoad(rounds: number): string {
  return `${rounds} ${rounds === 1 ? "round" : "rounds"}, ${busyness()}`;
}

export function showNumber(value: number): string {
  if (value >= 10_000) return Math.round(value).toLocaleString("en");
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** The value below which `share` (0 to 1) of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * How long something takes where nothing else wants the processor, in ms: what a fifth of so many times stay below, after a first one. It is
 * told which time it is, from 0 on.
 */
export async function undisturbedMs(times: number, work: (time: number) => unknown): Promise<number> {
  await work(0);
  const values: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    await work(time);
    values.push(performance.now() - from);
  }
  return quantile(values, UNDISTURBED);
}

export function busyness(): string {
  return `load ${loadavg()[0]?.toFixed(1) ?? "-"}`;
}

/** The same numbers in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
