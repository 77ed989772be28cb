import { expect, test } from "vitest";
import { openLadderTop } from "./ladder-top.ts";

const ROWS = 12;

test("prices stay where they are as long as the market is in sight", () => {
  const top = openLadderTop();
  const first = top.at(100n, ROWS);
  expect(top.at(101n, ROWS)).toBe(first);
  expect(top.at(140n, ROWS)).not.toBe(first);
});

test("prices that are pointed at stay, wherever the market goes", () => {
  const top = openLadderTop();
  const first = top.at(100n, ROWS);
  top.hold(true);
  expect(top.at(400n, ROWS)).toBe(first);
  top.hold(false);
  expect(top.at(400n, ROWS)).toBe(406n);
});

test("whoever moves the prices is not followed by the market until it is asked back", () => {
  const top = openLadderTop();
  const first = top.at(100n, ROWS) ?? 0n;
  top.move(50);
  expect([top.isMoved(), top.at(400n, ROWS)]).toEqual([true, first + 50n]);
  top.centre();
  expect([top.isMoved(), top.at(400n, ROWS)]).toEqual([false, 406n]);
});

test("a price of nothing is none", () => {
  const top = openLadderTop();
  top.at(100n, ROWS);
  top.move(-1000);
  expect(top.at(100n, ROWS)).toBe(BigInt(ROWS));
});

test("with other rows the market is in their middle again", () => {
  const top = openLadderTop();
  top.at(100n, ROWS);
  expect(top.at(100n, 40)).toBe(120n);
});

test("nothing is shown where there is no market", () => {
  expect(openLadderTop().at(null, ROWS)).toBeNull();
});
