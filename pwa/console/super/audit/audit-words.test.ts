import { expect, test } from "vitest";
import { doneWords, partyWords, reasonWords } from "./audit-words.ts";

test("whom and what a row is about is said in words, and what is not known as it stands", () => {
  expect(["house anchor", "house", "operator", "operator 3", "user 5"].map(partyWords)).toEqual([
    "The house: Anchor of the audit log",
    "The house",
    "Operator at the server itself",
    "Operator 3",
    "User 5",
  ]);
  expect(["house later", "user five", "mailer-token", ""].map(partyWords)).toEqual([
    "The house: later",
    "user five",
    "mailer-token",
    "",
  ]);
  const sign = { kind: "sign", act: "wallet", reason: "submission 12" } as const;
  expect([doneWords(sign), reasonWords(sign)]).toEqual(["Key of a person’s wallet", "Payment 12"]);
  expect(doneWords({ ...sign, act: "later" })).toBe("later");
  // What an operator wrote is theirs.
  expect(reasonWords({ kind: "operate", reason: "submission 12" })).toBe("submission 12");
});
