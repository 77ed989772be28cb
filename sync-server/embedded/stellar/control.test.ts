import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { Account, Asset, Operation, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CONTROL_SECRET, PASSPHRASE, startTestNetwork } from "./test-network.ts";
import type { TestNetwork } from "./test-network.ts";

let network: TestNetwork;
beforeEach(async () => {
  network = await startTestNetwork();
});
afterEach(() => network.stop());

const toSelf = (address: string) => Operation.payment({ destination: address, asset: Asset.native(), amount: "1" });

describe("the control interface", () => {
  test("closes a ledger and answers when it is closed", async () => {
    const before = network.server.network.chain.last.seq;
    const response = await network.control("/close");
    expect(await response.json()).toMatchObject({ ledger: before + 1, transactions: 0 });
    expect((await network.rpc.getLatestLedger()).sequence).toBe(before + 1);
  });

  test("sets the time, by which ledgers close and transactions expire", async () => {
    const key = await network.fund();
    const late = await network.build(key, [toSelf(key.publicKey())]);
    await network.control("/time", { offset: 3_600 });
    const sent = await network.rpc.sendTransaction(late);
    expect(sent.errorResult?.result.type).toBe("txTooLate");
    await network.close();
    const { closeTime } = await network.rpc.getLatestLedger();
    expect(Number(closeTime)).toBeGreaterThan(Date.now() / 1000 + 3_500);
    expect((await network.control("/time", { when: 1 })).status).toBe(400);
  });

  test.each([{ offset: 1e308 }, { now: 1e18 }, { offset: -1e15 }])("takes no time without a date: %o", async (time) => {
    expect((await network.control("/time", time)).status).toBe(400);
    await network.close();
    expect((await network.horizon.ledgers().order("desc").limit(1).call()).records).toHaveLength(1);
  });

  test("drops a waiting transaction that has expired before its ledger", async () => {
    const key = await network.fund();
    const sent = await network.rpc.sendTransaction(await network.build(key, [toSelf(key.publicKey())]));
    await network.control("/time", { offset: 3_600 });
    await network.close();
    expect((await network.rpc.getTransaction(sent.hash)).status).toBe("NOT_FOUND");
  });
});

describe("upgrades of the network's rules", () => {
  test("bring the network to the newest protocol, which it keeps over a restart, and never back", async () => {
    const { directory } = network;
    expect((await network.control("/upgrade", { protocol: 27 })).status).toBe(400);
    expect((await network.control("/upgrade", { protocol: 29 })).status).toBe(400);
    expect((await network.control("/upgrade", { protocol: 28 })).status).toBe(200);
    expect((await network.rpc.getNetwork()).protocolVersion).toBe(28);
    await network.server.close();
    const again = await startTestNetwork({ directory });
    expect((await again.rpc.getLatestLedger()).headerXdr.ledgerVersion).toBe(28);
    expect((await again.rpc.getNetwork()).protocolVersion).toBe(28);
    await again.stop();
    rmSync(directory, { recursive: true });
    network = await startTestNetwork();
  });

  test("take effect with the ledger that closes", async () => {
    const key = await network.fund();
    const pool = await network.control("/upgrade", { baseFee: 250, baseReserve: 10_000_000, flags: 2 });
    expect(pool.status).toBe(200);
    const { headerXdr, metadataXdr } = await network.rpc.getLatestLedger();
    expect([headerXdr.baseFee, headerXdr.baseReserve]).toEqual([250, 10_000_000]);
    expect(metadataXdr.type === "v2" && metadataXdr.v2.upgradesProcessing.length).toBe(3);
    expect(await network.horizon.fetchBaseFee()).toBe(250);
    const transaction = await network.build(key, [toSelf(key.publicKey())]);
    expect((await network.rpc.sendTransaction(transaction)).status).toBe("PENDING");
    await network.close();
    expect((await network.rpc.getAccountEntry(key.publicKey())).balance).toBe(100_000_000_000n - 250n);
    expect((await network.control("/upgrade", { baseFee: 0 })).status).toBe(400);
  });
});

