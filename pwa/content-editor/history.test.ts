import fc from "fast-check";
import { expect, test } from "vitest";
import { beginHistory, edited, type History, redone, undone } from "./history.ts";

interface Text {
  readonly text: string;
}
const begin = (): History<Text> => beginHistory({ text: "" });
const texts = fc.array(fc.record({ text: fc.string() }), { maxLength: 60 });

function times<Value>(count: number, step: (value: Value) => Value, value: Value): Value {
  let now = value;
  for (let at = 0; at < count; at += 1) now = step(now);
  return now;
}

test("n edits and n undos are the beginning, and n redos the end", () => {
  fc.assert(
    fc.property(texts, (edits) => {
      const first = begin();
      let history = first;
      for (const [at, next] of edits.entries()) history = edited(history, next, { of: null, atMs: at });
      expect(history.past).toHaveLength(edits.length);
      const back = times(edits.length, undone, history);
      expect(back.present).toBe(first.present);
      expect(back.past).toEqual([]);
      expect(undone(back)).toBe(back);
      expect(times(edits.length, redone, back).present).toBe(history.present);
    }),
  );
});

test("whatever is typed, moved, taken back and done again: as many undos as there are steps lead to the beginning", () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant("type" as const), of: fc.constantFrom("a", "b"), waitMs: fc.nat(3000) }),
    fc.record({ kind: fc.constantFrom("move" as const, "undo" as const, "redo" as const) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 80 }), (acts) => {
      const first = begin();
      let history = first;
      let atMs = 0;
      for (const [at, each] of acts.entries()) {
        if (each.kind === "undo") history = undone(history);
        else if (each.kind === "redo") history = redone(history);
        else {
          atMs += each.kind === "type" ? each.waitMs : 1;
          history = edited(history, { text: String(at) }, { of: each.kind === "type" ? each.of : null, atMs });
        }
      }
      expect(times(history.past.length, undone, history).present).toBe(first.present);
    }),
  );
});

test("what is typed into one place without a pause is one step", () => {
  let history = begin();
  for (const [at, text] of ["a", "ab", "abc"].entries())
    history = edited(history, { text }, { of: "t", atMs: at * 300 });
  expect(history.past).toHaveLength(1);
  history = edited(history, { text: "abcd" }, { of: "t", atMs: 10_000 });
  history = edited(history, { text: "x" }, { of: "u", atMs: 10_001 });
  expect(history.past).toHaveLength(3);
});

test("after something was taken back, typing goes on in a step of its own", () => {
  let history = edited(begin(), { text: "a" }, { of: "t", atMs: 0 });
  history = edited(undone(history), { text: "b" }, { of: "t", atMs: 1 });
  expect(history.past).toHaveLength(1);
  expect(undone(history).present.text).toBe("");
  expect(history.future).toEqual([]);
});

test("an edit that changes nothing is no step", () => {
  const history = begin();
  expect(edited(history, history.present, { of: null, atMs: 0 })).toBe(history);
});
