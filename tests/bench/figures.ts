import { type Goal, type Result, median, roundsAndLoad, showNumber } from "./results.ts";

/** What was measured, one value a round. */
export interface Figure {
  readonly name: string;
  readonly unit: "ms" | "bytes";
  readonly values: readonly number[];
  readonly goal?: Goal;
}

/** The middle of the rounds, with the least and the most of them. */
export function resultOf({ name, unit, values, goal }: Figure): Result {
  const note = `${showNumber(Math.min(...values))} to ${showNumber(Math.max(...values))} (${roundsAndLoad(values.length)})`;
  return { name, unit, value: median(values), note, ...(goal === undefined ? {} : { goal }) };
}

/** Runs `round` that often, one after the other, and keeps what each answers. */
export async function inRounds(rounds: number, round: (index: number) => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let index = 0; index < rounds; index += 1) values.push(await round(index));
  return values;
}
