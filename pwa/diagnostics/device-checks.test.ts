import { expect, test } from "vitest";
import { maskAll } from "./mask-text.ts";
import { checkClock, checkRows, checkStorage, checkSync, checkVersion } from "./device-checks.ts";
import { reportText } from "./report.ts";

const LIVE = { isLive: true, waiting: 0, lastSyncedAt: 1000, problem: null };
const ROWS = [{ name: "contacts" as const, rows: 2, digest: "aa" }];

test("rows that differ are wrong only once everything is sent and received", () => {
  expect(checkRows(ROWS, ROWS, LIVE).status).toBe("pass");
  const server = [{ name: "contacts" as const, rows: 2, digest: "bb" }];
  expect(checkRows(ROWS, server, LIVE)).toMatchObject({ status: "fail", fix: "rebuild" });
  expect(checkRows(ROWS, server, { ...LIVE, waiting: 1 })).toMatchObject({ status: "warn", fix: "sync" });
  expect(checkRows([], server, { ...LIVE, isLive: false }).status).toBe("warn");
  expect(checkRows(ROWS, null, LIVE).status).toBe("unknown");
});

test("what waits, a full disk and a lost link are told", () => {
  expect(checkSync(LIVE, 2000).status).toBe("pass");
  expect(checkSync({ ...LIVE, waiting: 1 }, 2000).found).toContain("1 change waits");
  expect(checkSync({ ...LIVE, isLive: false, lastSyncedAt: null }, 2000).found).toContain("never");
  expect(checkSync({ ...LIVE, problem: "storage-full" }, 2000).status).toBe("fail");
});

test("a clock is judged both ways", () => {
  expect(checkClock(-29_000).status).toBe("pass");
  expect(checkClock(45_000)).toMatchObject({ status: "warn", found: "It is 45 seconds ahead." });
  expect(checkClock(-600_000)).toMatchObject({ status: "fail", found: "It is 10 minutes behind." });
  expect(checkClock(null).status).toBe("unknown");
});

test("room and versions lead to what can be done", () => {
  const storage = { usedBytes: 10, quotaBytes: 100, isPersistent: true };
  expect(checkStorage(storage).status).toBe("pass");
  expect(checkStorage({ ...storage, isPersistent: false }).fix).toBe("protect");
  expect(checkStorage({ ...storage, usedBytes: 80 }).status).toBe("warn");
  expect(checkStorage({ ...storage, usedBytes: 95 }).status).toBe("fail");
  expect(checkStorage(null).status).toBe("unknown");
  expect(checkVersion({ page: "a", worker: "a", state: "same" }).status).toBe("pass");
  expect(checkVersion({ page: "a", worker: "b", state: "waiting" }).fix).toBe("update");
});

test("the report tells neither amounts nor addresses", () => {
  const facts = {
    screen: "Wallet check",
    device: "Firefox on Linux",
    browser: "Mozilla",
    viewport: "390 x 844",
    appVersion: "abc",
    workerVersion: "abc",
    syncState: "live",
    lastSync: "never",
    waiting: "0",
    storage: "1 MB",
    language: "en",
    takenAt: "2026-01-01T00:00:00.000Z",
    isRedacted: true,
  };
  const found = "9,999.5 XLM can be spent by GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7.";
  const text = reportText([{ title: "Fees", status: "warn", found, meaning: "Too little." }], facts);
  expect(text).toContain("[WARN] Fees");
  expect(text).toContain("Firefox on Linux");
  expect(text).not.toMatch(/9,999|GAAZI4/);
  expect(text).toContain(maskAll("9,999.5"));
});
