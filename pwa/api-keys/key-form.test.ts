import { expect, test } from "vitest";
import { EMPTY_FORM, type KeyForm, NO_RECIPIENT, readKeyForm } from "./key-form.ts";

const ADDRESS = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
const PAYING: KeyForm = {
  ...EMPTY_FORM,
  name: "Shop",
  pays: true,
  dailyLimit: "50",
  recipients: [{ ...NO_RECIPIENT, label: "Supplier", address: ` ${ADDRESS} `, memo: "4711" }],
};

function issuesOf(form: Partial<KeyForm>): Readonly<Record<string, string>> {
  const read = readKeyForm({ ...PAYING, ...form });
  return "issues" in read ? read.issues : {};
}

test("a form becomes the key that is asked for", () => {
  expect(readKeyForm({ ...EMPTY_FORM, name: "Books", addresses: "192.0.2.0/24\n2001:db8::/32, 10.0.0.1" })).toEqual({
    value: {
      name: "Books",
      scopes: ["read"],
      days: 90,
      addresses: ["192.0.2.0/24", "2001:db8::/32", "10.0.0.1"],
      pays: null,
    },
  });
  expect(readKeyForm(PAYING)).toMatchObject({
    value: {
      scopes: ["read", "pay"],
      pays: { allowed: [{ label: "Supplier", address: ADDRESS, memo: "4711", memoType: "text" }], dailyLimit: "50" },
    },
  });
});

test("what is wrong is told at its field", () => {
  expect(Object.keys(issuesOf({ name: " " }))).toEqual(["name"]);
  expect(Object.keys(issuesOf({ reads: false, pays: false }))).toEqual(["scopes"]);
  expect(Object.keys(issuesOf({ addresses: "192.0.2.7 somewhere" }))).toEqual(["addresses"]);
  expect(Object.keys(issuesOf({ dailyLimit: "" }))).toEqual(["dailyLimit"]);
  expect(Object.keys(issuesOf({ recipients: [NO_RECIPIENT] })).toSorted()).toEqual([
    "recipient-0-address",
    "recipient-0-label",
  ]);
  const mistyped = { ...NO_RECIPIENT, label: "A", address: ADDRESS.replace("GA", "GD") };
  expect(Object.keys(issuesOf({ recipients: [...PAYING.recipients, mistyped] }))).toEqual(["recipient-1-address"]);
});
