import { expect, test } from "vitest";
import { EMPTY_FORM, type OperatorKeyForm, readKeyForm } from "./key-form.ts";

const WATCH: OperatorKeyForm = { ...EMPTY_FORM, name: "Watch", scopes: ["fees.read"], reason: "our monitor" };

function issuesOf(form: Partial<OperatorKeyForm>): readonly string[] {
  const read = readKeyForm({ ...WATCH, ...form });
  return "issues" in read ? Object.keys(read.issues) : [];
}

test("a form becomes the key that is asked for", () => {
  expect(readKeyForm({ ...WATCH, addresses: "192.0.2.0/24\n2001:db8::/32, 10.0.0.1" })).toEqual({
    value: {
      name: "Watch",
      scopes: ["fees.read"],
      days: 30,
      addresses: ["192.0.2.0/24", "2001:db8::/32", "10.0.0.1"],
      reason: "our monitor",
    },
  });
});

test("what is wrong is told at its field", () => {
  expect(issuesOf({ name: " " })).toEqual(["name"]);
  expect(issuesOf({ scopes: [] })).toEqual(["scopes"]);
  expect(issuesOf({ reason: "" })).toEqual(["reason"]);
  expect(issuesOf({ addresses: "192.0.2.7 somewhere" })).toEqual(["addresses"]);
  expect(issuesOf({ days: "365" })).toEqual(["days"]);
});
