import { expect, test } from "vitest";
import { syncWords } from "./sync-words.ts";

const status = {
  state: "live",
  waiting: 0,
  waitingUids: [],
  lastSyncedAt: null,
  firstSync: null,
  problem: null,
} as const;

test("live, syncing and offline each say so", () => {
  expect(syncWords(status, "just now").short).toBe("Live");
  expect(syncWords({ ...status, state: "syncing", firstSync: { received: 1200 } }, null).short).toBe("Syncing 1,200");
  expect(syncWords({ ...status, state: "offline" }, "5 minutes ago")).toEqual({
    short: "Offline · 5 minutes ago",
    long: "Offline: the data was last synchronised 5 minutes ago.",
  });
  expect(syncWords({ ...status, state: "offline" }, null).short).toBe("Offline");
});

test("what waits is counted, and a problem is told", () => {
  expect(syncWords({ ...status, waiting: 1 }, null)).toEqual({
    short: "Live · 1 waiting",
    long: "Live: this device holds all the server has. 1 change waits to be sent.",
  });
  expect(syncWords({ ...status, problem: "storage-full" }, null).long).toContain("no room left");
});
