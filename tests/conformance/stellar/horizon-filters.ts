import { Asset, Horizon } from "@stellar/stellar-sdk";
import type { Keypair } from "@stellar/stellar-sdk";
import { beforeAll, describe, expect, test } from "vitest";
import type { Market } from "./market.ts";

const XLM = Asset.native();
const of = (key: Keypair) => key.publicKey();

/** Tests that every filter of the SDK's builders finds what it should in a market, which is open once tests run. */
export function describeFilters(opened: () => Market): void {
  describe("every filter of", () => {
    let market: Market;
    let horizon: Horizon.Server;
    beforeAll(() => {
      market = opened();
      ({ horizon } = market.network);
    });

    test("accounts", async () => {
      const { taker, sponsor, sponsored, usd, poolId, maker } = market;
      expect(await horizon.accounts().accountId(of(taker)).call()).toMatchObject({ id: of(taker) });
      const ids = async (page: Promise<{ readonly records: readonly { readonly id: string }[] }>) =>
        (await page).records.map(({ id }) => id);
      expect(await ids(horizon.accounts().forSigner(of(sponsor)).call())).toEqual(
        [of(sponsor), of(sponsored)].toSorted(),
      );
      expect(await ids(horizon.accounts().forAsset(usd).call())).toEqual(
        [of(taker), of(maker), of(sponsored)].toSorted(),
      );
      expect(await ids(horizon.accounts().sponsor(of(sponsor)).call())).toEqual([of(sponsored)]);
      expect(await ids(horizon.accounts().forLiquidityPool(poolId).call())).toEqual([of(maker)]);
      expect((await horizon.loadAccount(of(sponsored))).data_attr).toEqual({ greeting: "aGVsbG8=" });
    });

    test("assets", async () => {
      const { records } = await horizon.assets().forCode("EURO").forIssuer(of(market.issuer)).call();
      expect(records.map(({ paging_token: token }) => token)).toEqual([`EURO_${of(market.issuer)}_credit_alphanum4`]);
      expect((await horizon.assets().forCode("NONE").call()).records).toEqual([]);
    });

    test("claimable balances", async () => {
      const { balanceId, maker, taker, usd } = market;
      expect(await horizon.claimableBalances().claimableBalance(balanceId).call()).toMatchObject({ id: balanceId });
      for (const builder of [
        horizon.claimableBalances().sponsor(of(maker)),
        horizon.claimableBalances().claimant(of(taker)),
        horizon.claimableBalances().asset(usd),
      ]) {
        expect((await builder.call()).records.map(({ id }) => id)).toEqual([balanceId]);
      }
      expect((await horizon.claimableBalances().claimant(of(maker)).call()).records).toEqual([]);
    });

    test("effects", async () => {
      const { poolId, taker, bumped } = market;
      const { ledger_attr: ledger } = await horizon.transactions().transaction(bumped).call();
      const [operation] = (await horizon.operations().forTransaction(bumped).call()).records;
      const wanted = ["account_credited", "account_debited", "trade", "liquidity_pool_trade"];
      for (const builder of [
        horizon.effects().forAccount(of(taker)),
        horizon.effects().forLedger(ledger),
        horizon.effects().forTransaction(bumped),
        horizon.effects().forOperation(operation?.id ?? ""),
      ]) {
        const types = (await builder.limit(200).call()).records.map(({ type }) => type);
        expect(types).toEqual(expect.arrayContaining(wanted));
      }
      const ofPool = (await horizon.effects().forLiquidityPool(poolId).call()).records.map(({ type }) => type);
      expect(ofPool).toContain("liquidity_pool_deposited");
    });

    test("ledgers", async () => {
      expect(await horizon.ledgers().ledger(3).call()).toMatchObject({ sequence: 3 });
    });

    test("liquidity pools", async () => {
      const { poolId, usd, eur, maker, taker } = market;
      expect(await horizon.liquidityPools().liquidityPoolId(poolId).call()).toMatchObject({ id: poolId });
      for (const builder of [
        horizon.liquidityPools().forAssets(usd),
        horizon.liquidityPools().forAssets(usd, eur),
        horizon.liquidityPools().forAccount(of(maker)),
      ]) {
        expect((await builder.call()).records.map(({ id }) => id)).toEqual([poolId]);
      }
      expect((await horizon.liquidityPools().forAccount(of(taker)).call()).records).toEqual([]);
    });

    test("offers", async () => {
      const { offerId, maker, usd, sponsor } = market;
      expect(await horizon.offers().offer(offerId).call()).toMatchObject({ seller: of(maker) });
      const builders = [
        [horizon.offers().forAccount(of(maker)), 3],
        [horizon.offers().seller(of(maker)), 3],
        [horizon.offers().selling(usd), 1],
        [horizon.offers().buying(usd), 1],
        [horizon.offers().selling(usd).buying(XLM), 1],
        [horizon.offers().sponsor(of(sponsor)), 0],
      ] as const;
      for (const [builder, expected] of builders) expect((await builder.call()).records).toHaveLength(expected);
    });

    test("operations and payments", async () => {
      const { taker, maker, bumped, failed, poolId, balanceId } = market;
      const { ledger_attr: ledger } = await horizon.transactions().transaction(bumped).call();
      const types = async (page: Promise<{ readonly records: readonly { readonly type: string }[] }>) =>
        (await page).records.map(({ type }) => type);
      expect(await types(horizon.operations().forAccount(of(taker)).call())).toEqual([
        "create_account",
        "change_trust",
        "change_trust",
        "create_claimable_balance",
        "path_payment_strict_send",
        "path_payment_strict_receive",
        "bump_sequence",
      ]);
      expect(await types(horizon.operations().forLedger(ledger).call())).toEqual(["path_payment_strict_send"]);
      expect(await types(horizon.operations().forTransaction(bumped).call())).toEqual(["path_payment_strict_send"]);
      // Who asks for one transaction sees its operations, failed or not.
      expect(await types(horizon.operations().forTransaction(failed).call())).toEqual(["payment"]);
      expect(await types(horizon.operations().forLiquidityPool(poolId).call())).toEqual([
        "change_trust",
        "liquidity_pool_deposit",
        "path_payment_strict_send",
      ]);
      expect(await types(horizon.operations().forClaimableBalance(balanceId).call())).toEqual([
        "create_claimable_balance",
      ]);
      expect(await types(horizon.operations().forAccount(of(taker)).includeFailed(true).call())).toContain("payment");
      const payments = ["create_account", "path_payment_strict_send", "path_payment_strict_receive"];
      expect(await types(horizon.payments().forAccount(of(taker)).call())).toEqual(payments);
      expect(await types(horizon.payments().forAccount(of(taker)).includeFailed(true).call())).toContain("payment");
      expect(await types(horizon.payments().forLedger(ledger).call())).toEqual(["path_payment_strict_send"]);
      expect(await types(horizon.payments().forTransaction(bumped).call())).toEqual(["path_payment_strict_send"]);
      // Who pays for a reserve takes part in what needs it.
      expect(await types(horizon.operations().forAccount(of(market.sponsor)).limit(200).call())).toEqual([
        "create_account",
        "begin_sponsoring_future_reserves",
        "create_account",
        "change_trust",
        "set_options",
        "manage_data",
        "end_sponsoring_future_reserves",
      ]);
      const [first] = (await horizon.operations().forAccount(of(maker)).join("transactions").call()).records;
      expect(await first?.transaction()).toMatchObject({ successful: true });
      expect(
        await horizon
          .operations()
          .operation(first?.id ?? "")
          .call(),
      ).toMatchObject({ id: first?.id });
    });

    test("trades", async () => {
      const { taker, usd, eur, offerId, poolId } = market;
      const builders = [
        [horizon.trades().forAssetPair(usd, XLM), 2],
        [horizon.trades().forAssetPair(eur, usd), 1],
        [horizon.trades().forOffer(offerId), 2],
        [horizon.trades().forType(Horizon.ServerApi.TradeType.orderbook), 2],
        [horizon.trades().forType(Horizon.ServerApi.TradeType.liquidityPools), 1],
        [horizon.trades().forAccount(of(taker)), 3],
        [horizon.trades().forLiquidityPool(poolId), 1],
      ] as const;
      for (const [builder, expected] of builders) expect((await builder.call()).records).toHaveLength(expected);
    });

    test("transactions", async () => {
      const { taker, sponsor, bumped, failed, poolId, balanceId } = market;
      const whole = await horizon.transactions().transaction(bumped).call();
      const inner = whole.inner_transaction?.hash ?? "";
      expect(await horizon.transactions().transaction(inner).call()).toMatchObject({
        id: inner,
        ledger_attr: whole.ledger_attr,
      });
      const hashes = async (page: Promise<{ readonly records: readonly { readonly hash: string }[] }>) =>
        (await page).records.map(({ hash }) => hash);
      expect(await hashes(horizon.transactions().forAccount(of(sponsor)).limit(200).call())).toContain(bumped);
      expect(await hashes(horizon.transactions().forAccount(of(taker)).call())).not.toContain(failed);
      expect(await hashes(horizon.transactions().forAccount(of(taker)).includeFailed(true).call())).toContain(failed);
      expect(await hashes(horizon.transactions().forLedger(whole.ledger_attr).call())).toEqual([bumped]);
      expect(await hashes(horizon.transactions().forLiquidityPool(poolId).call())).toContain(bumped);
      expect(await hashes(horizon.transactions().forClaimableBalance(balanceId).call())).toHaveLength(1);
    });
  });
}
