import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { activeFees, operatorFee } from "#server/fees/index.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { addFeeRule } from "#tests/support/seals.ts";

const UNIT = 10_000_000n;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ house: { channels: 1 } });
  await eventually(() => houseAccount(app.database, "fees", null), 30_000);
}, 60_000);
afterAll(() => app.stop());

test("a fee in USDC is one in the USDC that the house takes: nobody's own pays it, caps it or gets around the general one", async () => {
  const [real, fake] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  const rule = {
    operationType: "send",
    feeType: "percent",
    minFee: null,
    active: true,
    lastUpdated: new Date(),
  } as const;
  const rules = [
    { ...rule, id: 1, feeValue: "1", maxFee: null, assetCode: "XLM" },
    { ...rule, id: 2, feeValue: "5", maxFee: "0.01", assetCode: "USDC" },
  ];
  for (const each of rules) await addFeeRule(app.database, each);
  const house = (await houseAccount(app.database, "fees", null))?._id ?? "";
  const line = { balance: "0", limit: "1", selling: "0", buying: "0", isAuthorized: true };
  const lines = [{ assetCode: "USDC", issuer: real, ...line }];
  await accountCollection(app.database).updateOne({ _id: house }, { $set: { lines } });
  const due = async (issuer: string) =>
    operatorFee(await activeFees(app.runtime, "send"), { assetCode: "USDC", issuer }, 100n * UNIT)?.amount;
  expect(await due(real)).toBe(UNIT / 100n);
  expect(await due(fake)).toBe(UNIT);
  // Held twice, the code says nothing any more.
  const both = [...lines, { assetCode: "USDC", issuer: fake, ...line }];
  await accountCollection(app.database).updateOne({ _id: house }, { $set: { lines: both } });
  expect(await due(real)).toBe(UNIT);
});
