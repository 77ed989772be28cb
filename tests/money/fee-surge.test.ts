import { Account, Asset, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NATIVE } from "#server/platform/network/assets.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { steer } from "#tests/support/embedded.ts";
import { startWorld, type World } from "#tests/support/world.ts";

const UNIT = 10_000_000n;
const SURGE = 5000n;
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test("while others fill every ledger a payment is outbid, then built anew with the bid that the network tells of", async () => {
  const node = new rpc.Server(world.stellar.rpcUrl, { allowHttp: true });
  const [from, to, rich] = [await world.wallet(1), await world.wallet(2), await world.stranger()];
  const own = (await node.getAccountEntry(rich.publicKey())).seqNum;
  const account = new Account(rich.publicKey(), String(own));
  const outbid = async (fee: bigint) => {
    const toSelf = Operation.payment({ destination: rich.publicKey(), asset: Asset.native(), amount: "1" });
    const terms = { fee: String(fee), networkPassphrase: world.stellar.passphrase };
    const bid = new TransactionBuilder(account, terms).addOperation(toSelf).setTimeout(0).build();
    bid.sign(rich);
    expect((await node.sendTransaction(bid)).status).toBe("PENDING");
    await world.close();
  };
  // One transaction fits into a ledger.
  await steer(world.stellar, "/upgrade", { maxTxSetSize: 1 });
  expect(await world.network.feeBid()).toBe(100n);
  const before = BigInt((await accountCollection(world.database).findOne({ _id: from }))?.balance ?? 0);
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: 1,
      idempotencyKey: "surge-0123456789",
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount: String(UNIT) }],
      memo: "",
      holds: [
        { ...NATIVE, amount: String(UNIT) },
        { ...NATIVE, amount: "100" },
      ],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  const read = () => submissionCollection(world.database).findOne({ id });
  await advanceOpen(world.deps);
  for (let ledger = 0; ledger < 4; ledger += 1) {
    await outbid(SURGE);
    await advanceOpen(world.deps);
    expect(await read()).toMatchObject({ state: "submitted", rebuilds: 0 });
  }
  expect(await world.network.feeBid()).toBe(SURGE);

  await steer(world.stellar, "/time", { offset: 300 });
  await outbid(SURGE);
  await advanceOpen(world.deps);
  expect(await read()).toMatchObject({ rebuilds: 1, fee: String(SURGE) });
  // It wins against whoever bids less now.
  await outbid(SURGE - 1000n);
  await world.settle();
  expect(await read()).toMatchObject({ state: "confirmed", rebuilds: 1, isReserving: false });
  const after = BigInt((await accountCollection(world.database).findOne({ _id: from }))?.balance ?? 0);
  expect(before - after).toBe(UNIT + SURGE);
  expect(await world.rows(2)).toHaveLength(2);
});
