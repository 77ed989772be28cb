import { Account, Asset, Keypair, Memo, Operation, TransactionBuilder, nativeToScVal, xdr } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSPHRASE, startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

const Found = v.object({
  events: v.array(
    v.object({
      id: v.string(),
      ledger: v.number(),
      contractId: v.string(),
      operationIndex: v.number(),
      transactionIndex: v.number(),
      inSuccessfulContractCall: v.boolean(),
      topic: v.array(v.string()),
      value: v.string(),
    }),
  ),
  cursor: v.string(),
  latestLedger: v.number(),
});
const Answer = v.union([
  v.object({ result: v.unknown() }),
  v.object({ error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }) }),
]);

let network: TestNetwork;
let [issuer, holder] = [Keypair.random(), Keypair.random()];
let usd = Asset.native();
/** The ledger of the first payment, before which only accounts and lines were made. */
let first = 0;
beforeAll(async () => {
  network = await startTestNetwork();
  [issuer, holder] = [await network.fund(), await network.fund()];
  usd = new Asset("USD", issuer.publicKey());
  await network.run(holder, [Operation.changeTrust({ asset: usd })]);
  first = network.server.network.chain.last.seq + 1;
  await network.run(issuer, [pay(holder, "5", usd), pay(holder, "6", usd)]);
  await network.run(holder, [pay(issuer, "1", usd)]);
  await network.run(holder, [pay(issuer, "1000000", usd)]);
});
afterAll(() => network.stop());

const pay = (to: Keypair, amount: string, asset: Asset) =>
  Operation.payment({ destination: to.publicKey(), asset, amount });
const symbol = (name: string) => nativeToScVal(name, { type: "symbol" }).toXdr("base64");
const named = (topics: readonly string[]) => xdr.ScVal.fromXdr(topics[0] ?? "", "base64").toJson();

async function ask(params: object): Promise<v.InferOutput<typeof Answer>> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getEvents", params });
  return v.parse(Answer, await (await fetch(`${network.url}/rpc`, { method: "POST", body })).json());
}

async function find(params: object) {
  const answer = await ask(params);
  if ("error" in answer) throw new Error(answer.error.message);
  return v.parse(Found, answer.result);
}

async function kinds(filters: readonly object[]) {
  return (await find({ startLedger: first, filters })).events.map(({ topic }) => named(topic));
}

describe("getEvents", () => {
  test("tells fees before what operations did, and of failed transactions the fee alone", async () => {
    const { events, cursor, latestLedger } = await find({ startLedger: first });
    expect(events.map(({ topic }) => named(topic))).toEqual(
      ["fee", "mint", "mint", "fee", "burn", "fee"].map((name) => ({ symbol: name })),
    );
    expect(events.map((each) => [each.transactionIndex, each.operationIndex])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 0],
    ]);
    expect(events.map((each) => each.inSuccessfulContractCall)).toEqual([true, true, true, true, true, false]);
    expect(events[1]?.contractId).toBe(usd.contractId(PASSPHRASE));
    const end = (BigInt(latestLedger) << 32n) | 0xffff_ffffn;
    expect(cursor).toBe(`${String(end).padStart(19, "0")}-4294967295`);
  });

  test("goes on after a cursor, whatever the limit", async () => {
    const all = (await find({ startLedger: first })).events.map(({ id }) => id);
    for (const limit of [1, 2, 4]) {
      const ids: string[] = [];
      let page = await find({ startLedger: first, pagination: { limit } });
      while (page.events.length > 0) {
        ids.push(...page.events.map(({ id }) => id));
        if (page.events.length === limit) expect(page.cursor).toBe(ids.at(-1));
        if (page.events.length < limit) break;
        page = await find({ pagination: { cursor: page.cursor, limit } });
      }
      expect(ids).toEqual(all);
    }
    expect((await find({ startLedger: first, endLedger: first + 1 })).events).toHaveLength(3);
  });

  test("finds by contract and topic; any one filter is enough", async () => {
    const [mint, burn] = [{ symbol: "mint" }, { symbol: "burn" }];
    const contractIds = [usd.contractId(PASSPHRASE)];
    expect(await kinds([{ type: "contract", contractIds }])).toEqual([mint, mint, burn]);
    expect(await kinds([{ topics: [[symbol("burn"), "*", "*"]] }])).toEqual([burn]);
    expect(await kinds([{ topics: [[symbol("burn"), "*"]] }])).toEqual([]);
    expect(await kinds([{ topics: [[symbol("burn"), "**"]] }, { topics: [[symbol("mint"), "**"]] }])).toEqual([
      mint,
      mint,
      burn,
    ]);
    expect(await kinds([{ contractIds, topics: [["**"]] }])).toEqual([mint, mint, burn]);
    expect(await kinds([{ type: "system" }])).toEqual([]);
    const to = nativeToScVal(holder.publicKey(), { type: "address" }).toXdr("base64");
    expect(await kinds([{ topics: [["*", to, "**"]], contractIds }])).toEqual([mint, mint, burn]);
  });

  test("writes JSON where that is wanted, as the other methods do", async () => {
    const answer = await ask({ startLedger: first, pagination: { limit: 2 }, xdrFormat: "json" });
    expect(answer).toMatchObject({
      result: {
        events: [
          { topicJson: [{ symbol: "fee" }, { address: issuer.publicKey() }], valueJson: { i128: "200" } },
          {
            topicJson: [{ symbol: "mint" }, { address: holder.publicKey() }, { string: `USD:${issuer.publicKey()}` }],
            valueJson: { i128: "50000000" },
          },
        ],
      },
    });
  });

  test("names a sub-account, or the memo in its place", async () => {
    const { seqNum } = await network.rpc.getAccountEntry(holder.publicKey());
    const account = new Account(holder.publicKey(), String(seqNum));
    const built = new TransactionBuilder(account, { fee: "100", networkPassphrase: PASSPHRASE, memo: Memo.text("hi") })
      .addOperation(pay(issuer, "2", Asset.native()))
      .setTimeout(60)
      .build();
    built.sign(holder);
    await network.rpc.sendTransaction(built);
    await network.close();
    const answer = await ask({ startLedger: network.server.network.chain.last.seq, xdrFormat: "json" });
    expect(answer).toMatchObject({
      result: {
        events: [
          {},
          {
            valueJson: {
              map: [
                { key: { symbol: "amount" }, val: { i128: "20000000" } },
                { key: { symbol: "to_muxed_id" }, val: { string: "hi" } },
              ],
            },
          },
        ],
      },
    });
  });
});

