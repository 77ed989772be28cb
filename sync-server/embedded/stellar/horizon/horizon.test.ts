import {
  Asset,
  Claimant,
  Keypair,
  LiquidityPoolAsset,
  Memo,
  NotFoundError,
  Operation,
  TransactionBuilder,
  getLiquidityPoolId,
} from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSPHRASE, startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

let network: TestNetwork;
let issuer: Keypair;
let maker: Keypair;
let taker: Keypair;
let usd: Asset;
let eur: Asset;
let poolId: string;

beforeAll(async () => {
  network = await startTestNetwork();
  [issuer, maker, taker] = [await network.fund(), await network.fund(), await network.fund()];
  usd = new Asset("USD", issuer.publicKey());
  eur = new Asset("EURTOKEN", issuer.publicKey());
  const [first, second] = [usd, eur].toSorted((left, right) => Asset.compare(left, right));
  const pool = new LiquidityPoolAsset(first ?? usd, second ?? eur, 30);
  poolId = Buffer.from(getLiquidityPoolId("constant_product", pool.getLiquidityPoolParameters())).toString("hex");
  for (const holder of [maker, taker]) {
    await network.run(holder, [Operation.changeTrust({ asset: usd }), Operation.changeTrust({ asset: eur })]);
  }
  await network.run(issuer, [
    Operation.payment({ destination: maker.publicKey(), asset: usd, amount: "1000" }),
    Operation.payment({ destination: maker.publicKey(), asset: eur, amount: "1000" }),
    Operation.setOptions({ homeDomain: "example.com" }),
  ]);
  await network.run(maker, [
    Operation.manageSellOffer({ selling: usd, buying: Asset.native(), amount: "100", price: "2" }),
    Operation.changeTrust({ asset: pool }),
    Operation.liquidityPoolDeposit({
      liquidityPoolId: poolId,
      maxAmountA: "100",
      maxAmountB: "100",
      minPrice: "0.5",
      maxPrice: "2",
    }),
  ]);
  await network.run(taker, [
    Operation.pathPaymentStrictSend({
      sendAsset: Asset.native(),
      sendAmount: "20",
      destination: taker.publicKey(),
      destAsset: eur,
      destMin: "1",
      path: [usd],
    }),
  ]);
  await network.run(maker, [
    Operation.createClaimableBalance({ asset: usd, amount: "3", claimants: [new Claimant(taker.publicKey())] }),
  ]);
});
afterAll(() => network.stop());

