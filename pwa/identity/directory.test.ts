import { Account, Keypair, MuxedAccount } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { buildDirectory, looksAlike, type Contact } from "./directory.ts";

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
