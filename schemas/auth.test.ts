import * as v from "valibot";
import { expect, test } from "vitest";
import { RegisterInput } from "./auth.ts";

test.each([
  [{ username: "1001" }, "A username needs a letter: digits alone read as a number"],
  [{ uniqueUserId: "1001" }, "A user ID needs a letter: digits alone read as a number"],
])("%j is refused with a sentence", (fields, sentence) => {
  const input = { username: "ana", email: "ana@example.org", password: "correct horse", ...fields };
  const { issues } = v.safeParse(RegisterInput, input);
  expect(issues?.map(({ message }) => message)).toEqual([sentence]);
});
