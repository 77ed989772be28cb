import { Asset, Keypair, Operation, xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

const Anything = v.record(v.string(), v.unknown());
const Answer = v.object({ result: v.optional(Anything), error: v.optional(Anything) });

let network: TestNetwork;
let payer = Keypair.random();
let hash = "";
beforeAll(async () => {
  network = await startTestNetwork();
  payer = await network.fund();
  const payment = { destination: payer.publicKey(), asset: Asset.native(), amount: "1" };
  const ran = await network.run(payer, [Operation.payment(payment)]);
  hash = ran.txHash;
});
afterAll(() => network.stop());

async function call(method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return v.parse(Answer, await (await fetch(`${network.url}/rpc`, { method: "POST", body })).json());
}

async function both(method: string, params: object) {
  const [plain, json] = [await call(method, params), await call(method, { ...params, xdrFormat: "json" })];
  return { plain: plain.result ?? {}, json: json.result ?? {} };
}

/** The JSON of a value that came as base64. */
const jsonOf = (type: { fromXdr(text: string, form: "base64"): { toJson(): unknown } }, text: unknown) =>
  type.fromXdr(v.parse(v.string(), text), "base64").toJson();

describe("XDR as JSON says the same as base64", () => {
  test("in getTransaction and getTransactions", async () => {
    const { plain, json } = await both("getTransaction", { hash });
    expect(json).toMatchObject({
      status: "SUCCESS",
      envelopeJson: jsonOf(xdr.TransactionEnvelope, plain["envelopeXdr"]),
      resultJson: jsonOf(xdr.TransactionResult, plain["resultXdr"]),
      resultMetaJson: jsonOf(xdr.TransactionMeta, plain["resultMetaXdr"]),
      events: {
        transactionEventsJson: [{ stage: "before_all_txs", event: { type: "contract" } }],
        contractEventsJson: [[{ type: "contract" }]],
      },
    });
    expect(json).not.toHaveProperty("envelopeXdr");
    const found = v.parse(v.object({ ledger: v.number() }), plain);
    const list = await both("getTransactions", { startLedger: found.ledger });
    expect(list.json["transactions"]).toMatchObject([
      { resultMetaJson: json["resultMetaJson"], events: json["events"] },
    ]);
  });

  test("in getLedgers, which leaves the other names empty", async () => {
    const { plain, json } = await both("getLedgers", { startLedger: 2, pagination: { limit: 1 } });
    const Ledgers = v.tuple([v.looseObject({ headerXdr: v.string(), metadataXdr: v.string() })]);
    const [ledger] = v.parse(Ledgers, plain["ledgers"]);
    expect(json["ledgers"]).toMatchObject([
      {
        headerXdr: "",
        headerJson: jsonOf(xdr.LedgerHeaderHistoryEntry, ledger.headerXdr),
        metadataXdr: "",
        metadataJson: jsonOf(xdr.LedgerCloseMeta, ledger.metadataXdr),
      },
    ]);
  });

  test("in getLedgerEntries", async () => {
    const accountId = { type: 0, ed25519: payer.rawPublicKey() } as const;
    const key = Buffer.from(xdr.LedgerKey.schema.encode({ type: 0, account: { accountId } })).toString("base64");
    const { plain, json } = await both("getLedgerEntries", { keys: [key] });
    const [entry] = v.parse(v.tuple([Anything]), plain["entries"]);
    expect(json["entries"]).toEqual([
      {
        keyJson: { account: { account_id: payer.publicKey() } },
        dataJson: jsonOf(xdr.LedgerEntryData, entry["xdr"]),
        extJson: "v0",
        lastModifiedLedgerSeq: entry["lastModifiedLedgerSeq"],
      },
    ]);
  });

  test("in refusals of sendTransaction", async () => {
    const late = await network.build(payer, [Operation.bumpSequence({ bumpTo: "1" })]);
    await network.control("/time", { offset: 3_600 });
    const { plain, json } = await both("sendTransaction", { transaction: late.toXdr() });
    await network.control("/time", { offset: 0 });
    expect(json).toMatchObject({ status: "ERROR", errorResultJson: { result: "tx_too_late" } });
    expect(json["errorResultJson"]).toEqual(jsonOf(xdr.TransactionResult, plain["errorResultXdr"]));
    expect(json).not.toHaveProperty("errorResultXdr");
  });
});

describe("what cannot be", () => {
  test.each([
    ["getTransaction", { hash: "0".repeat(64) }, -32_602],
    ["getLedgerEntries", { keys: [] }, -32_602],
    ["sendTransaction", { transaction: "" }, -32_602],
    ["getTransactions", { startLedger: 1 }, -32_600],
    ["getLedgers", { startLedger: 1 }, -32_600],
  ])("%s in another form", async (method, params, code) => {
    const { error } = await call(method, { ...params, xdrFormat: "xml" });
    expect(error).toEqual({ code, message: "got 'xml': expected base64, json for optional 'xdrFormat'" });
  });

  test("a method that there is not is named", async () => {
    const { error } = await call("getNothing", {});
    expect(error).toEqual({ code: -32_601, message: "method not found", data: "getNothing" });
  });

  test("a hash that is none is told by its first wrong character", async () => {
    const { error } = await call("getTransaction", { hash: `0x${"0".repeat(62)}` });
    expect(error).toEqual({ code: -32_602, message: "incorrect hash: encoding/hex: invalid byte: U+0078 'x'" });
  });

  test("what is no smart contract is not simulated", async () => {
    const simulate = async (transaction: string) => (await call("simulateTransaction", { transaction })).result;
    const pay = Operation.payment({ destination: payer.publicKey(), asset: Asset.native(), amount: "1" });
    const classic = await network.build(payer, [pay]);
    expect(await simulate(classic.toXdr())).toEqual({
      error: "Transaction contains unsupported operation type: OperationTypePayment",
      latestLedger: 0,
    });
    expect(await simulate((await network.build(payer, [pay, pay])).toXdr())).toMatchObject({
      error: "Transaction contains more than one operation",
    });
    expect(await simulate("AAAA")).toMatchObject({ error: "Could not unmarshal transaction" });
    const contract = await network.build(payer, [Operation.extendFootprintTtl({ extendTo: 10 })]);
    expect(await simulate(contract.toXdr())).toMatchObject({ error: "This network has no smart contracts" });
  });
});
