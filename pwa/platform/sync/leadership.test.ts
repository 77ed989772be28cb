import { afterEach, expect, test } from "vitest";
import { openChannel, type TabChannel } from "#pwa/platform/rxdb/tab-channel.ts";
import { contendLeadership, type Leadership } from "./leadership.ts";

interface Tab {
  readonly leadership: Leadership;
  /** What this tab was told to do, in order. */
  readonly told: string[];
  freeze(): void;
  thaw(): void;
  close(): void;
}

const tabs: Tab[] = [];
const names = { next: 0 };

function aTab(database: string, tabId: string, isAlone?: Promise<boolean>): Tab {
  const real = openChannel(database, true);
  const told: string[] = [];
  let isFrozen = false;
  let held: (() => void)[] = [];
  const whenThawed = (work: () => void): void => {
    if (isFrozen) held.push(work);
    else work();
  };
  // A frozen tab neither sends nor hears; what came meanwhile is delivered when it thaws.
  const channel: TabChannel = {
    send: (kind, payload) => {
      if (!isFrozen) real.send(kind, payload);
    },
    listen: (kind, listener) => real.listen(kind, (payload) => whenThawed(() => listener(payload))),
    close: () => real.close(),
  };
  const leadership = contendLeadership({
    channel,
    tabId,
    now: () => performance.now(),
    beatMs: 20,
    takeoverMs: 150,
    ...(isAlone === undefined ? {} : { isAlone }),
    lead: () => told.push("lead"),
    follow: () => told.push("follow"),
  });
  const tab: Tab = {
    leadership,
    told,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      for (const work of held) work();
      held = [];
    },
    close: () => {
      leadership.stop();
      real.close();
    },
  };
  tabs.push(tab);
  return tab;
}

function aDatabase(): string {
  names.next += 1;
  return `leadership-${names.next}`;
}

async function eventually(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 5000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
});

test("one of several tabs leads", async () => {
  const database = aDatabase();
  const pair = [aTab(database, "a"), aTab(database, "b"), aTab(database, "c")];
  await eventually(() => pair.filter(({ leadership }) => leadership.isLeader()).length === 1);
});

test("a tab that is alone leads at once, and one that is not listens first", async () => {
  const alone = Promise.resolve(true);
  const first = aTab(aDatabase(), "a", alone);
  const listening = aTab(aDatabase(), "a", Promise.resolve(false));
  const stopped = aTab(aDatabase(), "a", alone);
  stopped.close();
  await alone;
  await Promise.resolve();
  expect(first.leadership.isLeader()).toBe(true);
  expect(listening.leadership.isLeader()).toBe(false);
  await eventually(() => listening.leadership.isLeader());
  expect(first.told).toEqual(["lead"]);
  expect(stopped.told).toEqual([]);
});

test("of two tabs that both took themselves to be alone one follows", async () => {
  const database = aDatabase();
  const pair = [aTab(database, "a", Promise.resolve(true)), aTab(database, "b", Promise.resolve(true))];
  await eventually(() => pair.flatMap(({ told }) => told).includes("follow"));
  expect(pair.map(({ told }) => told.join()).toSorted()).toEqual(["lead", "lead,follow"]);
  expect(pair.filter(({ leadership }) => leadership.isLeader())).toHaveLength(1);
});

test("a closed leader is followed at once", async () => {
  const database = aDatabase();
  const first = aTab(database, "a");
  await eventually(() => first.leadership.isLeader());
  const second = aTab(database, "b");
  await eventually(() => first.leadership.holdsLease());
  first.close();
  await eventually(() => second.leadership.isLeader());
});

test("RxDB 8514: a frozen leader does not stop the others, and follows when it thaws", async () => {
  const database = aDatabase();
  const first = aTab(database, "a");
  await eventually(() => first.leadership.isLeader());
  const second = aTab(database, "b");
  first.freeze();
  await eventually(() => second.leadership.isLeader());
  first.thaw();
  await eventually(() => !first.leadership.isLeader());
  expect(first.told).toEqual(["lead", "follow"]);
  expect(second.told).toEqual(["lead"]);
  expect(first.leadership.holdsLease()).toBe(false);
});
