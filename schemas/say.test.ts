import fc from "fast-check";
import { expect, test } from "vitest";
import { readSaid, writeSaid } from "./said.ts";
import { cutSaid, say, sayBoth } from "./say.ts";

test("two sentences are stored as one, and an empty one is none", () => {
  expect(sayBoth("", "a")).toBe("a");
  expect(sayBoth("a", "")).toBe("a");
  expect(readSaid(sayBoth(say("said.looked-into"), "a"))?.facts).toEqual({
    first: say("said.looked-into"),
    second: "a",
  });
});

test("what is too long is cut to its room, and is still read as what it was", () => {
  const facts = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,5}$/),
    fc.oneof(fc.string({ maxLength: 400, unit: "binary" }), fc.nat()),
  );
  const inner = facts.map((each) => writeSaid("said.order", each));
  const text = fc.oneof(
    inner,
    fc.tuple(inner, inner).map(([first, second]) => sayBoth(first, second)),
    fc.string({ maxLength: 900 }),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 200, max: 500 }), (each, most) => {
      const cut = cutSaid(each, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(readSaid(cut) === null).toBe(readSaid(each) === null);
      if (each.length <= most) expect(cut).toBe(each);
    }),
  );
});
