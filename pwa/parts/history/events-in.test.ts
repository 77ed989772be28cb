import { expect, test } from "vitest";
import { eventsIn } from "./events-in.ts";
import type { HistorySource } from "./history.ts";
import { compareNewestFirst, type MovementRow } from "./movement.ts";
import { aRow } from "./row.fixture.ts";

function sourceOf(rows: readonly MovementRow[]): HistorySource {
  const sorted = [...rows].sort(compareNewestFirst);
  return {
    rowsBetween: async (from, to) => rows.filter(({ timestamp }) => timestamp >= from && timestamp < to),
    newest: async (limit) => sorted.slice(0, limit),
    count: async () => rows.length,
    oldest: async () => sorted.at(-1)?.timestamp ?? null,
    watch: () => () => undefined,
  };
}

function trade(at: number): MovementRow[] {
  const shared = { type: "trade" as const, timestamp: new Date(at * 1000).toISOString() };
  const other = { asset: "XLM", amount: "1.0000000", isIncoming: true };
  return [
    aRow({ ...shared, uid: String(at), event: { act: "exchanged", other } }),
    aRow({ ...shared, uid: `${at}-2`, event: { act: "leg", of: String(at) } }),
  ];
}

test("each exchange is one row, and the newest are as many as were asked for, or all", async () => {
  const rows = [1001, 1002, 1003, 1004].flatMap(trade);
  const events = eventsIn(sourceOf(rows));
  const uids = (found: readonly MovementRow[]) => found.map(({ uid }) => uid);
  expect(uids(await events.newest(3))).toEqual(["1004", "1003", "1002"]);
  expect(uids(await events.newest(9))).toEqual(["1004", "1003", "1002", "1001"]);
  expect(uids(await events.rowsBetween(rows[0]?.timestamp ?? "", rows[4]?.timestamp ?? ""))).toEqual(["1001", "1002"]);
});
