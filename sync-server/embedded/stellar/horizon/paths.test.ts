import { Asset, type Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

const XLM = Asset.native();
const BETWEEN = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"];

let network: TestNetwork;
let issuer: Keypair;
let goal: Asset;

/** Each asset in between yields more of the goal than the one before it; without any of them it is least. */
beforeAll(async () => {
  network = await startTestNetwork();
  issuer = await network.fund();
  goal = issued("GOAL");
  const sell = (selling: Asset, buying: Asset, price: string) =>
    Operation.manageSellOffer({ selling, buying, amount: "1000", price });
  const offers = BETWEEN.flatMap((code, index) => [
    sell(issued(code), XLM, "1"),
    sell(goal, issued(code), (1 / (index + 2)).toFixed(7)),
  ]);
  await network.run(issuer, [sell(goal, XLM, "1"), ...offers]);
});
afterAll(() => network.stop());

const issued = (code: string) => new Asset(code, issuer.publicKey());
const between = (paths: readonly { readonly path: readonly { readonly asset_code: string }[] }[]) =>
  paths.map(({ path }) => path.map(({ asset_code }) => asset_code).join(" "));

test("ways that are worse than the best are listed after it, five for an asset", async () => {
  const { records } = await network.horizon.strictSendPaths(XLM, "10", [goal]).call();
  expect(between(records)).toEqual(["SIX", "FIVE", "FOUR", "THREE", "TWO"]);
  expect(records.map((path) => Number(path.destination_amount)).map(Math.round)).toEqual([70, 60, 50, 40, 30]);
});

test("so are ways that cost more, the cheapest first", async () => {
  const { records } = await network.horizon.strictReceivePaths([XLM], goal, "84").call();
  expect(between(records)).toEqual(["SIX", "FIVE", "FOUR", "THREE", "TWO"]);
  const costs = records.map((path) => Number(path.source_amount));
  expect(costs).toEqual(costs.toSorted((left, right) => left - right));
});

test("ways that the payer has not the funds for are not listed", async () => {
  const payer = await network.fund();
  const spent = Operation.payment({ destination: issuer.publicKey(), asset: XLM, amount: "9790" });
  await network.run(payer, [spent]);
  const { records } = await network.horizon.strictReceivePaths(payer.publicKey(), goal, "1000").call();
  expect(between(records)).toEqual(["SIX", "FIVE", "FOUR"]);
});
