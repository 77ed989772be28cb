import { expect, test, vi } from "vitest";
import type { WindowedSource, RowChange } from "#pwa/parts/history/history.ts";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { openJournal } from "./journal.ts";

const NOW_MS = Date.parse("2026-06-01T12:00:00.000Z");
const MINUTE_MS = 60_000;

/** A device's database in memory; `widest` is the largest answer it gave. */
function aSource(initial: readonly MovementRow[]) {
  const stored = new Map(initial.map((row) => [row.uid, row]));
  const watchers = new Set<(changes: readonly RowChange[]) => void>();
  const seen = { widest: 0, read: 0 };
  const source: WindowedSource = {
    rowsBetween: async (from, to) => {
      const found = [...stored.values()].filter((row) => row.timestamp >= from && row.timestamp < to);
      seen.widest = Math.max(seen.widest, found.length);
      seen.read += found.length;
      return found;
    },
    count: async () => stored.size,
    oldest: async () => [...stored.values()].map((row) => row.timestamp).toSorted()[0] ?? null,
    watch: (onChanges) => {
      watchers.add(onChanges);
      return () => watchers.delete(onChanges);
    },
  };
  const write = (rows: readonly MovementRow[]): void => {
    for (const row of rows) stored.set(row.uid, row);
    for (const watcher of watchers) watcher(rows.map((row) => ({ uid: row.uid, row })));
  };
  return { source, seen, write };
}

/** Received one after another, every minute; `first` minutes ago the newest. */
function received(count: number, first = 0): MovementRow[] {
  return Array.from({ length: count }, (_, index) => {
    const ago = first + index;
    return aRow({
      uid: String(1_000_000_000_000 - ago),
      amount: "1.0000000",
      fee: "0.0000000",
      timestamp: new Date(NOW_MS - ago * MINUTE_MS).toISOString(),
    });
  });
}

function open(source: WindowedSource) {
  const journal = openJournal(source, "GME", () => NOW_MS);
  const times = () => journal.view().pieces.flatMap((piece) => piece.map(({ atMs }) => atMs));
  return { journal, times };
}

test("it reads no further down than asked, in small windows, and later all the rest", async () => {
  const { source, seen } = aSource(received(5000));
  const { journal, times } = open(source);
  await journal.want(NOW_MS - 600 * MINUTE_MS);
  expect(journal.view()).toMatchObject({ isComplete: false, total: 5000 });
  expect(journal.view().floorMs).toBeLessThanOrEqual(NOW_MS - 600 * MINUTE_MS);
  expect(seen.read).toBeLessThan(2600);
  await journal.want(0);
  expect(journal.view()).toMatchObject({ isComplete: true, rowsRead: 5000 });
  expect(times()).toEqual(
    received(5000)
      .map((row) => Date.parse(row.timestamp))
      .toReversed(),
  );
  expect(seen.widest).toBeLessThan(2000);
  journal.close();
});

test("what is written later is taken in wherever it lies: a first sync after an empty start too", async () => {
  const { source, seen, write } = aSource([]);
  const { journal, times } = open(source);
  await journal.want(0);
  expect(journal.view()).toMatchObject({ isComplete: true, pieces: [] });
  write(received(3, 10));
  await vi.waitFor(() => expect(times()).toHaveLength(3), { timeout: 10_000 });
  write(received(3000, 0));
  await vi.waitFor(() => expect(times()).toHaveLength(3000), { timeout: 10_000 });
  write(received(1, 9000));
  await vi.waitFor(() => expect(times()).toHaveLength(3001), { timeout: 10_000 });
  expect(times()).toEqual(times().toSorted((left, right) => left - right));
  expect(journal.view().isComplete).toBe(true);
  expect(seen.widest).toBeLessThan(2000);
  journal.close();
});

test("a history that cannot be read says so, and is read once it can", async () => {
  const { source, write } = aSource(received(5));
  const broken = { isBroken: true };
  const journal = openJournal(
    {
      ...source,
      rowsBetween: (from, to) =>
        broken.isBroken ? Promise.reject(new Error("no disk")) : source.rowsBetween(from, to),
    },
    "GME",
    () => NOW_MS,
  );
  await journal.want(0);
  expect(journal.view()).toMatchObject({ problem: "no disk", isComplete: false });
  broken.isBroken = false;
  write(received(1, 2));
  await vi.waitFor(() => expect(journal.view()).toMatchObject({ problem: null, rowsRead: 5 }), { timeout: 10_000 });
  journal.close();
});
