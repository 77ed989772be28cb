import { expect, test } from "vitest";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import { readRows } from "./read-rows.ts";

const contact = {
  uid: "contact-1",
  id: 1,
  _deleted: false,
  editedAt: {},
  name: "Ana",
  stellarAddress: "GBZXN7PIRZGNMHGA7MUUUF4GWPY5AYPV6LY4UV2GL6VJGIQRXFDNMADI",
  uniqueUserId: "",
  memo: "",
};

test("rows of the collection are let through as they are", () => {
  expect(readRows("contacts", [contact])).toEqual([contact]);
});

test.each([
  ["a wrong type", { ...contact, name: 5 }],
  ["a missing field", { ...contact, uid: undefined }],
  ["a field that is not in the row", { ...contact, password: "x" }],
])("a row with %s is refused", (_, row) => {
  expect(() => readRows("contacts", [row])).toThrow(LinkError);
});