/** The fee of the latest ledger's set, and whether it is the set that the header names. */
async function agreedFee(): Promise<{ readonly fee: bigint | null | undefined; readonly isAgreed: boolean }> {
  const { metadataXdr, headerXdr } = await network.rpc.getLatestLedger();
  const meta = xdr.LedgerCloseMeta.schema.decode(metadataXdr.toXdr());
  if (meta.v !== 2 || meta.v2.txSet.v !== 1) throw new Error("not the metadata of protocol 23");
  const [classic] = meta.v2.txSet.v1TxSet.phases;
  const component = classic?.v === 0 ? classic.v0Components[0] : undefined;
  const set = Buffer.from(xdr.GeneralizedTransactionSet.schema.encode(meta.v2.txSet));
  const isAgreed = createHash("sha256").update(set).digest().equals(headerXdr.toXdrObject().scpValue.txSetHash);
  return { fee: component?.txsMaybeDiscountedFee.baseFee, isAgreed };
}

describe("fees", () => {
  test("a full ledger costs everyone what the lowest of it bid, a ledger with room the base fee", async () => {
    await network.control("/upgrade", { maxTxSetSize: 2 });
    const keys = [await network.fund(), await network.fund(), await network.fund()];
    const bids = ["500", "300", "200"];
    for (const [index, key] of keys.entries()) {
      const { seqNum } = await network.rpc.getAccountEntry(key.publicKey());
      const account = new Account(key.publicKey(), String(seqNum));
      const terms = { fee: bids[index] ?? "", networkPassphrase: PASSPHRASE };
      const bid = new TransactionBuilder(account, terms).addOperation(toSelf(key.publicKey())).setTimeout(60).build();
      bid.sign(key);
      expect((await network.rpc.sendTransaction(bid)).status).toBe("PENDING");
    }
    await network.close();
    expect(await agreedFee()).toEqual({ fee: 300n, isAgreed: true });
    const balances = await Promise.all(keys.map((key) => network.rpc.getAccountEntry(key.publicKey())));
    expect(balances.map(({ balance }) => 100_000_000_000n - balance)).toEqual([300n, 300n, 0n]);
    await network.close();
    expect(await agreedFee()).toEqual({ fee: 100n, isAgreed: true });
    const [, , last] = keys;
    expect((await network.rpc.getAccountEntry(last?.publicKey() ?? "")).balance).toBe(99_999_999_900n);
  });
});

