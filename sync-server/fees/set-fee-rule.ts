import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { FeeConfig, type FeeRuleInput, type FeeRuleOutput, type FeeRulesOutput } from "#schemas/fees.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteOperatorAction } from "#server/security/index.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { FEE_KIND, type FeeRule } from "./operator-fee.ts";

/** Every rule there ever was, the inactive ones too. */
export async function listFeeRules({ database }: Runtime): Promise<FeeRulesOutput> {
  const stored = await database
    .collection(FeeConfig.collection)
    .find({}, { projection: { _id: 0, seal: 0 }, sort: { id: 1 } })
    .toArray();
  return { rules: stored.map((rule) => describe(v.parse(FeeConfig.schema, rule))) };
}

/** Adds a rule, as this operator wishes. Throws `fee-rule-taken` where an active one says it otherwise already. */
export async function createFeeRule(runtime: Runtime, operatorId: number, input: FeeRuleInput): Promise<FeeRuleOutput> {
  const { reason, ...fields } = input;
  const { database, clock } = runtime;
  return database.transaction(async (session) => {
    const id = await database.nextIds(session, FeeConfig.collection, 1);
    const rule: FeeRule = { id, ...fields, lastUpdated: clock.now() };
    await refuseSecond(runtime, session, rule);
    await database
      .collection(FeeConfig.collection)
      .insertOne({ ...rule, seal: sealRow(database, FEE_KIND, rule) }, { session });
    return noted(runtime, session, operatorId, rule, reason);
  });
}

/** Changes a rule, or switches it off or on. Throws `fee-rule-unknown`, or `fee-rule-taken` like {@link createFeeRule}. */
export async function changeFeeRule(
  runtime: Runtime,
  operatorId: number,
  id: number,
  input: FeeRuleInput,
): Promise<FeeRuleOutput> {
  const { reason, ...fields } = input;
  const { database, clock } = runtime;
  return database.transaction(async (session) => {
    const rule: FeeRule = { id, ...fields, lastUpdated: clock.now() };
    await refuseSecond(runtime, session, rule);
    const { matchedCount } = await database
      .collection(FeeConfig.collection)
      .updateOne({ id }, { $set: { ...rule, seal: sealRow(database, FEE_KIND, rule) } }, { session });
    if (matchedCount === 0) throw new AppError("fee-rule-unknown");
    return noted(runtime, session, operatorId, rule, reason);
  });
}

/**
 * Of two active rules for the same operation and asset nobody could say which counts. Operators who set rules at once
 * conflict by the number of the row that records it, so the second of them sees the first one's rule.
 */
async function refuseSecond(
  { database }: Runtime,
  session: ClientSession,
  { id, operationType, assetCode, active }: FeeRule,
): Promise<void> {
  if (!active) return;
  const other = { operationType, assetCode, active: true, id: { $ne: id } };
  const found = await database.collection(FeeConfig.collection).findOne(other, { session });
  if (found) throw new AppError("fee-rule-taken", { id: String(found["id"]), operationType, assetCode });
}

async function noted(
  runtime: Runtime,
  session: ClientSession,
  operatorId: number,
  rule: FeeRule,
  reason: string,
): Promise<FeeRuleOutput> {
  const details = wordsOf(rule);
  await noteOperatorAction(runtime, session, { operatorId, action: "set-fee", userId: null, reason, details });
  return describe(rule);
}

/** The whole rule in one line, for whoever reads later what was set. */
function wordsOf({ id, operationType, feeType, feeValue, minFee, maxFee, assetCode, active }: FeeRule): string {
  const value = feeType === "percent" ? `${feeValue} percent` : `${feeValue} ${assetCode}`;
  const bounds = [minFee === null ? "" : `at least ${minFee}`, maxFee === null ? "" : `at most ${maxFee}`];
  const parts = [
    `rule ${id}`,
    `${operationType} of ${assetCode}`,
    value,
    ...bounds,
    active ? "active" : "switched off",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function describe({ lastUpdated, ...rule }: FeeRule): FeeRuleOutput {
  return { ...rule, lastUpdated: lastUpdated.toISOString() };
}
