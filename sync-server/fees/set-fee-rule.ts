import { isDeepStrictEqual } from "node:util";
import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import * as v from "valibot";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import {
  type ComingRule,
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
import { FEE_KIND, feeAsset } from "./operator-fee.ts";
import { areInEachOthersWay, comingAfter, ruleAt, type StoredFeeRule } from "./timeline.ts";
import { raisesFees } from "./raises-fees.ts";

/** Every rule there ever was, the inactive ones too. */
export async function listFeeRules({ database, clock }: Runtime): Promise<FeeRulesOutput> {
  const stored = await database
    .collection(FeeConfig.collection)
    .find({}, { projection: { _id: 0, seal: 0 }, sort: { id: 1 } })
    .toArray();
  return { rules: stored.map((rule) => describe(v.parse(FeeConfig.schema, rule), clock.now())) };
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
  const { reason, effectiveAt, ...rule } = input;
  const { former, formerNext } = ruleId === null ? NEW : await standingOf(runtime, ruleId, null);
  const content = {
    kind: "set-fee" as const,
    ruleId,
    rule,
    former,
    ...(effectiveAt !== undefined && { effectiveAt: new Date(effectiveAt).toISOString() }),
    ...(formerNext && { formerNext }),
  };
  const proposal = await approvals.decide({ content, operatorId, reason });
  return proposal ? { proposal } : readSet(runtime, content);
}

/** The rule as it was just set. */
async function readSet({ database, clock }: Runtime, { ruleId, rule }: ContentOf<"set-fee">): Promise<FeeRuleOutput> {
  const { operationType, assetCode } = rule;
  const which = ruleId === null ? { operationType, assetCode } : { id: ruleId };
  const stored = await database
    .collection(FeeConfig.collection)
    .findOne(which, { projection: { _id: 0, seal: 0 }, sort: { id: -1 } });
  return describe(v.parse(FeeConfig.schema, stored), clock.now());
}

/** What a rule is now, and what is to become of it. */
interface Standing {
  readonly former: FeeRuleFields | null;
  readonly formerNext: ComingRule | null;
}

const NEW: Standing = { former: null, formerNext: null };

/** How a rule stands, in the caller's transaction where there is one. Throws `fee-rule-unknown`. */
async function standingOf(runtime: Runtime, id: number, session: ClientSession | null): Promise<Standing> {
  const { database, clock } = runtime;
  const options = { projection: { _id: 0 }, ...inSession(session) };
  const stored = await database.collection(FeeConfig.collection).findOne({ id }, options);
  if (!stored) throw new AppError("fee-rule-unknown");
  const { seal, ...fields } = stored;
  const rule = v.parse(FeeConfig.schema, fields);
  const now = clock.now();
  const former = ruleAt(rule, now);
  if (!isRowSealed(database, FEE_KIND, { ...rule, seal })) {
    await tellForged(runtime, `fee rule ${id}`, { ruleId: id });
    // Nobody pays by it: whatever it becomes is as good as new.
    return { former: { ...former, active: false }, formerNext: null };
  }
  return { former, formerNext: toldComing(rule, now) };
}

function toldComing(stored: StoredFeeRule, now: Date): ComingRule | null {
  const coming = comingAfter(stored, now);
  return coming && { from: coming.from.toISOString(), rule: coming.rule };
}

/** A rule of fees: one operator takes less, two take more. */
export function feeAct(runtime: Runtime): Act<ContentOf<"set-fee">> {
  const { database } = runtime;
  return {
    subject: ({ ruleId, rule }) =>
      ruleId === null ? `fee of ${rule.operationType} ${rule.assetCode}` : `fee ${ruleId}`,
    about: () => Promise.resolve([]),
    says: ({ ruleId, rule, effectiveAt }) =>
      `${ruleId === null ? "A new rule of fees" : `Rule ${ruleId} of fees becomes`}: ${wordsOf(rule)}${fromWords(effectiveAt)}.`,
    whySecond: async (content, _operatorId, session) => {
      const { operationType } = content.rule;
      const general = { operationType, assetCode: NATIVE_CODE, active: true };
      const others = {
        id: { $ne: content.ruleId ?? 0 },
        $or: [general, Object.fromEntries(Object.entries(general).map(([name, is]) => [`next.rule.${name}`, is]))],
      };
      const hasGeneral = (await database.collection(FeeConfig.collection).findOne(others, { session })) !== null;
      return mayCostMore(content, hasGeneral) ? "People may pay more by it." : null;
    },
    prepare: ({ ruleId, rule, former, effectiveAt, formerNext }) => {
      refuseTime(runtime, effectiveAt);
      return Promise.resolve(async (session, by) => {
        const id = ruleId ?? (await database.nextIds(session, FeeConfig.collection, 1));
        const details = `rule ${id}, ${wordsOf(rule)}${fromWords(effectiveAt)}`;
        // As it stands by then, so that each change begins with what the one before it left.
        const after =
          effectiveAt === undefined
            ? { id, ...rule, next: null }
            : { id, ...(former ?? { ...rule, active: false }), next: { from: effectiveAt, rule } };
        const change = { before: former && { id, ...former, next: formerNext ?? null }, after };
        await noteAct(runtime, session, by, { action: "set-fee", userId: null, details, change });
        const standing = ruleId === null ? NEW : await standingOf(runtime, ruleId, session);
        if (!isDeepStrictEqual(standing, { former, formerNext: formerNext ?? null }))
          throw new AppError("proposal-outdated");
        const from = refuseTime(runtime, effectiveAt);
        const lastUpdated = runtime.clock.now();
        const until = former ?? { ...rule, active: false };
        const stored = from
          ? { id, ...until, lastUpdated, next: { from, rule } }
          : { id, ...rule, lastUpdated, next: null };
        await writeFeeRule(runtime, session, stored);
      });
    },
  };
}

/** Whether anybody may pay more by a change than by what holds, or than what was to hold. */
function mayCostMore({ rule, former, effectiveAt, formerNext }: ContentOf<"set-fee">, hasGeneral: boolean): boolean {
  if (raisesFees(former, rule, hasGeneral)) return true;
  if (!formerNext) return false;
  // What was to come at its time then comes later, or never.
  const isLater = effectiveAt !== undefined && effectiveAt > formerNext.from;
  return (
    raisesFees(formerNext.rule, rule, hasGeneral) ||
    (isLater && former !== null && raisesFees(formerNext.rule, former, hasGeneral))
  );
}

const FURTHEST_MS = 366 * 24 * 60 * 60 * 1000;

/** The time from when a change holds; null where that is at once. Throws `fee-time-unfit`. */
function refuseTime({ clock }: Runtime, effectiveAt: string | undefined): Date | null {
  if (effectiveAt === undefined) return null;
  const from = new Date(effectiveAt);
  const ahead = from.getTime() - clock.now().getTime();
  if (!(ahead > 0 && ahead <= FURTHEST_MS)) throw new AppError("fee-time-unfit");
  return from;
}

function fromWords(effectiveAt: string | undefined): string {
  return effectiveAt === undefined ? "" : `, from ${effectiveAt} on`;
}

async function writeFeeRule(runtime: Runtime, session: ClientSession, rule: StoredFeeRule): Promise<void> {
  const { database } = runtime;
  await refuseSecond(runtime, session, rule);
  for (const { active, assetCode } of [rule, rule.next?.rule ?? rule])
    if (active && !(await feeAsset(database, assetCode, session)))
      throw new AppError("fee-asset-unknown", { assetCode });
  const rules = database.collection(FeeConfig.collection);
  const seal = sealRow(database, FEE_KIND, rule);
  await rules.updateOne({ id: rule.id }, { $set: { ...rule, seal } }, { upsert: true, session });
}

/**
 * Of two rules in force for the same operation and asset nobody could say which counts, now or at any time to come. Operators who set
 * rules at once conflict by the number of the row that records it, so the second of them sees the first one's rule.
 */
async function refuseSecond({ database, clock }: Runtime, session: ClientSession, rule: StoredFeeRule): Promise<void> {
  const now = clock.now();
  const others = database
    .collection(FeeConfig.collection)
    .find({ id: { $ne: rule.id } }, { session, projection: { _id: 0, seal: 0 }, sort: { id: 1 } });
  for await (const stored of others) {
    const { success, output: other } = v.safeParse(FeeConfig.schema, stored);
    if (!success || !areInEachOthersWay(rule, other, now)) continue;
    const { operationType, assetCode } = rule.next?.rule ?? rule;
    throw new AppError("fee-rule-taken", { id: String(other.id), operationType, assetCode });
  }
}

/** The whole rule in one line, for whoever reads later what was set. */
function wordsOf({ operationType, feeType, feeValue, minFee, maxFee, assetCode, active }: FeeRuleFields): string {
  const value = feeType === "percent" ? `${feeValue} percent` : `${feeValue} ${assetCode}`;
  const bounds = [minFee === null ? "" : `at least ${minFee}`, maxFee === null ? "" : `at most ${maxFee}`];
  const parts = [`${operationType} of ${assetCode}`, value, ...bounds, active ? "active" : "switched off"];
  return parts.filter((part) => part !== "").join(", ");
}

function describe(stored: StoredFeeRule, now: Date): FeeRuleOutput {
  const { id, lastUpdated } = stored;
  return { id, ...ruleAt(stored, now), lastUpdated: lastUpdated.toISOString(), next: toldComing(stored, now) };
}
