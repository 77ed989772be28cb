import { Account, Keypair, MuxedAccount, Operation, StrKey } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestNetwork } from "./test-network.ts";
import type { TestNetwork } from "./test-network.ts";

const Given = v.strictObject({ successful: v.boolean(), hash: v.string(), envelope_xdr: v.string() });

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
      const { hash, envelope_xdr: envelope, ...rest } = v.parse(Given, await response.json());
      expect(rest).toEqual({ successful: true });
      const found = await network.rpc.getTransaction(hash);
      expect(found.status === "SUCCESS" && found.envelopeXdr.toXdr("base64")).toBe(envelope);
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
    expect(await response.json()).toEqual({
      type: "https://stellar.org/friendbot-errors/bad_request",
      title: "Bad Request",
      status: 400,
      detail: "account already funded to starting balance",
    });
  });

  test("gives again to who has less than it gives", async () => {
    const key = await network.fund();
    await network.run(key, [
      Operation.createAccount({ destination: Keypair.random().publicKey(), startingBalance: "100" }),
    ]);
    expect((await network.rpc.fundAddress(key.publicKey())).status).toBe("SUCCESS");
    expect((await network.rpc.getAccountEntry(key.publicKey())).balance).toBeGreaterThan(198_000_000_000n);
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
    const contract = StrKey.encodeContract(Buffer.alloc(32, 1));
    for (const address of [muxed, "nobody", "", contract]) {
      const response = await fetch(`${network.url}/friendbot?addr=${address}`);
      expect(response.status).toBe(400);
      const reason =
        address === contract
          ? "contract addresses are not supported or enabled"
          : "invalid address: must be a valid G or C address";
      expect(await response.json()).toEqual({
        type: "https://stellar.org/friendbot-errors/bad_request",
        title: "Bad Request",
        status: 400,
        detail: "The request you sent was invalid in some way.",
        extras: { invalid_field: "addr", reason },
      });
    }
  });
});
