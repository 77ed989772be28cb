import { expect, test } from "vitest";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { lostWords } from "./lost-words.ts";

const ANA: Contact = { uid: "c1", id: 1, name: "Ana", stellarAddress: "", uniqueUserId: "ana", memo: "", editedAt: {} };
const AT = { collection: "contacts", uid: "c1", atMs: 1000 } as const;

test("what was replaced is told by its field, and nothing by that word", () => {
  const words = (field: string, lost: string, won: string) =>
    lostWords({ kind: "replaced", ...AT, field, lost, won }, ANA);
  expect([words("name", "Anna", "Ana"), words("memo", "rent", ""), words("uniqueUserId", "", "ana")]).toEqual([
    "“Anna” was replaced by “Ana”",
    "The memo of “Ana”: “rent” was replaced by nothing",
    "The user ID of “Ana”: nothing was replaced by “ana”",
  ]);
});

test("a contact that went or came back is called by the name it had", () => {
  const row = { name: "Ana" };
  expect(lostWords({ kind: "deleted", ...AT, row }, undefined)).toBe(
    "“Ana” was deleted on another device after you changed it here",
  );
  expect(lostWords({ kind: "returned", ...AT, row }, undefined)).toBe(
    "“Ana” was deleted here and is back, because it was changed on another device",
  );
});

test("a name turns nothing beside it, nor does one that was typed to name a mark", () => {
  const told = (name: string) => lostWords({ kind: "deleted", ...AT, row: { name } }, undefined);
  expect(told("\u202Eana")).toContain("“\u2068ana\u2069” was deleted");
  expect(told(String.raw`\u202eana`)).toContain(String.raw`“\u202eana” was deleted`);
});
