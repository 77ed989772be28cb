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
  expect(syncWords(status, "just now", true).short).toBe("Live");
  expect(syncWords({ ...status, state: "syncing", firstSync: { received: 1200 } }, null, true).short).toBe(
    "Syncing 1,200",
  );
  expect(syncWords({ ...status, state: "offline" }, "5 minutes ago", false)).toEqual({
    state: "Offline",
    detail: " · 5 minutes ago",
    short: "Offline · 5 minutes ago",
    long: "Offline: the data was last synchronised 5 minutes ago.",
  });
  expect(syncWords({ ...status, state: "offline" }, null, false).short).toBe("Offline");
});

test("what waits is counted, and a problem is told", () => {
  expect(syncWords({ ...status, waiting: 1 }, null, true)).toEqual({
    state: "Live",
    detail: "",
    short: "Live · 1 waiting",
    long: "Live: this device holds all the server has. 1 change waits to be sent.",
  });
  expect(syncWords({ ...status, problem: "storage-full" }, null, true).long).toContain("no room left");
});

test("a server that is missing is not called a missing connection", () => {
  expect(syncWords({ ...status, state: "offline" }, "5 minutes ago", true)).toEqual({
    state: "No answer",
    detail: " · 5 minutes ago",
    short: "No answer · 5 minutes ago",
    long: "The server does not answer: the data was last synchronised 5 minutes ago.",
  });
});
