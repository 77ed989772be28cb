import {
  Account,
  Asset,
  Contract,
  Keypair,
  Operation,
  TransactionBuilder,
  StrKey,
  rpc,
  xdr,
} from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSPHRASE } from "#server/embedded/stellar/test-network.ts";
import { openMarket } from "./market.ts";
import type { Market } from "./market.ts";
import { RecordedCalls } from "./recorded-calls.ts";

const CONTRACT = StrKey.encodeContract(Buffer.alloc(32, 7));
const XLM = Asset.native();

const calls = new RecordedCalls();
let market: Market;
let client: rpc.Server;

beforeAll(async () => {
  market = await openMarket();
  client = market.network.rpc;
  calls.watch(client);
});
afterAll(() => market.network.stop());

const payment = (to: Keypair, amount = "1") => Operation.payment({ destination: to.publicKey(), asset: XLM, amount });

describe("about the network", () => {
  test("health, network, version and fees", async () => {
    const { seq } = market.network.server.network.chain.last;
    expect(await client.getHealth()).toMatchObject({ status: "healthy", latestLedger: seq, oldestLedger: 1 });
    expect(await client.getNetwork()).toEqual({
      passphrase: PASSPHRASE,
      protocolVersion: 27,
      friendbotUrl: `${market.network.url}/friendbot`,
    });
    expect(await client.getVersionInfo()).toMatchObject({
      protocolVersion: 27,
      captiveCoreVersion: expect.any(String),
    });
    const { inclusionFee, sorobanInclusionFee, latestLedger } = await client.getFeeStats();
    expect(latestLedger).toBe(seq);
    expect([inclusionFee.min, inclusionFee.p50, inclusionFee.ledgerCount]).toEqual(["100", "100", 10]);
    expect([sorobanInclusionFee.transactionCount, sorobanInclusionFee.ledgerCount]).toEqual(["0", 0]);
  });

  test("ledgers", async () => {
    const latest = await client.getLatestLedger();
    expect([latest.headerXdr.ledgerSeq, latest.metadataXdr.type]).toEqual([latest.sequence, "v2"]);
    const first = await client.getLedgers({ startLedger: 1, pagination: { limit: 5 } });
    const second = await client.getLedgers({ pagination: { cursor: first.cursor, limit: 5 } });
    const both = [...first.ledgers, ...second.ledgers];
    expect(both.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const [index, ledger] of both.entries()) {
      const next = both[index + 1];
      if (next) expect(next.headerXdr.header.previousLedgerHash.toString()).toBe(ledger.hash);
    }
  });
});

describe("entries", () => {
  test("accounts, trust lines, balances and whatever has a key", async () => {
    const { taker, usd, balanceId, maker } = market;
    const account = await client.getAccountEntry(taker.publicKey());
    expect((await client.getAccount(taker.publicKey())).sequenceNumber()).toBe(String(account.seqNum));
    const line = await client.getTrustline(taker.publicKey(), usd);
    const held = await client.getAssetBalance(taker.publicKey(), usd);
    expect(held.balanceEntry?.amount).toBe(String(line.balance));
    expect((await client.getClaimableBalance(balanceId)).amount).toBe(30_000_000n);
    const keys = [taker, maker, Keypair.random()].map((key) => accountKey(key));
    const { entries } = await client.getLedgerEntries(...keys);
    expect(entries.map(({ key }) => key.toXdr("base64"))).toEqual(keys.slice(0, 2).map((key) => key.toXdr("base64")));
    const [first] = keys;
    if (first) expect((await client.getLedgerEntry(first)).lastModifiedLedgerSeq).toBeGreaterThan(1);
    await expect(client.getAccount(Keypair.random().publicKey())).rejects.toThrow("Account not found");
  });

  test("friendbot makes accounts", async () => {
    const [one, other] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
    expect((await client.fundAddress(one)).status).toBe("SUCCESS");
    expect((await client.requestAirdrop(other)).accountId()).toBe(other);
    // As with today's friendbot, whose words this client does not know.
    await expect(client.requestAirdrop(other)).rejects.toThrow("400");
    await expect(client.fundAddress(one)).rejects.toThrow("account already funded");
  });
});

