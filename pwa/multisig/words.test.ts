import { expect, test } from "vitest";
import type { SubmittedOperation } from "#schemas/wallet.ts";
import { receiversOf } from "./words.ts";

const step = (fields: Partial<SubmittedOperation>): SubmittedOperation => ({
  type: "payment",
  to: "GANA",
  amount: "5.0000000",
  assetCode: "XLM",
  issuer: null,
  ...fields,
});

test("each receiver is told once, with all that they get of each asset", () => {
  const euro = { assetCode: "EUR", issuer: "GBANK" };
  expect(
    receiversOf([
      step({ amount: "0.1000000" }),
      step(euro),
      step({ to: "GFEE", amount: "0.1000000" }),
      step({ amount: "0.2000000" }),
      step({ type: "change_trust", to: null, ...euro }),
    ]),
  ).toEqual([
    {
      to: "GANA",
      gets: [
        { assetCode: "XLM", issuer: "", amount: "0.3000000" },
        { ...euro, amount: "5.0000000" },
      ],
    },
    { to: "GFEE", gets: [{ assetCode: "XLM", issuer: "", amount: "0.1000000" }] },
  ]);
});

test("one asset code of two issuers is two assets, and what has no amount is not counted as nothing", () => {
  const [ana] = receiversOf([step({ assetCode: "EUR", issuer: "GA" }), step({ assetCode: "EUR", issuer: "GB" })]);
  expect(ana?.gets).toHaveLength(2);
  expect(receiversOf([step({ type: "account_merge", amount: null, assetCode: null })])).toEqual([
    { to: "GANA", gets: [] },
  ]);
});
