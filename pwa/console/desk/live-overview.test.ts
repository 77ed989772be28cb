import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConsoleLinkEvents } from "#pwa/platform/sync/console-link.ts";
import type { OverviewOutput } from "#schemas/overview.ts";
import { followOverview, type Live, withChange } from "./live-overview.ts";

const NONE = { count: 0, oldest: null };
const AT = "2026-01-31T10:00:00.000Z";
const PICTURE: OverviewOutput = {
  sequence: 4,
  at: AT,
  waiting: {
    deposits: NONE,
    proposals: NONE,
    held: NONE,
    ambiguous: NONE,
    suspense: NONE,
    differences: NONE,
    reports: NONE,
    identities: NONE,
    legal: NONE,
  },
  days: { users: 1, days: [] },
  house: { accounts: [], channels: { wanted: 0, ready: 0, low: 0 }, budgets: [], halted: [] },
  submissions: {
    held: 0,
    created: 0,
    "awaiting-signature": 0,
    signed: 0,
    submitted: 0,
    expired: 0,
    ambiguous: 0,
    confirmedToday: 0,
    failedToday: 0,
  },
  rewrap: null,
  service: { ingestedLedger: 1, newestLedger: 1, databaseMs: 1, processes: [], jobs: [] },
};
const ONE = { ...PICTURE.waiting, deposits: { count: 1, oldest: AT } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A console whose server answers with `pictures`, one after the other. */
async function aConsole(pictures: OverviewOutput[]) {
  const seen: Live[] = [];
  const link: { events: ConsoleLinkEvents | null; asked: number; isClosed: boolean } = {
    events: null,
    asked: 0,
    isClosed: false,
  };
  const leave = followOverview(
    () =>
      Promise.resolve((events) => {
        link.events = events;
        return {
          watch: () => {
            link.asked += 1;
            const next = pictures.shift();
            return next ? Promise.resolve(next) : Promise.reject(new Error("no answer"));
          },
          close: () => {
            link.isClosed = true;
          },
        };
      }),
    (live) => void seen.push(live),
  );
  await vi.advanceTimersByTimeAsync(0);
  return { seen, link, leave, latest: () => seen.at(-1) };
}

test("a change goes on from the picture before it, and from no other", () => {
  const change = { previous: 4, sequence: 5, at: AT, waiting: ONE };
  expect(withChange(PICTURE, change)).toEqual({ ...PICTURE, sequence: 5, waiting: ONE });
  expect(withChange(PICTURE, { ...change, previous: 5, sequence: 6 })).toBeNull();
  expect(withChange(PICTURE, { ...change, previous: 2, sequence: 3 })).toBe(PICTURE);
});

test("what was missed is asked for, and what comes meanwhile is no guess", async () => {
  const { link, latest } = await aConsole([PICTURE, { ...PICTURE, sequence: 9, waiting: ONE }]);
  link.events?.connected();
  await vi.advanceTimersByTimeAsync(0);
  expect(latest()).toEqual({ picture: PICTURE, isLive: true });
  link.events?.changed({ previous: 7, sequence: 8, at: AT, waiting: ONE });
  await vi.advanceTimersByTimeAsync(0);
  expect(link.asked).toBe(2);
  expect(latest()?.picture).toMatchObject({ sequence: 9, waiting: ONE });
});

test("without a connection it is not live, and nothing is asked until it is back", async () => {
  const { link, latest, leave } = await aConsole([PICTURE, PICTURE]);
  link.events?.connected();
  await vi.advanceTimersByTimeAsync(0);
  link.events?.disconnected();
  expect(latest()).toEqual({ picture: PICTURE, isLive: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(link.asked).toBe(1);
  link.events?.connected();
  await vi.advanceTimersByTimeAsync(0);
  expect(latest()?.isLive).toBe(true);
  leave();
  expect(link.isClosed).toBe(true);
});

test("an answer that does not come is asked for again", async () => {
  const { link, latest } = await aConsole([]);
  link.events?.connected();
  await vi.advanceTimersByTimeAsync(0);
  expect(latest()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2000);
  expect(link.asked).toBe(2);
});
