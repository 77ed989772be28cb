import { Keypair } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { looksAlike } from "#schemas/values/look-alike.ts";
import type { Contact } from "./directory.ts";
import {
  checkContact,
  EMPTY_CONTACT,
  knownAddresses,
  searchContacts,
  sortContacts,
  warnAboutContact,
} from "./contact-rules.ts";

const address = Keypair.random().publicKey();
const aContact = (fields: Partial<Contact>): Contact => ({
  uid: "c1",
  id: 1,
  name: "Ana",
  stellarAddress: address,
  uniqueUserId: "",
  memo: "",
  editedAt: {},
  ...fields,
});

test("a good contact is trimmed and kept", () => {
  expect(checkContact({ ...EMPTY_CONTACT, name: " Ana ", stellarAddress: ` ${address} ` })).toEqual({
    ok: true,
    contact: { name: "Ana", stellarAddress: address, uniqueUserId: "", memo: "" },
  });
  expect(checkContact({ ...EMPTY_CONTACT, name: "Ana", stellarAddress: "ana*example.org" }).ok).toBe(true);
  expect(checkContact({ ...EMPTY_CONTACT, name: "Ana", uniqueUserId: "ana-1" }).ok).toBe(true);
});

test.each([
  [{ name: "" }, "name", "Name is required"],
  [{ stellarAddress: "", uniqueUserId: "" }, "stellarAddress", "Enter a Stellar address or a user ID"],
  [{ stellarAddress: "hello" }, "stellarAddress", /Enter a Stellar address/],
  [
    { stellarAddress: `${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}` },
    "stellarAddress",
    /not a Stellar address/,
  ],
  [{ memo: "ü".repeat(20) }, "memo", /28 bytes/],
  [{ uniqueUserId: "ana*example.org" }, "uniqueUserId", /letters, digits/],
] as const)("%o is refused at %s", (fields, field, sentence) => {
  const verdict = checkContact({ ...EMPTY_CONTACT, name: "Ana", stellarAddress: address, ...fields });
  expect(verdict.ok ? undefined : verdict.problems[field]).toMatch(sentence);
});

test("an address that is known, or looks like a known one, is warned about", () => {
  const twin = `${address.slice(0, 6)}${"Q".repeat(46)}${address.slice(-4)}`;
  expect(warnAboutContact({ ...EMPTY_CONTACT, stellarAddress: address }, knownAddresses([aContact({})]))).toMatch(
    /Ana already/,
  );
  expect(warnAboutContact({ ...EMPTY_CONTACT, stellarAddress: twin }, knownAddresses([aContact({})]))).toMatch(
    /looks like/,
  );
  expect(
    warnAboutContact(
      { ...EMPTY_CONTACT, stellarAddress: Keypair.random().publicKey() },
      knownAddresses([aContact({})]),
    ),
  ).toBeNull();
});

test("addresses are looked up as if each contact was looked at", () => {
  const ends = ["GAAAAA", "GAAAAB", "GAAABA", "GBAAAA"].flatMap((head) =>
    ["XYZQ", "XYZR", "XYQQ", "AYZQ"].map((tail) => `${head}${"M".repeat(46)}${tail}`),
  );
  const contacts = ends
    .filter((_, at) => at % 2 === 0)
    .map((each, at) => aContact({ uid: `c${at}`, stellarAddress: each }));
  const known = knownAddresses([...contacts, aContact({ stellarAddress: "ana*example.org" })]);
  for (const each of ends) {
    expect(known.withAddress(each)).toBe(contacts.find(({ stellarAddress }) => stellarAddress === each) ?? null);
    expect(known.like(each)).toBe(contacts.find(({ stellarAddress }) => looksAlike(each, stellarAddress)) ?? null);
  }
});

test("search needs every word, sort is by name or by last edit", () => {
  const bob = aContact({
    uid: "c2",
    name: "bob Marsh",
    stellarAddress: "",
    uniqueUserId: "bob-77",
    editedAt: { name: 5 },
  });
  const all = [bob, aContact({})];
  expect(searchContacts(all, "marsh 77")).toEqual([bob]);
  const zoe = aContact({ uid: "c3", name: "Zoe\u0308 Álvarez" });
  for (const typed of ["zoe", "zoë", "ALVA"]) expect(searchContacts([...all, zoe], typed)).toEqual([zoe]);
  expect(searchContacts(all, " ")).toBe(all);
  expect(sortContacts(all, "name").map((contact) => contact.name)).toEqual(["Ana", "bob Marsh"]);
  expect(sortContacts(all, "newest").map((contact) => contact.name)).toEqual(["bob Marsh", "Ana"]);
});
