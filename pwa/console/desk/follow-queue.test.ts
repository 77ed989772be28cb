import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueueLinkEvents } from "#pwa/platform/sync/queue-link.ts";
import type { OpenRowMessage, Taken, TakenRows } from "#schemas/queues.ts";
import { followQueue, STILL_OPEN_MS } from "./follow-queue.ts";

const ANA: Taken = {
  id: 7,
  userId: 2,
  name: "ana",
  since: "2030-01-01T00:00:00.000Z",
  until: "2030-01-01T00:05:00.000Z",
};
const MINE: Taken = { ...ANA, userId: 1, name: "me" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue that is followed, over a server of the test's. */
async function aFollower(answers: TakenRows[] = []) {
  const asked: OpenRowMessage[] = [];
  const shown: (readonly Taken[])[] = [];
  let events: QueueLinkEvents | undefined;
  let isClosed = false;
  const following = followQueue({
    queue: "deposits",
    nowMs: () => Date.now(),
    show: (taken) => shown.push(taken),
    fetchLink: () =>
      Promise.resolve((told) => {
        events = told;
        return {
          open: (message) => {
            asked.push(message);
            return Promise.resolve(answers.shift() ?? { queue: "deposits", taken: [] });
          },
          close: () => {
            isClosed = true;
          },
        };
      }),
  });
  await vi.advanceTimersByTimeAsync(0);
  const link = events;
  if (!link) throw new Error("no link was opened");
  return { following, asked, shown, link, isClosed: () => isClosed };
}

test("what is open is said once there is a connection, and again with every new one", async () => {
  const { following, asked, link } = await aFollower();
  following.open(7);
  expect(asked).toEqual([]);
  link.connected();
  link.disconnected();
  link.connected();
  expect(asked).toEqual([
    { queue: "deposits", open: 7 },
    { queue: "deposits", open: 7 },
  ]);
});

test("whoever goes on working has the row, and whoever does nothing loses it", async () => {
  const mine = (): TakenRows => ({ queue: "deposits", taken: [MINE] });
  const { following, asked, link } = await aFollower([mine(), mine(), mine(), mine()]);
  link.connected();
  following.open(7);
  await vi.advanceTimersByTimeAsync(STILL_OPEN_MS - 1);
  following.touched();
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  following.touched();
  expect(asked).toHaveLength(3);
  // Nobody touches it: the server gives it back, and this screen does not take it again.
  await vi.advanceTimersByTimeAsync(STILL_OPEN_MS * 6);
  link.taken({ queue: "deposits", taken: [] });
  expect(asked).toHaveLength(3);
  following.touched();
  expect(asked).toHaveLength(4);
});

test("a row that another one gives back is this screen's where somebody looks at it", async () => {
  const { following, asked, link, shown } = await aFollower([
    { queue: "deposits", taken: [] },
    { queue: "deposits", taken: [ANA] },
    { queue: "deposits", taken: [MINE] },
  ]);
  link.connected();
  following.open(7);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.at(-1)).toEqual([ANA]);
  link.taken({ queue: "deposits", taken: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(3);
  expect(shown.at(-1)).toEqual([MINE]);
});

test("of another queue, and after it was left, nothing is shown", async () => {
  const { following, link, shown, isClosed } = await aFollower();
  link.connected();
  await vi.advanceTimersByTimeAsync(0);
  const before = shown.length;
  link.taken({ queue: "payments", taken: [ANA] });
  following.leave();
  link.taken({ queue: "deposits", taken: [ANA] });
  expect(shown).toHaveLength(before);
  expect(isClosed()).toBe(true);
});
