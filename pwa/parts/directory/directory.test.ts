import { Account, Keypair, MuxedAccount } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { looksAlike } from "#schemas/values/look-alike.ts";
import { buildDirectory, type Contact } from "./directory.ts";

const ana = Keypair.random().publicKey();
const me = Keypair.random().publicKey();

function aContact(fields: Partial<Contact>): Contact {
  return {
    uid: "c1",
    id: 1,

    name: "Ana",
    stellarAddress: ana,
    uniqueUserId: "",
    memo: "",
    editedAt: {},
    ...fields,
  };
}

test("names are found for a contact, for its muxed addresses and for oneself", () => {
  const directory = buildDirectory([aContact({})], me);
  expect(directory.nameOf(ana)).toBe("Ana");
  expect(directory.nameOf(new MuxedAccount(new Account(ana, "0"), "7").accountId())).toBe("Ana");
  expect(directory.nameOf(me)).toBe("You");
  expect(directory.nameOf(Keypair.random().publicKey())).toBeNull();
  expect(directory.nameOf("")).toBeNull();
});

test("the contact of exactly this muxed address comes before the contact of its account", () => {
  const muxed = new MuxedAccount(new Account(ana, "0"), "7").accountId();
  const directory = buildDirectory([aContact({}), aContact({ uid: "c2", name: "Shop", stellarAddress: muxed })], me);
  expect(directory.nameOf(muxed)).toBe("Shop");
  expect(directory.nameOf(ana)).toBe("Ana");
});

test("an address with a contact's ends and another middle looks like it", () => {
  const twin = ana.slice(0, 6) + "Q".repeat(46) + ana.slice(-4);
  expect(looksAlike(twin, ana)).toBe(true);
  expect(looksAlike(ana, ana)).toBe(false);
  expect(buildDirectory([aContact({})], me).lookAlikeOf(twin)?.name).toBe("Ana");
  expect(buildDirectory([aContact({})], me).lookAlikeOf(ana)).toBeNull();
  expect(buildDirectory([aContact({})], me).lookAlikeOf(Keypair.random().publicKey())).toBeNull();
});

test("another number of a shared account is not the contact, and is told apart from a stranger's", () => {
  const numbered = (id: string) => new MuxedAccount(new Account(ana, "0"), id).accountId();
  const exchange = aContact({ name: "My exchange", stellarAddress: numbered("1") });
  const directory = buildDirectory([exchange], me);
  expect(directory.nameOf(numbered("1"))).toBe("My exchange");
  expect(directory.sameAccountOf(numbered("1"))).toBeNull();
  for (const other of [numbered("2"), ana]) {
    expect(directory.contactOf(other)).toBeNull();
    expect(directory.nameOf(other)).toBeNull();
    expect(directory.sameAccountOf(other)).toBe(exchange);
    expect(directory.lookAlikeOf(other)).toBeNull();
  }
  expect(directory.sameAccountOf(Keypair.random().publicKey())).toBeNull();
});

test("what looks like a contact's account is found whether the contact is one number of it or not", () => {
  const twin = ana.slice(0, 6) + "Q".repeat(46) + ana.slice(-4);
  const muxed = new MuxedAccount(new Account(ana, "0"), "1").accountId();
  expect(buildDirectory([aContact({ stellarAddress: muxed })], me).lookAlikeOf(twin)?.name).toBe("Ana");
  const muxedTwin = muxed.slice(0, 6) + "Q".repeat(59) + muxed.slice(-4);
  expect(buildDirectory([aContact({ stellarAddress: muxed })], me).lookAlikeOf(muxedTwin)?.name).toBe("Ana");
});

test("a contact that is known by user ID alone is found by it", () => {
  const directory = buildDirectory([aContact({ stellarAddress: "", uniqueUserId: "ana-2026" })], me);
  expect(directory.nameOf("ana-2026")).toBe("Ana");
  expect(directory.nameOf(" ANA-2026")).toBe("Ana");
  expect(directory.contactOf("ana-2027")).toBeNull();
  expect(directory.contactOf("")).toBeNull();
  expect(directory.lookAlikeOf(ana)).toBeNull();
});
