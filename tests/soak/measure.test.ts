import { expect, test } from "vitest";
import { notFlat, type Sample } from "./measure.ts";

function samples(count: number, at: (round: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: count }, (_, round) => ({
    rssMb: 500,
    handles: 100,
    documents: 1000 + round * 90,
    diskMb: 20 + round * 0.2,
    paid: round * 10,
    ...at(round),
  }));
}

test("what grows with what is done alone is flat", () => {
  expect(notFlat(samples(10, () => ({})))).toEqual([]);
});

test.each([
  ["memory", (round: number) => ({ rssMb: 500 + round * 30 })],
  ["open handles", (round: number) => ({ handles: 100 + round * 20 })],
  ["documents for each payment", (round: number) => ({ documents: 1000 + round * round * 20 })],
  ["KiB on disk for each payment", (round: number) => ({ diskMb: 20 + round * round })],
])("%s that grows is told", (name, at) => {
  expect(notFlat(samples(10, at)).map((problem) => problem.startsWith(name))).toEqual([true]);
});

test("a few rounds tell nothing", () => {
  expect(notFlat(samples(5, (round) => ({ rssMb: 500 * (round + 1) })))).toEqual([]);
});
