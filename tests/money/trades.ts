import assert from "node:assert/strict";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { parseAmount } from "#schemas/values/money.ts";
import type { OrderTerms, TradeAgreed } from "#schemas/trading.ts";
import { FILLS, type FillDocument, indexTrading, orderCollection } from "#server/orders/order-rows.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { cancelOrders } from "#server/trading/cancel-orders.ts";
import { placeOrder } from "#server/trading/place-order.ts";
import { swapAssets } from "#server/trading/swap.ts";
import { traderOf } from "#tests/support/spending.ts";
import type { World } from "#tests/support/world.ts";
import type { Wish } from "./payments.ts";
import { type Process, startProcess } from "./processes.ts";
import { Life } from "./mortal.ts";

/** Ways to trade. */
export interface Trades {
  /** An order that stays in the book. */
  order(): Promise<Wish>;
  /** Takes an order back that was placed before. */
  cancel(): Promise<Wish>;
  /** A swap that a stranger's offer is always good for. */
  swap(): Promise<Wish>;
}

const TRADER = 11;
const AGREED: TradeAgreed = { networkFee: "0.1", operatorFees: [] };
/** XLM that is sold and swapped each time, and the price of the stranger's offer. */
const AMOUNT = "1.5";
const SWAPPED = 30_000_000n;
const TURN_MS = 6000;
const MOST_TURNS = 30;

/** Opens the wallet of somebody who trades, and a market. */
export async function openTrades(world: World): Promise<Trades> {
  const { database } = world;
  await indexTrading(database);
  const address = await world.wallet(TRADER);
  const maker = await world.stranger();
  const USD = `USD-${maker.publicKey()}`;
  const usd = new Asset("USD", maker.publicKey());
  await world.apply(
    [maker],
    [Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "100000", price: "0.5" })],
  );
  await world.ingest();
  let made = 0;

  function wish(
    ask: (process: Process, idempotencyKey: string) => Promise<unknown>,
    check: Wish["checkDoneOnce"],
  ): Wish {
    made += 1;
    const idempotencyKey = `trade-${made}-0123456789`;
    return {
      amount: 0n,
      from: address,
      to: address,
      payee: TRADER,
      carryOn: async (process) => {
        await ask(process, idempotencyKey);
        await process.work();
      },
      submissions: () => submissionCollection(database).find({ userId: TRADER, idempotencyKey }).toArray(),
      isBooked: () => Promise.resolve(true),
      ...(check && { checkDoneOnce: check }),
    };
  }

  /** What the ledger binds for the wallet's offers is what its open orders give. */
  async function checkBooks(where: string): Promise<void> {
    const { accounts } = await world.network.holdings([{ address, assets: [] }]);
    const open = await orderCollection(database).find({ userId: TRADER, state: "open" }).toArray();
    const given = open.reduce((sum, { offered }) => sum + parseAmount(offered), 0n);
    assert.equal(accounts.get(address)?.selling, given, where);
    const account = await accountCollection(database).findOne({ _id: address });
    assert.equal(account?.balance, String(accounts.get(address)?.balance), where);
    assert.equal(account?.inFlight, null, where);
  }

  async function usdHeld(): Promise<bigint> {
    const assets = [{ assetCode: "USD", issuer: maker.publicKey() }];
    const { lines } = await world.network.holdings([{ address, assets }]);
    return lines[0]?.balance ?? 0n;
  }

  function ordersBy({ attempt }: SubmissionDocument) {
    return orderCollection(database)
      .find({ userId: TRADER, hash: attempt?.hash ?? "" })
      .toArray();
  }

  /** At a price that nobody takes, each its own. */
  function order(): OrderTerms {
    return { kind: "limit", side: "sell", base: "XLM", quote: USD, amount: AMOUNT, price: String(1000 + made) };
  }

  function placing(): Wish {
    const terms = order();
    return wish(
      ({ deps }, idempotencyKey) =>
        placeOrder(deps, traderOf(TRADER), { order: terms, agreed: AGREED, idempotencyKey }),
      async (submission, where) => {
        const placed = await ordersBy(submission);
        assert.deepEqual(
          placed.map(({ state, amount }) => [state, parseAmount(amount)]),
          [["open", parseAmount(AMOUNT)]],
          where,
        );
        await checkBooks(where);
      },
    );
  }

  async function settle(one: Wish): Promise<SubmissionDocument> {
    const process = startProcess(world, new Life());
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      await one.carryOn(process);
      await world.close();
      world.clock.advance(TURN_MS);
      const [submission] = await one.submissions();
      if (submission && !submission.isReserving) return submission;
    }
    throw new Error("an order was not placed in time");
  }

  return {
    order: () => Promise.resolve(placing()),
    cancel: async () => {
      const [placed] = await ordersBy(await settle(placing()));
      if (!placed) throw new Error("there is no order to cancel");
      const { offerId } = placed;
      return wish(
        ({ deps }, idempotencyKey) =>
          cancelOrders(deps, traderOf(TRADER), {
            cancel: { which: "these", offerIds: [offerId] },
            agreed: AGREED,
            idempotencyKey,
          }),
        async (_submission, where) => {
          const row = await orderCollection(database).findOne({ userId: TRADER, uid: offerId });
          assert.equal(row?.state, "cancelled", where);
          await checkBooks(where);
        },
      );
    },
    swap: async () => {
      const before = await usdHeld();
      const swap = { send: "XLM", receive: USD, sendAmount: "1.5", receiveAmount: "3", path: [] };
      return wish(
        ({ deps }, idempotencyKey) =>
          swapAssets(deps, traderOf(TRADER), { swap: { direction: "send", ...swap }, agreed: AGREED, idempotencyKey }),
        async ({ attempt }, where) => {
          assert.equal((await usdHeld()) - before, SWAPPED, where);
          const fills = database.collection<FillDocument>(FILLS);
          assert.equal(await fills.countDocuments({ userId: TRADER, hash: attempt?.hash ?? "" }), 1, where);
          await checkBooks(where);
        },
      );
    },
  };
}
