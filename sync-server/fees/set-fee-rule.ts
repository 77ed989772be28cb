import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import * as v from "valibot";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import {
  FeeConfig,
  type FeeRuleFields,
  type FeeRuleInput,
  type FeeRuleOutput,
  type FeeRulesOutput,
} from "#schemas/fees.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { FEE_KIND, feeAsset, type StoredFeeRule } from "./operator-fee.ts";
import { raisesFees } from "./raises-fees.ts";

/** Every rule there ever was, the inactive ones too. */
export async function listFeeRules({ database }: Runtime): Promise<FeeRulesOutput> {
  const stored = await database
    .collection(FeeConfig.collection)
    .find({}, { projection: { _id: 0, seal: 0 }, sort: { id: 1 } })
    .toArray();
  return { rules: stored.map((rule) => describe(v.parse(FeeConfig.schema, rule))) };
}

interface Wish {
  readonly operatorId: number;
  /** Null for a new rule. */
  readonly ruleId: number | null;
  readonly input: FeeRuleInput;
}

/**
 * Adds a rule or changes one; what makes people pay more is proposed. Throws `fee-rule-unknown`, `fee-rule-taken` where an active
 * rule says it otherwise already, `fee-asset-unknown`, `proposal-open`, `operator-frozen`.
 */
export async function setFeeRule(
  runtime: Runtime,
  approvals: Approvals,
  { operatorId, ruleId, input }: Wish,
): Promise<FeeRuleOutput | { readonly proposal: ProposalOutput }> {
  const { reason, ...rule } = input;
  const former = ruleId === null ? null : await fieldsOf(runtime, ruleId, null);
  const content = { kind: "set-fee" as const, ruleId, rule, former };
  const proposal = await approvals.decide({ content, operatorId, reason });
  return proposal ? { proposal } : readSet(runtime, content);
}

/** The rule as it was just set. */
async function readSet({ database }: Runtime, { ruleId, rule }: ContentOf<"set-fee">): Promise<FeeRuleOutput> {
  const which = ruleId === null ? { ...rule } : { id: ruleId };
  const stored = await database
    .collection(FeeConfig.collection)
    .findOne(which, { projection: { _id: 0, seal: 0 }, sort: { id: -1 } });
  return describe(v.parse(FeeConfig.schema, stored));
}

/** A rule as it is stored, in the caller's transaction where there is one. Throws `fee-rule-unknown`. */
async function fieldsOf(runtime: Runtime, id: number, session: ClientSession | null): Promise<FeeRuleFields> {
  const { database } = runtime;
  const options = { projection: { _id: 0 }, ...inSession(session) };
  const stored = await database.collection(FeeConfig.collection).findOne({ id }, options);
  if (!stored) throw new AppError("fee-rule-unknown");
  const { seal, ...fields } = stored;
  const rule = v.parse(FeeConfig.schema, fields);
  if (!isRowSealed(database, FEE_KIND, { ...rule, seal })) {
    await tellForged(runtime, `fee rule ${id}`, { ruleId: id });
    // Nobody pays by it: whatever it becomes is as good as new.
    return { ...fieldsIn(rule), active: false };
  }
  return fieldsIn(rule);
}

function fieldsIn(rule: StoredFeeRule): FeeRuleFields {
  const { operationType, feeType, feeValue, minFee, maxFee, assetCode, active } = rule;
  return { operationType, feeType, feeValue, minFee, maxFee, assetCode, active };
}

/** A rule of fees: one operator takes less, two take more. */
export function feeAct(runtime: Runtime): Act<ContentOf<"set-fee">> {
  const { database } = runtime;
  return {
    subject: ({ ruleId, rule }) =>
      ruleId === null ? `fee of ${rule.operationType} ${rule.assetCode}` : `fee ${ruleId}`,
    about: () => Promise.resolve([]),
    says: ({ ruleId, rule }) =>
      `${ruleId === null ? "A new rule of fees" : `Rule ${ruleId} of fees becomes`}: ${wordsOf(rule)}.`,
    whySecond: async ({ ruleId, rule, former }, _operatorId, session) => {
      const { operationType } = rule;
      const others = { operationType, assetCode: NATIVE_CODE, active: true, id: { $ne: ruleId ?? 0 } };
      const hasGeneral = (await database.collection(FeeConfig.collection).findOne(others, { session })) !== null;
      return raisesFees(former, rule, hasGeneral) ? "People may pay more by it." : null;
    },
    prepare: ({ ruleId, rule, former }) =>
      Promise.resolve(async (session, by) => {
        const id = ruleId ?? (await database.nextIds(session, FeeConfig.collection, 1));
        const details = `rule ${id}, ${wordsOf(rule)}`;
        const change = { before: former && { id, ...former }, after: { id, ...rule } };
        await noteAct(runtime, session, by, { action: "set-fee", userId: null, details, change });
        if (ruleId !== null && JSON.stringify(await fieldsOf(runtime, ruleId, session)) !== JSON.stringify(former))
          throw new AppError("proposal-outdated");
        await writeFeeRule(runtime, session, { id, ...rule, lastUpdated: runtime.clock.now() });
      }),
  };
}

async function writeFeeRule(runtime: Runtime, session: ClientSession, rule: StoredFeeRule): Promise<void> {
  const { database } = runtime;
  await refuseSecond(runtime, session, rule);
  if (rule.active && !(await feeAsset(database, rule.assetCode, session)))
    throw new AppError("fee-asset-unknown", { assetCode: rule.assetCode });
  const rules = database.collection(FeeConfig.collection);
  const seal = sealRow(database, FEE_KIND, rule);
  await rules.updateOne({ id: rule.id }, { $set: { ...rule, seal } }, { upsert: true, session });
}

/**
 * Of two active rules for the same operation and asset nobody could say which counts. Operators who set rules at once
 * conflict by the number of the row that records it, so the second of them sees the first one's rule.
 */
async function refuseSecond(
  { database }: Runtime,
  session: ClientSession,
  { id, operationType, assetCode, active }: StoredFeeRule,
): Promise<void> {
  if (!active) return;
  const other = { operationType, assetCode, active: true, id: { $ne: id } };
  const found = await database.collection(FeeConfig.collection).findOne(other, { session });
  if (found) throw new AppError("fee-rule-taken", { id: String(found["id"]), operationType, assetCode });
}

/** The whole rule in one line, for whoever reads later what was set. */
function wordsOf({ operationType, feeType, feeValue, minFee, maxFee, assetCode, active }: FeeRuleFields): string {
  const value = feeType === "percent" ? `${feeValue} percent` : `${feeValue} ${assetCode}`;
  const bounds = [minFee === null ? "" : `at least ${minFee}`, maxFee === null ? "" : `at most ${maxFee}`];
  const parts = [`${operationType} of ${assetCode}`, value, ...bounds, active ? "active" : "switched off"];
  return parts.filter((part) => part !== "").join(", ");
}

function describe({ lastUpdated, ...rule }: StoredFeeRule): FeeRuleOutput {
  return { ...rule, lastUpdated: lastUpdated.toISOString() };
}
