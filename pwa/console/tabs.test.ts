import { expect, test } from "vitest";
import { mayCall } from "./desk/may.ts";
import { SUPER_SECTIONS } from "./super/sections.ts";
import { CONSOLE_TABS } from "./tabs.ts";

test.each([
  ["tab", CONSOLE_TABS],
  ["section", SUPER_SECTIONS],
])("every %s has a name, a word and a letter of its own, and is read by operators alone", (_kind, parts) => {
  for (const of of ["name", "label", "letter"] as const)
    expect(new Set(parts.map((part) => part[of])).size).toBe(parts.length);
  for (const { name, letter, reads } of parts) {
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
