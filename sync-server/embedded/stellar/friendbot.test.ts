import { Account, Keypair, MuxedAccount } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestNetwork } from "./test-network.ts";
import type { TestNetwork } from "./test-network.ts";

let network: TestNetwork;
beforeAll(async () => {
  network = await startTestNetwork();
});
afterAll(() => network.stop());

describe("friendbot", () => {
  test("gives a new account 10,000 XLM, by GET and by POST", async () => {
    for (const method of ["GET", "POST"]) {
      const address = Keypair.random().publicKey();
      const response = await fetch(`${network.url}/friendbot?addr=${address}`, { method });
      expect(response.status).toBe(200);
      expect((await network.rpc.getAccountEntry(address)).balance).toBe(100_000_000_000n);
    }
    const address = Keypair.random().publicKey();
    await fetch(`${network.url}/friendbot`, { method: "POST", body: new URLSearchParams({ addr: address }) });
    expect((await network.rpc.getAccountEntry(address)).balance).toBe(100_000_000_000n);
  });

  test("serves many at once", async () => {
    const keys = Array.from({ length: 30 }, () => Keypair.random());
    const answers = await Promise.all(keys.map((key) => network.rpc.fundAddress(key.publicKey())));
    expect(answers.map((answer) => answer.status)).toEqual(keys.map(() => "SUCCESS"));
  });

  test("says so where the account exists already", async () => {
    const key = await network.fund();
    const response = await fetch(`${network.url}/friendbot?addr=${key.publicKey()}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("createAccountAlreadyExist") });
    const account = await network.rpc.requestAirdrop(key.publicKey());
    expect(account.accountId()).toBe(key.publicKey());
  });

  test("takes no other methods, and gives pages few", async () => {
    const ask = (init: RequestInit) => fetch(`${network.url}/friendbot?addr=${Keypair.random().publicKey()}`, init);
    expect((await ask({ method: "DELETE" })).status).toBe(405);
    const answers = [];
    for (let turn = 0; turn < 12; turn += 1)
      answers.push((await ask({ headers: { origin: "https://a.example" } })).status);
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
    expect(answers.at(-1)).toBe(429);
    expect((await ask({})).status).toBe(200);
  });

  test("refuses muxed addresses and what is no address", async () => {
    const muxed = new MuxedAccount(new Account(Keypair.random().publicKey(), "0"), "7").accountId();
    for (const address of [muxed, "nobody", ""]) {
      const response = await fetch(`${network.url}/friendbot?addr=${address}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ extras: { invalid_field: "addr" } });
    }
  });
});