describe("transactions", () => {
  test("are pending, then found; sent again they are duplicates; another one has to wait", async () => {
    const { taker, maker, network } = market;
    const built = await network.build(taker, [payment(maker)]);
    const sent = await client.sendTransaction(built);
    expect(sent).toMatchObject({ status: "PENDING", hash: Buffer.from(built.hash()).toString("hex") });
    expect((await client.sendTransaction(built)).status).toBe("DUPLICATE");
    const rival = await network.build(taker, [payment(maker, "2")]);
    expect((await client.sendTransaction(rival)).status).toBe("TRY_AGAIN_LATER");
    expect(await client.getTransaction(sent.hash)).toMatchObject({ status: "NOT_FOUND", txHash: sent.hash });
    const polled = client.pollTransaction(sent.hash, { attempts: 100, sleepStrategy: () => 20 });
    await network.close();
    const found = await polled;
    if (found.status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error("not applied");
    expect(found.envelopeXdr.toXdr("base64")).toBe(built.toEnvelope().toXdr("base64"));
    expect([found.ledger, found.resultMetaXdr.type]).toEqual([found.latestLedger, "v4"]);
    // Spent, and no longer waiting: its sequence number is too low.
    const again = await client.sendTransaction(built);
    expect([again.status, again.errorResult?.result.type]).toEqual(["ERROR", "txBadSeq"]);
  });

  test("that fail in their ledger are found, too", async () => {
    const found = await client.getTransaction(market.failed);
    if (found.status !== rpc.Api.GetTransactionStatus.FAILED) throw new Error("not failed");
    expect(found.resultXdr.result.type).toBe("txFailed");
    const bumped = await client.getTransaction(market.bumped);
    expect(bumped).toMatchObject({ status: "SUCCESS", feeBump: true, txHash: market.bumped });
  });

  test.each([
    ["txBadSeq", () => build({ sequence: "5" })],
    ["txBadAuth", () => build({ isSigned: false })],
    ["txInsufficientFee", () => build({ fee: "99" })],
    ["txTooLate", () => build({ maxTime: 5 })],
    ["txNoAccount", () => build({ source: Keypair.random() })],
  ])("%s is the reason for an ERROR", async (code, make) => {
    const sent = await client.sendTransaction(await make());
    expect([sent.status, sent.errorResult?.result.type]).toEqual(["ERROR", code]);
  });

  test("can be paged through, each once", async () => {
    const seen: string[] = [];
    let page = await client.getTransactions({ startLedger: 1, pagination: { limit: 3 } });
    for (
      ;
      page.transactions.length > 0;
      page = await client.getTransactions({ pagination: { cursor: page.cursor, limit: 3 } })
    ) {
      seen.push(...page.transactions.map(({ txHash }) => txHash));
    }
    const { transactions } = await client.getTransactions({ startLedger: 1, pagination: { limit: 200 } });
    expect(seen).toEqual(transactions.map(({ txHash }) => txHash));
    expect(seen).toContain(market.failed);
    await market.network.run(market.maker, [payment(market.taker)]);
    const more = await client.getTransactions({ pagination: { cursor: page.cursor } });
    expect(more.transactions).toHaveLength(1);
  });
});

describe("events", () => {
  test("of classic operations, by contract and topic", async () => {
    const transfer = xdr.ScVal.scvSymbol("transfer").toXdr("base64");
    const contractIds = [XLM.contractId(PASSPHRASE)];
    const filter: rpc.Api.EventFilter = { type: "contract", contractIds, topics: [[transfer, "**"]] };
    const { events } = await client.getEvents({ filters: [filter], startLedger: 1, limit: 3 });
    expect(events).toHaveLength(3);
    expect(events[0]?.topic.map((topic) => topic.type)).toEqual(["scvSymbol", "scvAddress", "scvAddress", "scvString"]);
    const raw = await client._getEvents({ filters: [], startLedger: 1, limit: 1 });
    expect(raw.events[0]).toMatchObject({ type: "contract", transactionIndex: 0, operationIndex: 0 });
  });
});

describe("smart contracts", () => {
  test("are not there, and what would need them says so", async () => {
    const built = await build({});
    const unsupported = "Transaction contains unsupported operation type: OperationTypePayment";
    expect(await client.simulateTransaction(built)).toMatchObject({ error: unsupported });
    await expect(client.prepareTransaction(built)).rejects.toThrow(unsupported);
    const key = xdr.ScVal.scvLedgerKeyContractInstance();
    const nothing = { code: 404 };
    const executableOwner = new Contract(CONTRACT).address().toScAddress();
    const reference = new xdr.ContractExecutableExternalRef({ executableOwner, tag: "x" });
    await expect(client.getContractData(CONTRACT, key)).rejects.toMatchObject(nothing);
    await expect(client.getContractInstance(CONTRACT)).rejects.toMatchObject(nothing);
    await expect(client.queryContract(CONTRACT, "balance")).rejects.toMatchObject(nothing);
    await expect(client.getContractMethods(CONTRACT)).rejects.toMatchObject(nothing);
    await expect(client.getContractWasmByContractId(CONTRACT)).rejects.toMatchObject(nothing);
    await expect(client.getContractWasmByHash(Buffer.alloc(32))).rejects.toMatchObject(nothing);
    await expect(client.getExternalRefWasmHash(reference)).rejects.toMatchObject(nothing);
    expect(
      (await client.getSACBalance(new Contract(CONTRACT).address(), XLM, PASSPHRASE)).balanceEntry,
    ).toBeUndefined();
  });
});

describe("refusals", () => {
  const Failure = v.object({ error: v.object({ code: v.number(), message: v.string() }) });
  test.each([
    ["getNothing", {}, -32601, "method not found"],
    ["getTransaction", { hash: "abc" }, -32602, "unexpected hash length (3)"],
    ["getTransaction", { hash: "x".repeat(64) }, -32602, "incorrect hash"],
    ["getTransaction", { hash: "0".repeat(64), xdrFormat: "xml" }, -32602, "expected base64, json for optional"],
    ["sendTransaction", { transaction: "AAAA" }, -32602, "invalid_xdr"],
    ["getLedgerEntries", { keys: ["?"] }, -32602, "cannot unmarshal key value ? at index 0"],
    ["getLedgerEntries", { keys: Array.from({ length: 201 }, () => "") }, -32602, "key count (201) exceeds maximum"],
    ["getTransactions", { startLedger: 9_999 }, -32600, "start ledger (9999) must be between the oldest ledger: 1"],
    ["getTransactions", {}, -32600, "start ledger (0) must be between"],
    ["getTransactions", { startLedger: 1, pagination: { cursor: "1" } }, -32600, "cannot both be set"],
    ["getTransactions", { startLedger: 1, pagination: { limit: 201 } }, -32600, "limit must not exceed 200"],
    ["getLedgers", { startLedger: 1, pagination: { limit: 201 } }, -32600, "limit must not exceed 200"],
    ["getLedgers", { pagination: { cursor: "9999" } }, -32602, "cursor ('9999') must be between the oldest ledger"],
  ])("%s %j", async (method, params, code, message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(`${market.network.url}/rpc`, { method: "POST", body });
    const { error } = v.parse(Failure, await response.json());
    expect([response.status, error.code]).toEqual([200, code]);
    expect(error.message).toContain(message);
  });
});

test("no method of the SDK's RPC client is left out", () => {
  expect(calls.missing()).toEqual([]);
});

function accountKey(key: Keypair): xdr.LedgerKey {
  return xdr.LedgerKey.account(
    new xdr.LedgerKeyAccount({ accountId: xdr.PublicKey.publicKeyTypeEd25519(key.rawPublicKey()) }),
  );
}

interface Wanted {
  readonly source?: Keypair;
  readonly sequence?: string;
  readonly fee?: string;
  readonly maxTime?: number;
  readonly isSigned?: boolean;
}

async function build({ source = market.sponsor, sequence, fee = "100", maxTime = 0, isSigned = true }: Wanted) {
  const current =
    sequence ?? (source === market.sponsor ? (await client.getAccount(source.publicKey())).sequenceNumber() : "0");
  const builder = new TransactionBuilder(new Account(source.publicKey(), current), {
    fee,
    networkPassphrase: PASSPHRASE,
  });
  const built = builder.addOperation(payment(market.maker)).setTimebounds(0, maxTime).build();
  if (isSigned) built.sign(source);
  return built;
}
