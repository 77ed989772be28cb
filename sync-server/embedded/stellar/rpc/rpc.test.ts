import { Account, Asset, Keypair, MuxedAccount, Operation, TransactionBuilder, rpc, xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSPHRASE, startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

let network: TestNetwork;
beforeAll(async () => {
  network = await startTestNetwork();
});
afterAll(() => network.stop());

const pay = (to: Keypair, amount: string, asset = Asset.native()) =>
  Operation.payment({ destination: to.publicKey(), asset, amount });

const Failure = v.object({ error: v.object({ code: v.number(), message: v.string() }) });

async function failure(method: string, params?: object) {
  return failureOf(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }));
}

function post(body: string): Promise<Response> {
  return fetch(`${network.url}/rpc`, { method: "POST", body });
}

async function failureOf(body: string) {
  return v.parse(Failure, await (await post(body)).json()).error;
}

describe("the official SDK's RPC client", () => {
  test("learns about the network", async () => {
    expect((await network.rpc.getHealth()).status).toBe("healthy");
    expect(await network.rpc.getNetwork()).toMatchObject({
      passphrase: PASSPHRASE,
      protocolVersion: 27,
      friendbotUrl: `${network.url}/friendbot`,
    });
    const version = await network.rpc.getVersionInfo();
    expect(version.protocolVersion).toBe(27);
    expect(Object.keys(version)).toEqual([
      "version",
      "commitHash",
      "buildTimestamp",
      "captiveCoreVersion",
      "protocolVersion",
    ]);
    const latest = await network.rpc.getLatestLedger();
    expect(latest.headerXdr.ledgerSeq).toBe(latest.sequence);
  });

  test("sends a payment, sees it pending, and finds it in a ledger with metadata v4", async () => {
    const [alice, bob] = [await network.fund(), await network.fund()];
    const transaction = await network.build(alice, [pay(bob, "12.5")]);
    const sent = await network.rpc.sendTransaction(transaction);
    expect(sent.status).toBe("PENDING");
    expect((await network.rpc.sendTransaction(transaction)).status).toBe("DUPLICATE");
    expect((await network.rpc.getTransaction(sent.hash)).status).toBe("NOT_FOUND");
    const polled = network.rpc.pollTransaction(sent.hash, { attempts: 20, sleepStrategy: () => 20 });
    await network.close();
    const found = await polled;
    if (found.status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error("payment failed");
    expect(found.resultMetaXdr.type).toBe("v4");
    expect((await network.rpc.getAccountEntry(bob.publicKey())).balance).toBe(100_125_000_000n);
    expect((await network.rpc.getAccountEntry(alice.publicKey())).balance).toBe(100_000_000_000n - 125_000_000n - 100n);
  });

  test("refuses what stellar-core refuses, with the result", async () => {
    const alice = await network.fund();
    const wrongSeq = new TransactionBuilder(new Account(alice.publicKey(), "1"), {
      fee: "100",
      networkPassphrase: PASSPHRASE,
    })
      .addOperation(pay(alice, "1"))
      .setTimeout(60)
      .build();
    wrongSeq.sign(alice);
    const refused = await network.rpc.sendTransaction(wrongSeq);
    expect(refused.status).toBe("ERROR");
    expect(refused.errorResult?.result.type).toBe("txBadSeq");

    const unsigned = await network.build(alice, [pay(alice, "1")]);
    unsigned.signatures.length = 0;
    expect((await network.rpc.sendTransaction(unsigned)).errorResult?.result.type).toBe("txBadAuth");
  });

  test("lets one transaction of an account wait, and a fee bump take its place for ten times the fee", async () => {
    const [alice, bob] = [await network.fund(), await network.fund()];
    const first = await network.build(alice, [pay(bob, "1")]);
    expect((await network.rpc.sendTransaction(first)).status).toBe("PENDING");
    expect((await network.rpc.sendTransaction(await network.build(alice, [pay(bob, "2")]))).status).toBe(
      "TRY_AGAIN_LATER",
    );

    const bumped = (fee: string) => {
      const bump = TransactionBuilder.buildFeeBumpTransaction(bob, fee, first, PASSPHRASE);
      bump.sign(bob);
      return bump;
    };
    const cheap = await network.rpc.sendTransaction(bumped("2000"));
    expect(cheap.errorResult?.result.type).toBe("txInsufficientFee");
    const dear = bumped("20000");
    expect((await network.rpc.sendTransaction(dear)).status).toBe("PENDING");
    await network.close();
    for (const hash of [dear.hash(), first.hash()]) {
      const found = await network.rpc.getTransaction(Buffer.from(hash).toString("hex"));
      expect(found.status).toBe("SUCCESS");
    }
  });

  test("pages through transactions and ledgers by cursor", async () => {
    const alice = await network.fund();
    for (let count = 0; count < 3; count += 1) await network.run(alice, [pay(alice, "1")]);
    const hashes: string[] = [];
    let page = await network.rpc.getTransactions({ startLedger: 1, pagination: { limit: 2 } });
    while (page.transactions.length > 0) {
      hashes.push(...page.transactions.map((each) => each.txHash));
      page = await network.rpc.getTransactions({ pagination: { cursor: page.cursor, limit: 2 } });
    }
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashes.length).toBeGreaterThan(4);

    const ledgers = await network.rpc.getLedgers({ startLedger: 1, pagination: { limit: 2 } });
    const more = await network.rpc.getLedgers({ pagination: { cursor: ledgers.cursor, limit: 2 } });
    expect([...ledgers.ledgers, ...more.ledgers].map((ledger) => ledger.sequence)).toEqual([1, 2, 3, 4]);
    const [, second] = ledgers.ledgers;
    expect(second?.metadataXdr.type).toBe("v2");
  });

  test("reads trust lines and leaves out what does not exist", async () => {
    const [issuer, holder] = [await network.fund(), await network.fund()];
    const usd = new Asset("USD", issuer.publicKey());
    await network.run(holder, [Operation.changeTrust({ asset: usd, limit: "500" })]);
    await network.run(issuer, [pay(holder, "20", usd)]);
    const line = await network.rpc.getTrustline(holder.publicKey(), usd);
    expect([line.balance, line.limit]).toEqual([200_000_000n, 5_000_000_000n]);
    await expect(network.rpc.getAccount(Keypair.random().publicKey())).rejects.toThrow("Account not found");
  });

  test("pays a muxed address to the account behind it", async () => {
    const [alice, bob] = [await network.fund(), await network.fund()];
    const muxed = new MuxedAccount(new Account(bob.publicKey(), "0"), "42").accountId();
    const done = await network.run(alice, [
      Operation.payment({ destination: muxed, asset: Asset.native(), amount: "3" }),
    ]);
    expect(done.status).toBe("SUCCESS");
    expect((await network.rpc.getAccountEntry(bob.publicKey())).balance).toBe(100_030_000_000n);
  });

  test("tells the fees of late", async () => {
    const stats = await network.rpc.getFeeStats();
    expect(Number(stats.inclusionFee.max)).toBeGreaterThanOrEqual(100);
  });
});

