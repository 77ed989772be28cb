import type { Comparison, Found } from "./compare.ts";
import type { Json } from "./json.ts";

const LONGEST = 160;
const SHOWN = 2;

/** What a comparison found, by kind, the most frequent first; of each kind two, or all. */
export function report({ answers, found }: Comparison, showsAll: boolean): string {
  const kinds = Map.groupBy(found, ({ kind }) => kind);
  const lines = [...kinds]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .flatMap(([kind, list]) => [`${list.length} x ${kind}`, ...(showsAll ? list : list.slice(0, SHOWN)).map(line)]);
  const sum = `${answers} answers compared, ${kinds.size} kinds of difference, ${found.length} differences`;
  return [...lines, sum].join("\n");
}

function line({ where, real, ours }: Found): string {
  return `      ${where}: real ${shown(real)} | ours ${shown(ours)}`;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
