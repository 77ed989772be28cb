import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MovementRow } from "./movement.ts";
import { aRow } from "./row.fixture.ts";
import { type Found, openMatches } from "./matches.ts";

const isEven = (row: MovementRow) => Number(row.uid) % 2 === 0;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function rowsUpTo(count: number): MovementRow[] {
  return Array.from({ length: count }, (_, index) => aRow({ uid: String(index) }));
}

/** A test that counts how often it was asked, and that takes a ms each time. */
function slow(test: (row: MovementRow) => boolean) {
  const asked = { count: 0 };
  const slowly = (row: MovementRow) => {
    asked.count += 1;
    vi.advanceTimersByTime(1);
    return test(row);
  };
  return { asked, slowly };
}

test("a long list is looked through in stretches, and what was found so far is told meanwhile", async () => {
  const { slowly, asked } = slow(isEven);
  const told: Found[] = [];
  openMatches().look(rowsUpTo(1000), 0, slowly, (found) => told.push(found));
  expect(asked.count).toBeLessThan(1000);
  await vi.runAllTimersAsync();
  expect(told.length).toBeGreaterThan(2);
  expect(told.at(-1)?.isLooking).toBe(false);
  expect(told.slice(0, -1).every(({ isLooking }) => isLooking)).toBe(true);
  expect(told.at(-1)?.rows.map(({ uid }) => uid)).toEqual(
    rowsUpTo(1000)
      .filter(isEven)
      .map(({ uid }) => uid),
  );
});

test("rows that were added at the end are looked at alone; another edition or another test begins anew", async () => {
  const matches = openMatches();
  const { slowly, asked } = slow(isEven);
  let found: Found = { rows: [], isLooking: true };
  const look = async (rows: readonly MovementRow[], edition: number, by = slowly) => {
    const before = asked.count;
    const stop = matches.look(rows, edition, by, (told) => {
      found = told;
    });
    await vi.runAllTimersAsync();
    stop();
    return asked.count - before;
  };
  expect(await look(rowsUpTo(300), 1)).toBe(300);
  expect(await look(rowsUpTo(350), 1)).toBe(50);
  expect(found.rows.length).toBe(175);
  expect(await look(rowsUpTo(350).slice(1), 2)).toBe(349);
  expect(found.rows.length).toBe(174);
  await look(rowsUpTo(350), 2, (row) => !isEven(row));
  expect(found.rows.every((row) => !isEven(row))).toBe(true);
});

test("nothing is told once it is stopped, and a later look goes on where it was", async () => {
  const matches = openMatches();
  const { slowly, asked } = slow(isEven);
  const told: Found[] = [];
  matches.look(rowsUpTo(1000), 0, slowly, (found) => told.push(found))();
  const before = told.length;
  await vi.runAllTimersAsync();
  expect(told.length).toBe(before);
  matches.look(rowsUpTo(1000), 0, slowly, (found) => told.push(found));
  await vi.runAllTimersAsync();
  expect(asked.count).toBe(1000);
  expect(told.at(-1)?.rows.length).toBe(500);
});
