import fc from "fast-check";
import { expect, test } from "vitest";
import type { Check } from "#server/platform/checks/check.ts";
import type { SeenState } from "./check-state.ts";
import { type Plan, planTurn, type Seen } from "./plan-turn.ts";

const MINUTE_MS = 60_000;

function check(id: string, dependsOn: readonly string[] = [], intervalMs = MINUTE_MS): Check {
  return {
    id,
    version: 1,
    type: "network",
    severity: "error",
    intervalMs,
    timeLimitMs: 5000,
    failures: 2,
    passes: 1,
    dependsOn,
    title: "issue.silent",
    means: "issue.leases.means",
    steps: [],
    run: () => Promise.resolve([]),
  };
}

function state(id: string, dueInMs: number, more: Partial<SeenState> = {}): SeenState {
  return {
    _id: id,
    version: 1,
    dueAt: new Date(0),
    lastRunAt: null,
    lastDurationMs: null,
    problem: "",
    broken: 0,
    becauseOf: null,
    subjects: [],
    claim: null,
    dueInMs,
    madeAgoMs: null,
    claimedForMs: null,
    ...more,
  };
}

function seen(states: readonly SeenState[], more: Partial<Seen> = {}): Seen {
  return { states: new Map(states.map((each) => [each._id, each])), making: new Set(), open: [], ...more };
}

function ids({ ready }: Plan): readonly string[] {
  return ready.map(({ id }) => id);
}

const FAILING = {
  subjects: [{ subject: "", failures: 1, passes: 0, problem: "", facts: {}, issueId: null, repairs: [] }],
};
const [parent, child, other] = [check("parent"), check("child", ["parent"]), check("other", [], 10_000)];
const all = [child, parent, other];

test("what is due soon joins what is due, and by itself waits", () => {
  const joined = seen([state("parent", 1500), state("child", MINUTE_MS), state("other", 100)]);
  expect(ids(planTurn(all, joined))).toEqual(["parent", "other"]);
  const alone = planTurn(all, seen([state("parent", 1500), state("child", 1800), state("other", 4000)]));
  expect(alone).toMatchObject({ ready: [], isWaited: false, pauseMs: 1500 });
});

test("what rests upon something is made after it, and is not written to meanwhile", () => {
  const both = [state("parent", -5), state("child", -5), state("other", 4000)];
  expect(planTurn(all, seen(both))).toMatchObject({ ready: [parent], putOff: [], isWaited: true });
  const making = planTurn(all, seen(both, { making: new Set(["parent"]) }));
  expect(making).toMatchObject({ ready: [], putOff: [], isWaited: true, pauseMs: 4000 });
  const fresh = seen([state("parent", 40, { madeAgoMs: 10 }), state("child", -5)]);
  expect(ids(planTurn(all, fresh))).toEqual(["child", "parent"]);
  expect(ids(planTurn(all, seen([state("parent", MINUTE_MS), state("child", -5)])))).toEqual(["child"]);
});

test("what rests upon something unsure waits a moment, and upon an open issue is not made", () => {
  for (const unsure of [state("parent", MINUTE_MS, FAILING), state("parent", -5, { claimedForMs: 9000 })]) {
    const plan = planTurn([parent, child], seen([unsure, state("child", -5)]));
    expect(plan).toMatchObject({ ready: [], putOff: [{ check: child, because: null }], pauseMs: 1000 });
  }
  const open = [{ id: 7, checkId: "parent" }];
  const plan = planTurn([parent, child], seen([state("parent", 9000), state("child", -5)], { open }));
  expect(plan).toMatchObject({ ready: [], putOff: [{ check: child, because: 7 }] });
  const early = planTurn([parent, child], seen([state("parent", -5), state("child", 1500)], { open }));
  expect(early).toMatchObject({ ready: [parent], putOff: [] });
});

test("what waited for an issue that is over is made at once, and what another process makes is left to it", () => {
  const freed = seen([state("parent", 9000), state("child", 50_000, { becauseOf: 7 })]);
  expect(ids(planTurn([parent, child], freed))).toEqual(["child"]);
  const claimed = seen([state("parent", -5, { claimedForMs: 3000 })]);
  expect(planTurn([parent], claimed)).toMatchObject({ ready: [], putOff: [], pauseMs: 3000 });
});

test("whatever is due is begun, put off or waits for something that is going on", () => {
  const names = ["a", "b", "c", "d", "e"];
  const one = fc.record({
    dueInMs: fc.integer({ min: -5000, max: 20_000 }),
    claimedForMs: fc.option(fc.integer({ min: -5000, max: 5000 })),
    isMaking: fc.boolean(),
    isFailing: fc.boolean(),
    isOpen: fc.boolean(),
    rests: fc.subarray(names),
  });
  fc.assert(
    fc.property(fc.tuple(one, one, one, one, one), (drawn) => {
      // Upon those before it alone: there are no circles.
      const checks = drawn.map(({ rests }, at) =>
        check(
          names[at] ?? "",
          rests.filter((name) => names.indexOf(name) < at),
        ),
      );
      const making = new Set(names.filter((_, at) => drawn[at]?.isMaking));
      const states = drawn.map(({ dueInMs, claimedForMs, isFailing }, at) =>
        state(names[at] ?? "", dueInMs, { claimedForMs, ...(isFailing && FAILING) }),
      );
      const open = drawn.flatMap(({ isOpen }, at) => (isOpen ? [{ id: at, checkId: names[at] ?? "" }] : []));
      const plan = planTurn(checks, seen(states, { making, open }));
      const begun = new Set(ids(plan));
      for (const { dependsOn, id } of plan.ready) {
        expect(making.has(id)).toBe(false);
        expect(dependsOn.some((name) => begun.has(name) || making.has(name))).toBe(false);
      }
      const handled = new Set([...begun, ...making, ...plan.putOff.map(({ check: { id } }) => id)]);
      const left = states.filter(
        ({ _id, dueInMs, claimedForMs }) => dueInMs <= 0 && (claimedForMs ?? 0) <= 0 && !handled.has(_id),
      );
      if (left.length > 0) expect(plan.isWaited).toBe(true);
      expect(plan.pauseMs).toBeGreaterThan(0);
    }),
  );
});
