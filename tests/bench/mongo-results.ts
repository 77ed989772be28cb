import { loadavg } from "node:os";

/** One line of the table: what was measured and, where there is one, what it has to reach. */
export interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: { readonly kind: "at least" | "at most"; readonly value: number };
  /** What the number was made from. */
  readonly note: string;
}

export function lineOfResult({ name, value, unit, goal, note }: Result): string {
  const shown = `${showNumber(value)}${unit === "" ? "" : ` ${unit}`}`;
  const wanted = goal === undefined ? "" : `${goal.kind} ${showNumber(goal.value)}`;
  const isReached = goal === undefined || (goal.kind === "at least" ? value >= goal.value : value <= goal.value);
  const verdict = goal === undefined ? "" : isReached ? "ok" : "NOT MET";
  return `${name.padEnd(46)} ${shown.padStart(10)}  ${wanted.padEnd(13)} ${verdict.padEnd(8)} ${note}`;
}

export function showNumber(value: number): string {
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
