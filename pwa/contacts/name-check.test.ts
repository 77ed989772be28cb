import { afterEach, expect, test, vi } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { EMPTY_CONTACT } from "#pwa/parts/directory/contact-rules.ts";
import { answerOf, nameProblemWords, newNames } from "./name-check.ts";
import { readUnasked, stillKept, type Unasked } from "./unasked-names.ts";

function refusal(status: number, code: string): HttpError {
  return new HttpError(status, "", JSON.stringify({ message: "A sentence.", code }));
}

test("names that are new are asked for; addresses and what was kept before are not", () => {
  const ana = { ...EMPTY_CONTACT, stellarAddress: "ana*example.org", uniqueUserId: "ana" };
  expect(newNames(ana, EMPTY_CONTACT)).toEqual(["stellarAddress", "uniqueUserId"]);
  expect(newNames({ ...ana, memo: "rent" }, ana)).toEqual([]);
  expect(newNames({ ...ana, uniqueUserId: "bob" }, ana)).toEqual(["uniqueUserId"]);
  expect(newNames({ ...EMPTY_CONTACT, stellarAddress: `G${"A".repeat(55)}` }, EMPTY_CONTACT)).toEqual([]);
});

test("only a name that nobody has is refused; without an answer it is asked again later", () => {
  expect(answerOf(refusal(400, "recipient-unknown"))).toEqual({ isAsked: true, problem: "recipient-unknown" });
  expect(nameProblemWords("recipient-unknown")).toContain("Nobody");
  expect(answerOf(refusal(409, "insufficient-balance"))).toEqual({ isAsked: true, problem: null });
  for (const error of [new TypeError("offline"), refusal(503, "network-unreachable"), refusal(429, "rate-limited")])
    expect(answerOf(error)).toEqual({ isAsked: false });
});

test("what is asked later is what the contact still says", () => {
  const name: Unasked = { uid: "u", field: "uniqueUserId", name: "ana", problem: null };
  const contact: Partial<Contact> = { uid: "u", uniqueUserId: "ana" };
  expect(stillKept([name], [contact as Contact])).toEqual([name]);
  expect(stillKept([name], [{ ...contact, uniqueUserId: "bob" } as Contact])).toEqual([]);
  expect(stillKept([name], [])).toEqual([]);
});

afterEach(() => vi.unstubAllGlobals());

test("what was kept in words is asked anew, so that it is told in the language of whoever reads it", () => {
  const name = { uid: "u", field: "uniqueUserId", name: "ana" };
  const keep = (problem: string) =>
    vi.stubGlobal("localStorage", {
      getItem: (key: string) =>
        key === "astrolabe.unasked-names.1" ? JSON.stringify({ names: [{ ...name, problem }] }) : null,
    });
  keep("recipient-closed");
  expect(readUnasked(1)).toEqual([{ ...name, problem: "recipient-closed" }]);
  keep("The account with this name was closed");
  expect(readUnasked(1)).toEqual([{ ...name, problem: null }]);
});
