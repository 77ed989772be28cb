import * as v from "valibot";
import { expect, test } from "vitest";
import { RegisterInput } from "./auth.ts";
import { says } from "./values/field-sentences.ts";

test.each([
  [{ username: "1001" }, says("username-digits")],
  [{ uniqueUserId: "1001" }, says("user-id-digits")],
])("%j is refused with a sentence", (fields, said) => {
  const input = { username: "ana", email: "ana@example.org", password: "correct horse", ...fields };
  const { issues } = v.safeParse(RegisterInput, input);
  expect(issues?.map(({ message }) => message)).toEqual([said]);
});
