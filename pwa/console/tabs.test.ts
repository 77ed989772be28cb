import { expect, test } from "vitest";
import { mayCall } from "./desk/may.ts";
import { CONSOLE_TABS } from "./tabs.ts";

test("every tab has a name, a word and a letter of its own, and is read by operators alone", () => {
  for (const of of ["name", "label", "letter"] as const)
    expect(new Set(CONSOLE_TABS.map((tab) => tab[of])).size).toBe(CONSOLE_TABS.length);
  for (const { name, letter, reads } of CONSOLE_TABS) {
    expect(name).toMatch(/^[a-z-]+$/);
    expect(letter).toMatch(/^[a-z]$/);
    expect(reads.path).toMatch(/^\/api\/admin\//);
    expect(mayCall(["super"], reads)).toBe(true);
    expect(mayCall([], reads)).toBe(false);
  }
});

test("a role is shown the tabs that it may read", () => {
  const namesOf = (role: "editor" | "reviewer") =>
    CONSOLE_TABS.filter(({ reads }) => mayCall([role], reads)).map(({ name }) => name);
  expect(namesOf("editor")).toEqual(["approvals", "assets"]);
  expect(namesOf("reviewer")).toContain("payments");
  expect(namesOf("reviewer")).not.toContain("deposits");
});
