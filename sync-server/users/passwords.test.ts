import { expect, test } from "vitest";
import { hashPassword, matchesPassword } from "./passwords.ts";

const ASKER = { lane: "test", isKnown: true };

test("a password matches its own hash and no other does", async () => {
  const stored = await hashPassword(ASKER, "correct horse");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await matchesPassword(ASKER, stored, "correct horse")).toBe(true);
  expect(await matchesPassword(ASKER, stored, "correct horsf")).toBe(false);
});

test("the same password is salted anew each time", async () => {
  expect(await hashPassword(ASKER, "correct horse")).not.toBe(await hashPassword(ASKER, "correct horse"));
});

test("a hash that another implementation made is understood", async () => {
  // The reference command line: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const stored = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await matchesPassword(ASKER, stored, "password")).toBe(true);
});

test("nothing, and nonsense, match no password", async () => {
  expect(await matchesPassword(ASKER, null, "x")).toBe(false);
  expect(await matchesPassword(ASKER, "plain", "plain")).toBe(false);
});

test("many at once are all answered", async () => {
  const stored = await hashPassword(ASKER, "a");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => matchesPassword(ASKER, stored, index % 2 ? "b" : "a")),
  );
  expect(answers).toEqual([true, false, true, false, true, false, true, false]);
});
