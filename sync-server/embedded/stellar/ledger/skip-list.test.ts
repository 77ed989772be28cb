import { expect, test } from "vitest";
import { nextSkipList } from "./skip-list.ts";

function hash(text: string): Uint8Array {
  return Buffer.from(text.padEnd(32));
}

const OLD = [hash("a"), hash("b"), hash("c"), hash("d")];

function after(ledgerSeq: number): string[] {
  const list = nextSkipList({ ledgerSeq, bucketListHash: hash("new"), skipList: OLD });
  return list.map((entry) => Buffer.from(entry).toString().trim());
}

test.each<readonly [number, readonly string[]]>([
  [49, ["a", "b", "c", "d"]],
  [50, ["new", "b", "c", "d"]],
  [100, ["new", "b", "c", "d"]],
  [5_000, ["new", "b", "c", "d"]],
  [5_050, ["new", "a", "c", "d"]],
  [10_050, ["new", "a", "c", "d"]],
  [55_050, ["new", "a", "b", "d"]],
  [555_050, ["new", "a", "b", "c"]],
])("at ledger %d", (ledger, expected) => {
  expect(after(ledger)).toEqual(expected);
});