describe("faults", () => {
  test("accept, then time out", async () => {
    const key = await network.fund();
    const transaction = await network.build(key, [toSelf(key.publicKey())]);
    await network.control("/faults", { "accept-then-504": 1 });
    await expect(network.rpc.sendTransaction(transaction)).rejects.toMatchObject({ response: { status: 504 } });
    await network.close();
    const hash = Buffer.from(transaction.hash()).toString("hex");
    expect((await network.rpc.getTransaction(hash)).status).toBe("SUCCESS");
  });

  test("time out on Horizon only after the network has taken the transaction", async () => {
    const key = await network.fund();
    const transaction = await network.build(key, [toSelf(key.publicKey())]);
    await network.control("/faults", { "accept-then-504": 1 });
    await expect(network.horizon.submitTransaction(transaction)).rejects.toMatchObject({
      response: { status: 504, data: { title: "Transaction Submission Timeout" } },
    });
    await network.close();
    const hash = Buffer.from(transaction.hash()).toString("hex");
    expect((await network.rpc.getTransaction(hash)).status).toBe("SUCCESS");
  });

  test("find nothing for a while", async () => {
    const key = await network.fund();
    const { hash } = await network.rpc.sendTransaction(await network.build(key, [toSelf(key.publicKey())]));
    await network.close();
    await network.control("/faults", { "not-found": 2 });
    const seen = [];
    for (let count = 0; count < 3; count += 1) seen.push((await network.rpc.getTransaction(hash)).status);
    expect(seen).toEqual(["NOT_FOUND", "NOT_FOUND", "SUCCESS"]);
  });

  test("lag behind: history, entries and books stand still, then follow at that distance", async () => {
    const [maker, usd] = [await network.fund(), new Asset("USD", (await network.fund()).publicKey())];
    await network.run(maker, [Operation.changeTrust({ asset: usd })]);
    const { seq } = network.server.network.chain.last;
    await network.control("/faults", { lag: 2 });
    const offer = Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount: "7", price: "2" });
    const built = await network.build(maker, [offer]);
    const { hash } = await network.rpc.sendTransaction(built);
    const shown = async () => {
      const account = await network.horizon.loadAccount(maker.publicKey());
      const sequence = (await network.rpc.getAccount(maker.publicKey())).sequenceNumber();
      const offers = (await network.horizon.offers().seller(maker.publicKey()).call()).records;
      const book = await network.horizon.orderbook(Asset.native(), usd).call();
      const operations = (await network.horizon.operations().forAccount(maker.publicKey()).call()).records;
      expect(account.sequence).toBe(sequence);
      return {
        latest: (await network.rpc.getLatestLedger()).sequence,
        newest: Number((await network.horizon.feeStats()).last_ledger),
        found: (await network.rpc.getTransaction(hash)).status,
        isDone: sequence === built.sequence,
        offers: offers.length,
        asks: book.asks.length,
        operations: operations.length,
      };
    };
    const before = { found: "NOT_FOUND", isDone: false, offers: 0, asks: 0, operations: 2 };
    const after = { found: "SUCCESS", isDone: true, offers: 1, asks: 1, operations: 3 };
    await network.close();
    expect(await shown()).toEqual({ latest: seq, newest: seq, ...before });
    expect((await network.horizon.root()).core_latest_ledger).toBe(seq + 1);
    // Core is not behind: it knows the transaction is spent.
    expect((await network.rpc.sendTransaction(built)).errorResult?.result.type).toBe("txBadSeq");
    await network.close();
    expect(await shown()).toEqual({ latest: seq, newest: seq, ...before });
    await network.close();
    expect(await shown()).toEqual({ latest: seq + 1, newest: seq + 1, ...after });
    await network.close();
    await network.control("/faults", { lag: 0 });
    expect(await shown()).toEqual({ latest: seq + 4, newest: seq + 4, ...after });
  });

  test("cut a connection", async () => {
    await network.control("/faults", { drop: 1 });
    await expect(fetch(`${network.url}/fee_stats`)).rejects.toThrow("fetch failed");
    expect((await fetch(`${network.url}/fee_stats`)).status).toBe(200);
  });

  test("are counts, and nothing else", async () => {
    for (const body of [{ drop: -1 }, { drop: "all" }, { lag: 101 }, { explode: 1 }]) {
      expect((await network.control("/faults", body)).status).toBe(400);
    }
  });
});

describe("who steers", () => {
  const post = (headers: Record<string, string>) => fetch(`${network.url}/close`, { method: "POST", headers });

  test("is who carries the secret, and no page that somehow learnt it", async () => {
    const before = network.server.network.chain.last.seq;
    expect((await post({})).status).toBe(403);
    expect((await post({ authorization: "Bearer guessed" })).status).toBe(403);
    const learnt = { authorization: `Bearer ${CONTROL_SECRET}` };
    expect((await post({ ...learnt, origin: "https://evil.example" })).status).toBe(403);
    expect(network.server.network.chain.last.seq).toBe(before);
    expect((await post(learnt)).status).toBe(200);
  });

  test("is nobody where no secret was given", async () => {
    const alone = await startTestNetwork({ controlSecret: undefined });
    expect((await alone.control("/close")).status).toBe(404);
    await alone.stop();
  });
});