describe("the official SDK's Horizon client", () => {
  test("loads an account with its balances, signers and data", async () => {
    await network.run(taker, [Operation.manageData({ name: "greeting", value: "hello" })]);
    const account = await network.horizon.loadAccount(taker.publicKey());
    expect(account.balances.map((line) => line.asset_type).toSorted()).toEqual([
      "credit_alphanum12",
      "credit_alphanum4",
      "native",
    ]);
    expect(account.balances.find((line) => line.asset_type === "credit_alphanum12")?.balance).toBe("9.0661089");
    expect(account.signers).toEqual([{ key: taker.publicKey(), weight: 1, type: "ed25519_public_key" }]);
    expect(Buffer.from(account.data_attr["greeting"] ?? "", "base64").toString()).toBe("hello");
    await expect(network.horizon.loadAccount(Keypair.random().publicKey())).rejects.toBeInstanceOf(NotFoundError);
  });

  test("submits and waits for the ledger; a failure says which operation failed", async () => {
    const bob = await network.fund();
    const transaction = await network.build(taker, [
      Operation.payment({ destination: bob.publicKey(), asset: Asset.native(), amount: "1" }),
    ]);
    const submitted = network.horizon.submitTransaction(transaction);
    await closeWhenWaiting();
    expect((await submitted).successful).toBe(true);
    // The same envelope again: the network knows it already.
    expect((await network.horizon.submitTransaction(transaction)).hash).toBe((await submitted).hash);

    const tooMuch = await network.build(taker, [
      Operation.payment({ destination: bob.publicKey(), asset: usd, amount: "1" }),
    ]);
    const failing = network.horizon.submitTransaction(tooMuch).catch((error: unknown) => error);
    await closeWhenWaiting();
    expect(await failing).toMatchObject({
      response: {
        status: 400,
        data: { extras: { result_codes: { transaction: "tx_failed", operations: ["op_no_trust"] } } },
      },
    });
  });

  test("submits without waiting", async () => {
    const bob = await network.fund();
    const transaction = await network.build(bob, [Operation.bumpSequence({ bumpTo: "0" })]);
    expect((await network.horizon.submitAsyncTransaction(transaction)).tx_status).toBe("PENDING");
    await network.close();
    expect(
      (await network.horizon.transactions().transaction(Buffer.from(transaction.hash()).toString("hex")).call())
        .successful,
    ).toBe(true);
  });

  test("lists transactions with memos, by account and ledger, failed ones on request", async () => {
    const bob = await network.fund();
    const source = await network.horizon.loadAccount(bob.publicKey());
    const transaction = new TransactionBuilder(source, { fee: "100", networkPassphrase: PASSPHRASE })
      .addOperation(Operation.payment({ destination: taker.publicKey(), asset: usd, amount: "5" }))
      .addMemo(Memo.text("rent"))
      .setTimeout(30)
      .build();
    transaction.sign(bob);
    await network.rpc.sendTransaction(transaction);
    await network.close();
    const shown = await network.horizon.transactions().forAccount(bob.publicKey()).call();
    const all = await network.horizon.transactions().forAccount(bob.publicKey()).includeFailed(true).call();
    expect(all.records.length).toBe(shown.records.length + 1);
    const last = all.records.at(-1);
    expect([last?.memo, last?.successful]).toEqual(["rent", false]);
    const inLedger = await network.horizon
      .transactions()
      .forLedger(last?.ledger_attr ?? 0)
      .includeFailed(true)
      .call();
    expect(inLedger.records.map((record) => record.hash)).toEqual([last?.hash]);
  });

  test("pages forwards and backwards without gaps or repeats", async () => {
    const first = await network.horizon.operations().limit(4).call();
    const second = await first.next();
    const back = await second.prev();
    expect(back.records.map((record) => record.id).toReversed()).toEqual(first.records.map((record) => record.id));
    const effects: string[] = [];
    let page = await network.horizon.effects().forAccount(taker.publicKey()).limit(3).call();
    while (page.records.length > 0) {
      effects.push(...page.records.map((record) => record.id));
      page = await page.next();
    }
    expect(new Set(effects).size).toBe(effects.length);
    const newest = await network.horizon.effects().forAccount(taker.publicKey()).order("desc").limit(200).call();
    expect(newest.records.map((record) => record.id).toReversed()).toEqual(effects);
  });

  test("shows operations, payments and effects of an account", async () => {
    const payments = await network.horizon.payments().forAccount(taker.publicKey()).limit(2).call();
    expect(payments.records.map((record) => record.type)).toEqual(["create_account", "path_payment_strict_send"]);
    const operations = await network.horizon.operations().forAccount(maker.publicKey()).limit(20).call();
    expect(operations.records.map((record) => record.type)).toContain("liquidity_pool_deposit");
    const effects = await network.horizon.effects().forAccount(maker.publicKey()).limit(200).call();
    const types = new Set<string>(effects.records.map((record) => record.type));
    for (const type of [
      "account_created",
      "trustline_created",
      "trade",
      "liquidity_pool_created",
      "claimable_balance_created",
    ]) {
      expect(types).toContain(type);
    }
  });

  test("shows the market: offers, book, trades, candles, paths, pools and assets", async () => {
    const book = await network.horizon.orderbook(usd, Asset.native()).call();
    expect(book.asks).toEqual([{ price: "2.0000000", price_r: { n: 2, d: 1 }, amount: "90.0000000" }]);
    const [offer] = (await network.horizon.offers().seller(maker.publicKey()).call()).records;
    expect(offer?.amount).toBe("90.0000000");
    expect((await network.horizon.offers().offer(String(offer?.id)).call()).seller).toBe(maker.publicKey());
    const trades = (await network.horizon.trades().forAssetPair(usd, Asset.native()).call()).records;
    expect(trades.map((trade) => [trade.base_amount, trade.counter_amount])).toEqual([["10.0000000", "20.0000000"]]);
    expect((await network.horizon.trades().forAccount(taker.publicKey()).call()).records.length).toBe(2);
    const candles = await network.horizon.tradeAggregation(Asset.native(), usd, 0, 0, 3_600_000, 0).call();
    expect(candles.records.map((candle) => candle.close)).toEqual(["0.5000000"]);
    const paths = await network.horizon.strictSendPaths(Asset.native(), "2", [eur]).call();
    expect(paths.records[0]?.path).toHaveLength(1);
    const costs = await network.horizon.strictReceivePaths(taker.publicKey(), eur, "1").call();
    expect(costs.records.map((path) => path.source_asset_type)).toContain("native");
    const own = await network.horizon.strictReceivePaths(maker.publicKey(), usd, "1").call();
    expect(own.records.map((path) => path.source_asset_type)).not.toContain("native");
    const others = await network.horizon.strictReceivePaths([Asset.native()], usd, "1").call();
    expect(others.records.map((path) => path.source_amount)).toEqual(["2.0000000"]);
    const pools = await network.horizon.liquidityPools().forAssets(usd, eur).call();
    expect(pools.records.map((pool) => pool.id)).toEqual([poolId]);
    expect((await network.horizon.liquidityPools().liquidityPoolId(poolId).call()).fee_bp).toBe(30);
    const [asset] = (await network.horizon.assets().forCode("USD").forIssuer(issuer.publicKey()).call()).records;
    expect(asset?.accounts.authorized).toBe(2);
  });

  test("finds no path through pools while the network has switched their trading off", async () => {
    const through = async () => (await network.horizon.strictSendPaths(usd, "1", [eur]).call()).records.length;
    expect(await through()).toBe(1);
    await network.control("/upgrade", { flags: 1 });
    expect(await through()).toBe(0);
    await network.control("/upgrade", { flags: 0 });
    expect(await through()).toBe(1);
  });

  test("finds accounts by signer, asset and sponsor, and claimable balances by claimant", async () => {
    const [owner, second] = [await network.fund(), Keypair.random()];
    await network.run(owner, [Operation.setOptions({ signer: { ed25519PublicKey: second.publicKey(), weight: 1 } })]);
    const bySigner = await network.horizon.accounts().forSigner(second.publicKey()).call();
    expect(bySigner.records.map((record) => record.account_id)).toEqual([owner.publicKey()]);
    expect((await network.horizon.accounts().forAsset(usd).call()).records).toHaveLength(2);
    const sponsored = Keypair.random();
    await network.run(
      owner,
      [
        Operation.beginSponsoringFutureReserves({ sponsoredId: sponsored.publicKey() }),
        Operation.createAccount({ destination: sponsored.publicKey(), startingBalance: "0" }),
        Operation.endSponsoringFutureReserves({ source: sponsored.publicKey() }),
      ],
      sponsored,
    );
    const bySponsor = await network.horizon.accounts().sponsor(owner.publicKey()).call();
    expect(bySponsor.records.map((record) => record.account_id)).toEqual([sponsored.publicKey()]);
    const balances = await network.horizon.claimableBalances().claimant(taker.publicKey()).call();
    expect(balances.records.map((balance) => balance.amount)).toEqual(["3.0000000"]);
  });

  test("streams what each ledger adds", async () => {
    const seen: string[] = [];
    const stop = network.horizon
      .payments()
      .forAccount(taker.publicKey())
      .cursor("now")
      .stream({ onmessage: (record) => seen.push(record.type) });
    try {
      await until(() => network.server.network.chain.events.listenerCount("closed") > 0);
      await network.run(maker, [Operation.payment({ destination: taker.publicKey(), asset: usd, amount: "1" })]);
      await until(() => seen.length > 0);
      expect(seen).toEqual(["payment"]);
    } finally {
      stop();
    }
  });

  test("root, ledgers and fee statistics", async () => {
    expect((await network.horizon.root()).network_passphrase).toBe(PASSPHRASE);
    const [newest] = (await network.horizon.ledgers().order("desc").limit(1).call()).records;
    expect(newest?.sequence).toBe(network.server.network.chain.last.seq);
    const one = await network.horizon.ledgers().ledger(2).call();
    expect(one).toMatchObject({ sequence: 2 });
    expect(Number((await network.horizon.feeStats()).last_ledger)).toBe(newest?.sequence);
    expect(await network.horizon.fetchBaseFee()).toBe(100);
  });
});

describe("wrong requests", () => {
  test.each([
    ["/accounts/nobody", 400],
    ["/transactions/abc", 400],
    [`/transactions/${"0".repeat(64)}`, 404],
    ["/ledgers/999999", 404],
    ["/operations?limit=500", 400],
    ["/operations?order=up", 400],
    ["/operations?cursor=x", 400],
    ["/accounts", 400],
    ["/nothing/here", 404],
    ["/offers/999", 404],
    ["/paths/strict-send?source_asset_type=native&source_amount=x&destination_assets=native", 400],
  ])("GET %s is refused with %i and a problem", async (path, status) => {
    const response = await fetch(network.url + path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, title: expect.any(String), type: expect.any(String) });
  });

  test("an envelope that is none", async () => {
    const response = await fetch(`${network.url}/transactions`, {
      method: "POST",
      body: new URLSearchParams({ tx: "AAAA" }),
    });
    expect(await response.json()).toMatchObject({ title: "Transaction Malformed", extras: { envelope_xdr: "AAAA" } });
  });
});

async function closeWhenWaiting(): Promise<void> {
  await until(() => network.server.network.queue.size > 0);
  await network.close();
}

async function until(condition: () => boolean, timeoutMs = 5_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("condition not met in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
