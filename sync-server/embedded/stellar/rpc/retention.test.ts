import { Asset, Operation } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestNetwork, type TestNetwork } from "#server/embedded/stellar/test-network.ts";

const RETAINED = 5;
let network: TestNetwork;
let latest = 0;
let old = "";

beforeAll(async () => {
  network = await startTestNetwork({ retainLedgers: RETAINED });
  const [from, to] = [await network.fund(), await network.fund()];
  const pay = Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount: "1" });
  const sent = await network.run(from, [pay]);
  old = sent.txHash;
  for (let closed = 0; closed < 2 * RETAINED; closed += 1) await network.close();
  latest = (await network.rpc.getLatestLedger()).sequence;
});
afterAll(() => network.stop());

const Refusal = v.object({ error: v.object({ code: v.number(), message: v.string() }) });

async function refusal(method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return v.parse(Refusal, await (await fetch(`${network.url}/rpc`, { method: "POST", body })).json()).error;
}

test("its health names the setting, and the oldest ledger moves on with the newest", async () => {
  const health = await network.rpc.getHealth();
  expect(health).toMatchObject({ ledgerRetentionWindow: RETAINED, oldestLedger: latest - RETAINED + 1 });
  await network.close();
  latest += 1;
  expect((await network.rpc.getHealth()).oldestLedger).toBe(latest - RETAINED + 1);
});

test("what is older is refused as a real RPC refuses it, and a transaction of it is not found", async () => {
  const oldest = latest - RETAINED + 1;
  const range = `between the oldest ledger: ${oldest} and the latest ledger: ${latest} for this rpc instance`;
  const before = { startLedger: oldest - 1 };
  const message = `start ledger (${oldest - 1}) must be ${range}`;
  expect(await refusal("getTransactions", before)).toEqual({ code: -32_600, message });
  expect(await refusal("getLedgers", before)).toEqual({ code: -32_600, message });
  const inLedger = (ledger: number) => ({ pagination: { cursor: String((BigInt(ledger) << 32n) + 4097n) } });
  expect(await refusal("getTransactions", inLedger(oldest - 1))).toEqual({
    code: -32_602,
    message: `database does not contain metadata for ledger: ${oldest - 1}`,
  });
  expect(await refusal("getLedgers", { pagination: { cursor: String(oldest - 2) } })).toEqual({
    code: -32_602,
    message: `cursor ('${oldest - 2}') must be ${range}`,
  });
  expect((await network.rpc.getTransaction(old)).status).toBe("NOT_FOUND");
  const { transactions, oldestLedger } = await network.rpc.getTransactions({
    pagination: { cursor: String((BigInt(oldest) << 32n) + 4097n), limit: 10 },
  });
  expect(transactions).toEqual([]);
  expect(oldestLedger).toBe(oldest);
});

test("Horizon keeps more of it", async () => {
  expect((await network.horizon.transactions().transaction(old).call()).successful).toBe(true);
  expect((await network.horizon.ledgers().limit(1).call()).records).toMatchObject([{ sequence: 1 }]);
});
