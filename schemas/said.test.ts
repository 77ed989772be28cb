import fc from "fast-check";
import { expect, test } from "vitest";
import { readSaid, writeSaid } from "./said.ts";

test("what was written by its code is read as such again", () => {
  const facts = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.string(), fc.integer()));
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8}){0,3}$/), facts, (code, given) => {
      expect(readSaid(writeSaid(code, given))).toEqual({ code, facts: { ...given } });
    }),
  );
});

test("words are words, whatever they look like", () => {
  for (const text of ["", "Not enough XLM.", "{}", '{"code":', '{"code":"A B","facts":{}}', '{"code":"a"}', "[1]"])
    expect(readSaid(text)).toBeNull();
});