const six = Array.from({ length: 6 }, () => ({}));
const ids = Array.from({ length: 6 }, () => Asset.native().contractId(PASSPHRASE));

describe("a search that makes no sense", () => {
  test.each<[string, object, number, string]>([
    ["no start", {}, -32_602, "startLedger must be positive"],
    ["a form there is not", { startLedger: 1, xdrFormat: "xml" }, -32_602, "got 'xml': expected base64, json"],
    ["too many at once", { startLedger: 1, pagination: { limit: 10_001 } }, -32_602, "limit must not exceed 10000"],
    [
      "a start beside a cursor",
      { startLedger: 1, pagination: { cursor: "0000000000000000001-0000000000" } },
      -32_602,
      "ledger ranges and cursor cannot both be set",
    ],
    ["a start to come", { startLedger: 99_999 }, -32_600, "startLedger must be within the ledger range: 1 - "],
    ["six filters", { startLedger: 1, filters: six }, -32_602, "maximum 5 filters per request"],
    [
      "an unknown type",
      { startLedger: 1, filters: [{ type: "diagnostic" }] },
      -32_602,
      "filter 1 invalid: filter type invalid: if set, type must be either 'system' or 'contract'",
    ],
    [
      "six contracts",
      { startLedger: 1, filters: [{ contractIds: ids }] },
      -32_602,
      "filter 1 invalid: maximum 5 contract IDs per filter",
    ],
    [
      "no contract",
      { startLedger: 1, filters: [{ contractIds: ["C"] }] },
      -32_602,
      "filter 1 invalid: contract ID 1 invalid",
    ],
    [
      "an empty topic",
      { startLedger: 1, filters: [{ topics: [[]] }] },
      -32_602,
      "filter 1 invalid: topic 1 invalid: topic must have at least 1 segment",
    ],
    [
      "too long a topic",
      { startLedger: 1, filters: [{ topics: [["*", "*", "*", "*", "*"]] }] },
      -32_602,
      "filter 1 invalid: topic 1 invalid: topic cannot have more than 4 segments",
    ],
    [
      "an early wildcard",
      { startLedger: 1, filters: [{ topics: [["*"], ["*", "**", "*"]] }] },
      -32_602,
      "filter 1 invalid: topic 2 invalid: segment 2 invalid: wildcard '**' is only allowed as the last segment",
    ],
    ["what is no value", { startLedger: 1, filters: [{ topics: [["AAAA"]] }] }, -32_602, "invalid parameters"],
    ["what is no cursor", { pagination: { cursor: "now" } }, -32_602, "invalid parameters"],
    ["a number in words", { startLedger: "one" }, -32_602, "invalid parameters"],
  ])("is refused: %s", async (_name, params, code, message) => {
    const answer = await ask(params);
    expect(answer).toMatchObject({ error: { code, message: expect.stringContaining(message) } });
  });
});
