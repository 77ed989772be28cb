import fc from "fast-check";
import { expect, test } from "vitest";
import type { MovementRow } from "./movement.ts";
import { openHistory, type HistorySource, type RowChange } from "./history.ts";
import { compareNewestFirst } from "./movement.ts";
import { aRow } from "./row.fixture.ts";

const NOW = new Date("2026-06-01T12:00:00.000Z");
const now = () => NOW;

/** A device's database in memory that counts how many rows were read out of it. */
function aSource(initial: readonly MovementRow[]) {
  const stored = new Map(initial.map((row) => [row.uid, row]));
  const watchers = new Set<(changes: readonly RowChange[]) => void>();
  const alive = () => [...stored.values()];
  let read = 0;
  const source: HistorySource = {
    rowsBetween: async (from, to) => {
      const found = alive().filter((row) => row.timestamp >= from && row.timestamp < to);
      read += found.length;
      await Promise.resolve();
      return found.sort(compareNewestFirst);
    },
    newest: async (limit) => {
      const found = alive().sort(compareNewestFirst).slice(0, limit);
      read += found.length;
      return found;
    },
    count: async () => stored.size,
    oldest: async () =>
      alive()
        .map((row) => row.timestamp)
        .sort()[0] ?? null,
    watch: (onChanges) => {
      watchers.add(onChanges);
      return () => watchers.delete(onChanges);
    },
  };
  const write = (...changes: RowChange[]) => {
    for (const { uid, row } of changes) {
      if (row === null) stored.delete(uid);
      else stored.set(uid, row);
    }
    for (const watcher of watchers) watcher(changes);
  };
  return { source, write, expected: () => alive().sort(compareNewestFirst), readCount: () => read };
}

function written(row: MovementRow): RowChange {
  return { uid: row.uid, row };
}

function everyMinutes(count: number): MovementRow[] {
  return Array.from({ length: count }, (_, index) =>
    aRow({ uid: String(1000 + index), timestamp: new Date(NOW.getTime() - index * 60_000).toISOString() }),
  );
}

test("an empty device has a complete, empty history", async () => {
  const history = openHistory(aSource([]).source, now);
  await history.want(100);
  expect(history.view()).toMatchObject({ rows: [], total: 0, isComplete: true, isLoading: false });
});

test("the first screen reads a small part of a long history, and says how long it is", async () => {
  const device = aSource(everyMinutes(20_000));
  const history = openHistory(device.source, now);
  await history.want(100);
  expect(history.view().rows.length).toBeGreaterThanOrEqual(100);
  expect(history.view().rows).toEqual(device.expected().slice(0, history.view().rows.length));
  expect(history.view().total).toBe(20_000);
  expect(device.readCount()).toBeLessThan(5000);
});

test("wanting everything reads every row once", async () => {
  const device = aSource(everyMinutes(5000));
  const history = openHistory(device.source, now);
  await history.want(Number.POSITIVE_INFINITY);
  expect(history.view().rows).toEqual(device.expected());
  expect(history.view().isComplete).toBe(true);
  // Those of the time of the last one of the very newest are read again: there may be more of them.
  expect(device.readCount()).toBe(5001);
});

test("who wants more as soon as the end of a reading is shown gets it", async () => {
  const device = aSource(everyMinutes(5000));
  const history = openHistory(device.source, now);
  history.subscribe(() => {
    const { isLoading, isComplete, rows } = history.view();
    if (!isLoading && !isComplete) void history.want(rows.length + 500);
  });
  await history.want(100);
  await expect.poll(() => history.view()).toMatchObject({ isComplete: true, isLoading: false });
  expect(history.view().rows).toEqual(device.expected());
});

test("a long silence between movements is crossed", async () => {
  const device = aSource([aRow({ uid: "1", timestamp: "2019-01-01T00:00:00.000Z" }), ...everyMinutes(10)]);
  const history = openHistory(device.source, now);
  await history.want(11);
  expect(history.view().rows.at(-1)?.uid).toBe("1");
});

test("rows that arrive live take their place, and deleted ones leave", async () => {
  const device = aSource(everyMinutes(3));
  const history = openHistory(device.source, now);
  await history.want(10);
  device.write(
    written(aRow({ uid: "2000", timestamp: NOW.toISOString() })),
    written(aRow({ uid: "old", timestamp: "2020-01-01T00:00:00.000Z" })),
  );
  expect(history.view().rows).toEqual(device.expected());
  const [first] = device.expected();
  if (first === undefined) throw new Error("there is a row");
  device.write({ uid: first.uid, row: null });
  expect(history.view().rows).toEqual(device.expected());
});

test("whatever is written while windows are read, nothing is lost and nothing is doubled", async () => {
  const time = fc
    .integer({ min: 0, max: 4000 })
    .map((minutes) => new Date(NOW.getTime() - minutes * 60_000).toISOString());
  const row = fc.record({
    uid: fc.integer({ min: 1, max: 500 }).map(String),
    timestamp: time,
    isRemoved: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row),
      fc.array(fc.array(row, { maxLength: 5 })),
      fc.boolean(),
      async (initial, writes, isEager) => {
        // A row's time is the ledger's and never changes.
        const times = new Map<string, string>();
        const fixed = (fields: { uid: string; timestamp: string }) => {
          if (!times.has(fields.uid)) times.set(fields.uid, fields.timestamp);
          return aRow({ uid: fields.uid, timestamp: times.get(fields.uid) ?? fields.timestamp });
        };
        const device = aSource(initial.map(fixed));
        const history = openHistory(device.source, now);
        const reading = history.want(isEager ? Number.POSITIVE_INFINITY : 5);
        for (const batch of writes) {
          device.write(
            ...batch.map((fields) => (fields.isRemoved ? { uid: fields.uid, row: null } : written(fixed(fields)))),
          );
          await Promise.resolve();
        }
        await reading;
        await history.want(Number.POSITIVE_INFINITY);
        expect(history.view().rows).toEqual(device.expected());
        history.close();
      },
    ),
  );
});

test("a failing database is told, not hidden", async () => {
  const { source } = aSource(everyMinutes(300));
  const fail = () => Promise.reject(new Error("quota"));
  for (const broken of [{ newest: fail }, { rowsBetween: fail }, { oldest: fail }, { count: fail }]) {
    const history = openHistory({ ...source, ...broken }, now);
    await history.want(290);
    await expect.poll(() => history.view()).toMatchObject({ problem: "quota", isLoading: false });
  }
});

test("many movements of one and the same time are all there", async () => {
  const rows = Array.from({ length: 900 }, (_, index) => aRow({ uid: String(index), timestamp: NOW.toISOString() }));
  const device = aSource([...rows, ...everyMinutes(20)]);
  const history = openHistory(device.source, now);
  await history.want(10);
  await history.want(Number.POSITIVE_INFINITY);
  expect(history.view().rows).toEqual(device.expected());
});
