import { Asset, Operation } from "@stellar/stellar-sdk";
import { addressOf, EUR, POOL, POOL_ID, REG, USD, XLM } from "./cast.ts";
import { at, recordsOf, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import type { Player } from "./player.ts";

/** Offers that rest, cross, change and go. */
export async function playOffers(player: Player): Promise<void> {
  const offers = [
    Operation.manageSellOffer({ selling: USD, buying: XLM, amount: "100", price: "4.1" }),
    Operation.manageSellOffer({ selling: USD, buying: XLM, amount: "200", price: { n: 42, d: 10 } }),
    Operation.manageBuyOffer({ selling: USD, buying: EUR, buyAmount: "50", price: "1.1" }),
    Operation.createPassiveSellOffer({ selling: EUR, buying: USD, amount: "60", price: "1.2" }),
  ];
  await player.play("offers of the maker", "maker", offers, { fee: "1000" });
  const buy = (buyAmount: string, price: string) =>
    Operation.manageBuyOffer({ selling: XLM, buying: USD, buyAmount, price });
  const sell = (amount: string, price: string, offerId = "0") =>
    Operation.manageSellOffer({ selling: XLM, buying: USD, amount, price, offerId });
  await player.play("bid of ben", "ben", [buy("30", "3.9")]);
  await player.play("taker", "anna", [buy("120", "4.2")]);
  await player.play("partly and rests", "anna", [sell("1000", "0.2380952")]);
  await player.play("crosses itself", "maker", [buy("10", "5")]);
  await player.play("offer not found", "anna", [sell("5", "1", "999999")]);
  await player.play("offer without line", "dan", [sell("5", "1")]);
  await playChangedOffers(player);
}

async function playChangedOffers(player: Player): Promise<void> {
  const { body } = await player.client.get(`/accounts/${addressOf("maker")}/offers?limit=200`);
  const [first, second] = recordsOf(body);
  if (first === undefined || second === undefined) throw new Error("the maker's offers are gone");
  await player.play("update and delete offers", "maker", [
    Operation.manageSellOffer({ ...pairOf(first), amount: "77", price: "4.3", offerId: textAt(first, "id") }),
    Operation.manageSellOffer({ ...pairOf(second), amount: "0", price: "1", offerId: textAt(second, "id") }),
  ]);
}

function pairOf(offer: Json): { selling: Asset; buying: Asset } {
  return { selling: assetIn(at(offer, "selling")), buying: assetIn(at(offer, "buying")) };
}

function assetIn(value: Json | undefined): Asset {
  const code = textAt(value, "asset_code");
  return code === "" ? XLM : new Asset(code, textAt(value, "asset_issuer"));
}

/** Payments across books. */
export async function playPaths(player: Player): Promise<void> {
  const send = (to: "ben" | "cora", destAsset: Asset, destMin: string, path: Asset[]) =>
    Operation.pathPaymentStrictSend({
      sendAsset: XLM,
      sendAmount: "20",
      destination: addressOf(to),
      destAsset,
      destMin,
      path,
    });
  await player.play("path strict send", "anna", [send("ben", EUR, "0.1", [USD])]);
  const received = Operation.pathPaymentStrictReceive({
    sendAsset: XLM,
    sendMax: "100",
    destination: addressOf("cora"),
    destAsset: USD,
    destAmount: "5",
    path: [],
  });
  await player.play("path strict receive", "ben", [received]);
  await player.play("path too little", "anna", [send("ben", EUR, "1000", [USD])]);
  await player.play("path no offers", "anna", [send("cora", REG, "1", [])]);
}

/** A pool of XLM and USD. */
export async function playPools(player: Player): Promise<void> {
  const line = Operation.changeTrust({ asset: POOL });
  const deposit = (maxAmountA: string, maxAmountB: string, minPrice: string, maxPrice: string) =>
    Operation.liquidityPoolDeposit({ liquidityPoolId: POOL_ID, maxAmountA, maxAmountB, minPrice, maxPrice });
  await player.play("pool line and deposit", "maker", [line, deposit("200", "50", "3.9", "4.1")]);
  await player.play("pool second depositor", "anna", [line, deposit("40", "10.5", "3", "5")]);
  await player.play("pool deposit bad price", "anna", [deposit("40", "10.5", "8", "9")]);
  const swap = Operation.pathPaymentStrictSend({
    sendAsset: XLM,
    sendAmount: "5",
    destination: addressOf("ben"),
    destAsset: USD,
    destMin: "0.5",
    path: [],
  });
  await player.play("swap through the pool", "ben", [swap]);
  const withdrawn = { liquidityPoolId: POOL_ID, amount: "5", minAmountA: "1", minAmountB: "0.1" };
  await player.play("pool withdraw", "anna", [Operation.liquidityPoolWithdraw(withdrawn)]);
}
