import { loadavg } from "node:os";

/** What was measured, one value a round. */
export interface Figure {
  readonly name: string;
  readonly unit: "ms" | "bytes";
  readonly values: readonly number[];
}

const count = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** One line: the least, the middle and the most of the rounds, and how busy the machine was when they ended. */
export function lineOf({ name, unit, values }: Figure): string {
  const sorted = values.toSorted((left, right) => left - right);
  const shown = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const figures = shown.map((value) => (value === undefined ? "-" : count.format(value)).padStart(9)).join(" /");
  const [load = 0] = loadavg();
  return `${name.padEnd(66)} ${figures} ${unit.padEnd(5)}  (${values.length} rounds, load ${load.toFixed(1)})`;
}

/** Runs `round` that often, one after the other, and keeps what each answers. */
export async function inRounds(rounds: number, round: (index: number) => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let index = 0; index < rounds; index += 1) values.push(await round(index));
  return values;
}
