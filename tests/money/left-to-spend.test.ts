import { Asset, Claimant, type Keypair, Operation } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SwapTerms } from "#schemas/trading.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { claimableCollection } from "#server/claimables/index.ts";
import { claimBalance } from "#server/claims/claim-balance.ts";
import { planClaim } from "#server/claims/plan-claim.ts";
import { indexTrading, orderCollection } from "#server/orders/order-rows.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { assetKey, assetOfKey } from "#server/platform/network/assets.ts";
import { poolIdOf } from "#server/platform/network/pool-assets.ts";
import {
  indexSubmissions,
  type SubmissionDocument,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { cancelOrders, planCancel } from "#server/trading/cancel-orders.ts";
import { placeOrder, planOrder } from "#server/trading/place-order.ts";
import { depositToPool, planPoolDeposit } from "#server/trading/pool-deposit.ts";
import { planPoolWithdraw, withdrawFromPool } from "#server/trading/pool-withdraw.ts";
import { planSwap, swapAssets } from "#server/trading/swap.ts";
import { changeTrustline } from "#server/trustlines/change-trustline.ts";
import { planTrustline } from "#server/trustlines/plan-trustline.ts";
import type { Left } from "#server/wallet/index.ts";
import { listAt, traderOf } from "#tests/support/spending.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { Life } from "./mortal.ts";
import { type Process, startProcess } from "./processes.ts";

// Each waits for ledgers that a database and a network have to write, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const TURN_MS = 6000;
let world: World;
let works: Process;
let maker: Keypair;
let usd: Asset;
let other: Asset;
let USD: string;
let users = 0;
let keys = 0;

beforeAll(async () => {
  world = await startWorld();
  await indexTrading(world.database);
  await indexSubmissions(world.database);
  works = startProcess(world, new Life());
  maker = await world.stranger();
  usd = new Asset("USD", maker.publicKey());
  other = new Asset("OTHER", maker.publicKey());
  USD = `USD-${maker.publicKey()}`;
  await listAt(world.database, assetOfKey(USD), { usd: null, xlm: "0.5" }, world.clock.now());
  await world.apply([maker], [sell("2000", 2), sell("2000", 3), buy("90000", 4)]);
});
afterAll(() => world.stop());

/** XLM for USD, and USD for XLM, at so many USD, or XLM, each. */
function sell(amount: string, n: number) {
  return Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount, price: { n, d: 1 } });
}
function buy(amount: string, n: number) {
  return Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount, price: { n, d: 1 } });
}

function confirmation() {
  keys += 1;
  return { agreed: { networkFee: "0.1", operatorFees: [] }, idempotencyKey: `left-${keys}-0123456789` };
}

async function settle({ id }: SubmissionDocument): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await works.work();
    await world.close();
    world.clock.advance(TURN_MS);
    await works.work();
    const found = await submissionCollection(world.database).findOne({ id });
    if (found?.isReserving === false) {
      expect(found.state, found.reason).toBe("confirmed");
      return;
    }
  }
  throw new Error("nothing became of it");
}

/** Confirms what was looked at, and compares what the account then has with what was told. */
async function expectLeft(
  userId: number,
  { left, refusals }: { readonly left: readonly Left[]; readonly refusals: readonly Error[] },
  confirmed: () => Promise<SubmissionDocument>,
): Promise<void> {
  expect(refusals).toEqual([]);
  await settle(await confirmed());
  const account = await accountCollection(world.database).findOne({ userId, role: "wallet" });
  if (!account) throw new Error("there is no account");
  expect(left.map(({ asset }) => assetKey(asset))).toContain("XLM");
  expect(left.map(({ asset, spendable }) => [assetKey(asset), spendable])).toEqual(
    left.map(({ asset }) => [assetKey(asset), spendableOf(account, asset, new Map())]),
  );
}

