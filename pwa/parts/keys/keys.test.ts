import { expect, test } from "vitest";
import { takesText } from "./keys.ts";

test("letters belong to whoever types them", () => {
  for (const type of ["text", "search", "password", "email", "number"])
    expect(takesText({ tagName: "INPUT", type })).toBe(true);
  expect(takesText({ tagName: "input" })).toBe(true);
  expect(takesText({ tagName: "TEXTAREA" })).toBe(true);
  expect(takesText({ tagName: "SELECT" })).toBe(true);
  expect(takesText({ tagName: "DIV", isContentEditable: true })).toBe(true);
  for (const type of ["radio", "checkbox", "range"]) expect(takesText({ tagName: "INPUT", type })).toBe(false);
  expect(takesText({ tagName: "BUTTON" })).toBe(false);
  expect(takesText({ tagName: "BODY" })).toBe(false);
});