describe("bad calls", () => {
  test("answer with JSON-RPC's own codes", async () => {
    expect((await failure("getNothing")).code).toBe(-32601);
    expect((await failure("getTransaction", { hash: "short" })).code).toBe(-32602);
    expect((await failure("sendTransaction", { transaction: "AAAA" })).code).toBe(-32602);
    const beyond = await failure("getTransactions", { startLedger: 99_999_999 });
    expect(beyond.code).toBe(-32600);
    expect(beyond.message).toContain("start ledger (99999999) must be between the oldest ledger: 1 and the latest");
    expect((await failure("getTransactions", { startLedger: 1, pagination: { limit: 201 } })).code).toBe(-32600);
    expect((await failure("getLedgerEntries", { keys: ["???"] })).code).toBe(-32602);
    expect((await failureOf("{")).code).toBe(-32700);
  });

  test("a batch answers what has an id, and an empty one is refused", async () => {
    const call = { jsonrpc: "2.0", method: "getNetwork" };
    const answers = await (await post(JSON.stringify([{ ...call, id: "a" }, call, 7]))).json();
    expect(answers).toMatchObject([
      { id: "a", result: {} },
      { id: null, error: { code: -32600 } },
    ]);
    expect(await failureOf("[]")).toMatchObject({ code: -32600 });
    for (const silent of [call, [call, call]]) {
      const response = await post(JSON.stringify(silent));
      expect([response.status, await response.text()]).toEqual([204, ""]);
    }
  });

  test("a smart contract operation is refused as not supported", async () => {
    const alice = await network.fund();
    const transaction = await network.build(alice, [Operation.extendFootprintTtl({ extendTo: 10 })]);
    const sent = await network.rpc.sendTransaction(transaction);
    expect(sent.status).toBe("ERROR");
    const result = sent.errorResult?.result;
    expect(result?.type === "txFailed" && result.results[0]?.type).toBe("opNotSupported");
    expect(xdr.TransactionResult.validateXdr(sent.errorResult?.toXdr() ?? new Uint8Array())).toBe(true);
  });
});