/** Somebody who holds USD and an asset of which they have nothing. */
async function somebody() {
  users += 1;
  const userId = users;
  const address = await world.wallet(userId);
  const trader = traderOf(userId);
  const swap: SwapTerms = {
    direction: "send",
    send: "XLM",
    receive: USD,
    sendAmount: "400",
    receiveAmount: "1",
    path: [],
  };
  const asked = await planSwap(works.deps, userId, swap, () => false);
  await expectLeft(userId, asked, () => swapAssets(works.deps, trader, { swap, ...confirmation() }));
  return { userId, address, trader };
}

const stroops = fc.bigInt(10_000_000n, 200_000_000n).map(formatAmount);

test("what every review says is left to spend is what the ledger then leaves", async () => {
  await fc.assert(
    fc.asyncProperty(stroops, stroops, stroops, async (first, second, third) => {
      const { userId, address, trader } = await somebody();
      const { deps } = works;
      const ordered = async (order: Parameters<typeof planOrder>[2]) =>
        expectLeft(userId, await planOrder(deps, userId, order, () => false), () =>
          placeOrder(deps, trader, { order, ...confirmation() }),
        );
      const far = { kind: "limit", base: "XLM", quote: USD } as const;
      await ordered({ ...far, side: "sell", amount: first, price: "900" });
      await ordered({ ...far, side: "buy", amount: second, price: "1" });
      await ordered({ ...far, side: "sell", amount: third, price: "901" });
      const [one] = await orderCollection(world.database).find({ userId, state: "open" }).toArray();
      for (const cancel of [{ which: "these" as const, offerIds: [one?.offerId ?? ""] }, { which: "all" as const }])
        await expectLeft(userId, await planCancel(deps, userId, cancel), () =>
          cancelOrders(deps, trader, { cancel, ...confirmation() }),
        );

      const swap: SwapTerms = {
        direction: "send",
        send: USD,
        receive: "XLM",
        sendAmount: first,
        receiveAmount: "0.1",
        path: [],
      };
      await expectLeft(userId, await planSwap(deps, userId, swap, () => false), () =>
        swapAssets(deps, trader, { swap, ...confirmation() }),
      );
      await ordered({ kind: "market", side: "buy", base: "XLM", quote: USD, amount: "1.5", price: "4" });

      const deposit = { assetA: "XLM", assetB: USD, maxA: second, maxB: third, minPrice: "0.0001", maxPrice: "10000" };
      await expectLeft(userId, await planPoolDeposit(deps, userId, deposit), () =>
        depositToPool(deps, trader, { deposit, ...confirmation() }),
      );
      const pair = { assetA: assetOfKey("XLM"), assetB: assetOfKey(USD) };
      const poolId = poolIdOf(pair);
      const held = (await world.network.pools([poolId], address)).shares.get(poolId) ?? 0n;
      for (const shares of [held / 3n, held - held / 3n]) {
        const withdrawal = { poolId, shares: formatAmount(shares), minA: "0", minB: "0" };
        await expectLeft(userId, await planPoolWithdraw(deps, userId, withdrawal), () =>
          withdrawFromPool(deps, trader, { withdrawal, ...confirmation() }),
        );
      }

      const claimants = [new Claimant(address)];
      for (const asset of [Asset.native(), usd, other])
        await world.apply([maker], [Operation.createClaimableBalance({ asset, amount: third, claimants })]);
      await works.work();
      const claimables = await claimableCollection(world.database).find({ userId, state: "open" }).toArray();
      expect(claimables).toHaveLength(3);
      for (const { balanceId } of claimables)
        await expectLeft(userId, await planClaim(deps, userId, balanceId), () =>
          claimBalance(deps, userId, { balanceId, networkFee: "0.1", idempotencyKey: confirmation().idempotencyKey }),
        );

      const line = { assetCode: "EMPTY", issuer: maker.publicKey() };
      for (const change of ["add", "remove"] as const)
        await expectLeft(userId, await planTrustline(deps, userId, { change, ...line }), () =>
          changeTrustline(deps, userId, change, {
            ...line,
            networkFee: "0.1",
            idempotencyKey: confirmation().idempotencyKey,
          }),
        );
    }),
    { numRuns: 2, endOnFailure: true },
  );
});
