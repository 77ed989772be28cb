import * as v from "valibot";
import { expect, test } from "vitest";
import { RejectProposalInput } from "./approvals.ts";
import { ApproveDepositInput, RejectDepositInput } from "./deposits.ts";
import { FeeRuleInput } from "./fees.ts";
import { FreezeInput, OperatorReasonInput, SettleNameInput } from "./security.ts";
import { DecisionInput } from "./wallet.ts";
import { says } from "./values/field-sentences.ts";

const FEE = {
  operationType: "send",
  feeType: "flat",
  feeValue: "1",
  minFee: null,
  maxFee: null,
  assetCode: "XLM",
  active: true,
};

test.each([
  ["RejectProposalInput", RejectProposalInput, {}],
  ["ApproveDepositInput", ApproveDepositInput, { rate: "other", xlmRate: "0.2" }],
  ["RejectDepositInput", RejectDepositInput, {}],
  ["FeeRuleInput", FeeRuleInput, FEE],
  ["FreezeInput", FreezeInput, { isFrozen: true }],
  ["OperatorReasonInput", OperatorReasonInput, {}],
  ["SettleNameInput", SettleNameInput, { name: "ana" }],
  ["DecisionInput", DecisionInput, {}],
] as const)("a reason is words, and never the code of a sentence: %s", (_name, schema, fields) => {
  const asked = (reason: string) => v.safeParse(schema, { ...fields, reason }).issues?.map(({ message }) => message);
  expect(asked("Not theirs.")).toBeUndefined();
  for (const reason of ['{"code":"mail.reset.one","facts":{}}', ' {"code":"said.paused","facts":{}}'])
    expect(asked(reason)).toContain(says("say-why"));
});
