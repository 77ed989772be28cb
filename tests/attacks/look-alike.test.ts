import { Keypair, StrKey } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { callAs, funded } from "./thief.ts";

/**
 * A swindler makes an address with the beginning and the end of one that somebody pays, and has it copied out of the history. Its
 * payer is told before they pay, whatever they know the real one by, and whatever the swindler sent them.
 */

let app: TestApp;
let payer: TestUser;
let rows = 0;

beforeAll(async () => {
  app = await startTestApp();
  payer = await funded(app);
}, 60_000);
afterAll(() => app.stop());

/** An address with the first letters of another one, found without grinding: its end is its checksum's. */
function twinOf(address: string, letters = 10): string {
  const bytes = Buffer.from(StrKey.decodeEd25519PublicKey(address));
  const kept = Math.ceil((letters * 5) / 8) + 1;
  const other = Buffer.from(Keypair.random().rawPublicKey());
  return StrKey.encodeEd25519PublicKey(Buffer.concat([bytes.subarray(0, kept), other.subarray(kept)]));
}

/** A movement as ingestion writes it. */
async function moved(fields: {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly status?: string;
}) {
  rows += 1;
  const row = { assetCode: "XLM", issuer: "", amount: "0.0000001", fee: "0", memo: "", hash: "", ledger: 1 };
  await app.database.collection("transactions").insertOne({
    userId: payer.user.id,
    uid: `look-alike-${rows}`,
    id: 900_000 + rows,
    operationId: `look-alike-${rows}`,
    revision: 900_000 + rows,
    deleted: false,
    timestamp: app.clock.now(),
    status: "confirmed",
    ...row,
    ...fields,
  });
}

const own = () => payer.user.walletAddress ?? "";

async function lookAlikesOf(to: string) {
  const payment = { to, assetCode: "XLM", amount: "1" };
  const check = await callAs(app, payer, "POST", "/api/wallet/send/check", payment);
  expect(check.status, JSON.stringify(check.body)).toBe(200);
  return check.body.lookAlikes;
}

test("one is warned of an address that was paid, and of one that paid, without any contact", async () => {
  const [paid, paying] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  expect(await lookAlikesOf(twinOf(paid))).toEqual([]);
  await moved({ from: own(), to: paid, type: "send" });
  await moved({ from: paying, to: own(), type: "receive" });
  expect(await lookAlikesOf(twinOf(paid))).toEqual([{ address: paid, by: "paid", name: null }]);
  expect(await lookAlikesOf(twinOf(paying))).toEqual([{ address: paying, by: "received", name: null }]);
  expect(await lookAlikesOf(paid)).toEqual([]);
  expect(await lookAlikesOf(Keypair.random().publicKey())).toEqual([]);
});

test("dust makes no look-alike pass, and raises no alarm about whom it imitates", async () => {
  const real = Keypair.random().publicKey();
  const forged = twinOf(real);
  await moved({ from: own(), to: real, type: "send" });
  await moved({ from: forged, to: own(), type: "receive" });
  expect(await lookAlikesOf(forged)).toEqual([{ address: real, by: "paid", name: null }]);
  expect(await lookAlikesOf(real)).toEqual([]);
  // A payment that failed is none.
  await moved({ from: own(), to: forged, type: "send", status: "failed" });
  expect(await lookAlikesOf(real)).toEqual([]);
});

test("whom a swindler imitates and who only ever paid is told apart, though the swindler paid as well", async () => {
  const real = Keypair.random().publicKey();
  const forged = twinOf(real);
  await moved({ from: real, to: own(), type: "receive" });
  await moved({ from: forged, to: own(), type: "receive" });
  expect(await lookAlikesOf(forged)).toEqual([{ address: real, by: "received", name: null }]);
});

test("a contact who is kept by user ID alone is known by their wallet, and comes first", async () => {
  const friend = await funded(app);
  const real = friend.user.walletAddress ?? "";
  const forged = twinOf(real);
  await app.database.collection("contacts").insertOne({
    id: 900_001,
    uid: "by-user-id",
    userId: payer.user.id,
    name: "Finn",
    stellarAddress: "",
    uniqueUserId: friend.user.uniqueUserId.toUpperCase(),
    memo: "",
    revision: 900_000,
    deleted: false,
  });
  await moved({ from: twinOf(real), to: own(), type: "receive" });
  const [first] = await lookAlikesOf(forged);
  expect(first).toEqual({ address: real, by: "contact", name: "Finn" });
  // Also where they were fooled once, and have paid the forged one.
  await moved({ from: own(), to: forged, type: "send" });
  expect((await lookAlikesOf(forged))[0]).toEqual({ address: real, by: "contact", name: "Finn" });
  expect(await lookAlikesOf(real)).toEqual([]);
});

test("others' histories and contacts tell nobody anything", async () => {
  const stranger = await funded(app);
  const real = Keypair.random().publicKey();
  await moved({ from: own(), to: real, type: "send" });
  const payment = { to: twinOf(real), assetCode: "XLM", amount: "1" };
  expect((await callAs(app, stranger, "POST", "/api/wallet/send/check", payment)).body.lookAlikes).toEqual([]);
});
