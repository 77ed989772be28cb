import { beforeAll, expect, test } from "vitest";
import { SubmissionState } from "#schemas/wallet.ts";
import {
  canStillApply,
  envelopesOf,
  type Model,
  START,
  type Step,
  stepsFrom,
  WRAPS,
} from "./pipeline-model.fixture.ts";
import { FINAL_STATES, holdsSource, IN_FLIGHT_STATES, TRANSITIONS } from "./transitions.ts";

interface Seen {
  readonly model: Model;
  readonly steps: readonly Step[];
  /** What led there, for whoever reads a failure. */
  readonly path: readonly string[];
}

/** Every state that a submission and the world around it can reach, from an accepted or a held one. */
const reached = new Map<string, Seen>();
const nameOf = (model: Model) => JSON.stringify(model);

beforeAll(() => {
  let frontier: (readonly [Model, readonly string[]])[] = [
    [START, []],
    [{ ...START, state: "held" }, ["held"]],
  ];
  while (frontier.length > 0) {
    const next: (readonly [Model, readonly string[]])[] = [];
    for (const [model, path] of frontier) {
      const name = nameOf(model);
      if (reached.has(name)) continue;
      const steps = stepsFrom(model);
      reached.set(name, { model, steps, path });
      for (const { event, next: after } of steps) next.push([after, [...path, event]]);
    }
    frontier = next;
  }
});

function everywhere(check: (model: Model, seen: Seen) => boolean): readonly string[] | undefined {
  return [...reached.values()].find((seen) => !check(seen.model, seen))?.path;
}

test("no two envelopes of one submission can both be in a ledger, or still get into one", () => {
  const isAlive = (model: Model) =>
    envelopesOf(model).filter((envelope) => envelope.where === "succeeded" || canStillApply(envelope, model));
  expect(everywhere((model) => isAlive(model).length <= 1)).toBe(undefined);
});

test("what is called failed was not paid and cannot be any more; what is called confirmed was paid", () => {
  const succeeded = (model: Model) => envelopesOf(model).filter(({ where }) => where === "succeeded").length;
  const isLoose = (model: Model) =>
    envelopesOf(model).some((envelope) => envelope.where === "sent" && canStillApply(envelope, model));
  expect(everywhere((model) => model.state !== "failed" || (succeeded(model) === 0 && !isLoose(model)))).toBe(
    undefined,
  );
  expect(everywhere((model) => model.state !== "confirmed" || succeeded(model) === 1)).toBe(undefined);
});

test("money is kept back until the end, and until the records have the ledger that holds it", () => {
  const isOver = ({ state, isInLedger, isFolded }: Model) => FINAL_STATES.includes(state) && (!isInLedger || isFolded);
  expect(everywhere((model) => model.isReserving === !isOver(model))).toBe(undefined);
});

test("an account is borrowed while an envelope of it may be on the network; what died with its loan is freed by the next", () => {
  expect(everywhere((model) => !IN_FLIGHT_STATES.includes(model.state) || model.isBorrowing)).toBe(undefined);
  const isFreed = ({ steps }: Seen) => steps.some(({ by, next }) => by === "worker" && !next.isBorrowing);
  expect(everywhere((model, seen) => !model.isBorrowing || holdsSource(model) || isFreed(seen))).toBe(undefined);
});

test("every state that is reached leads to an end at which nothing is kept back or borrowed", () => {
  const ended = new Set(
    [...reached]
      .filter(([, { model }]) => FINAL_STATES.includes(model.state) && !model.isReserving && !model.isBorrowing)
      .map(([name]) => name),
  );
  for (let before = -1; before !== ended.size;) {
    before = ended.size;
    for (const [name, { steps }] of reached) if (steps.some(({ next }) => ended.has(nameOf(next)))) ended.add(name);
  }
  const stuck = [...reached].find(([name]) => !ended.has(name));
  expect(stuck?.[1].path).toBe(undefined);
});

test("only what waits for an operator needs one: all else ends by itself, sooner or later", () => {
  const needsOperator = [...reached.values()].filter(
    ({ model, steps }) =>
      !FINAL_STATES.includes(model.state) && !steps.some(({ by }) => by !== "operator" && by !== "network"),
  );
  const states = new Set(
    needsOperator
      .filter(({ model }) => model.current === null || model.current.ageSeconds >= 1200)
      .map(({ model }) => model.state),
  );
  expect([...states].toSorted()).toEqual(["ambiguous", "held"]);
});

test("an end is left by nothing, every state is reached, and every move of the table is made", () => {
  const made = new Set<string>();
  for (const { model, steps } of reached.values()) {
    for (const { event, next } of steps)
      if (next.state !== model.state || event.endsWith(WRAPS)) made.add(`${model.state} ${next.state}`);
  }
  expect(FINAL_STATES.filter((state) => [...made].some((move) => move.startsWith(`${state} `)))).toEqual([]);
  expect(new Set([...reached.values()].map(({ model }) => model.state))).toEqual(new Set(SubmissionState.options));
  expect(TRANSITIONS.map(([from, to]) => `${from} ${to}`).filter((move) => !made.has(move))).toEqual([]);
});
