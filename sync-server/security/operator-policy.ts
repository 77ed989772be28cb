import type { ClientSession } from "mongodb";
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type { ContentOf } from "#schemas/approvals.ts";
import { IDENTITY_OPERATIONS, type IdentityLevel, OperatorPolicy } from "#schemas/security.ts";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type Act, holdersAtWork, noteAct } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { assertRowSealed, type SealedKind, sealingAtFirst, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { announceIdentity } from "./announce-identity.ts";

const POLICIES = "operator_policies";
const PAYMENTS = "payments";

/** What the operators said, under their seal. */
interface StoredPolicy {
  readonly _id: string;
  readonly policy: OperatorPolicy;
  readonly seal?: string;
}

export const POLICY_KIND: SealedKind<StoredPolicy> = {
  collection: POLICIES,
  contentOf: ({ _id, policy }) => ({ _id, policy }),
};

/**
 * What the operators ask of payments; the defaults where they never said. Throws {@link SealBrokenError} where somebody else
 * said it, or took away what they said: nothing is paid by it.
 */
export async function readOperatorPolicy(database: Database): Promise<OperatorPolicy> {
  return believed(database, await policies(database).findOne({ _id: PAYMENTS }));
}

/** The same as a transaction sees it. */
export async function readOperatorPolicyWithin(database: Database, session: ClientSession): Promise<OperatorPolicy> {
  return believed(database, await policies(database).findOne({ _id: PAYMENTS }, { session }));
}

function believed(database: Database, stored: StoredPolicy | null): OperatorPolicy {
  if (!stored) throw new SealBrokenError("the absence of the operators' policy");
  assertRowSealed(database, POLICY_KIND, stored, PAYMENTS);
  return v.parse(OperatorPolicy, stored.policy);
}

function policies(database: Database) {
  return database.collection<StoredPolicy>(POLICIES);
}

/** Seals the policy of a server that knew no seals, and the defaults where the operators never said. */
export async function sealPolicyAtFirst(database: Database): Promise<void> {
  const policy = v.parse(OperatorPolicy, {});
  await policies(database).updateOne({ _id: PAYMENTS }, { $setOnInsert: { policy } }, { upsert: true });
  await sealingAtFirst(POLICY_KIND)(database);
}

/** Which change of each field asks less of payments: another field of the policy has to say so here, too. */
const ASKS_LESS: { readonly [Field in keyof OperatorPolicy]: (from: OperatorPolicy, to: OperatorPolicy) => boolean } = {
  isKycRequired: (from, to) => from.isKycRequired && !to.isKycRequired,
  kycLevels: (from, to) =>
    from.isKycRequired && IDENTITY_OPERATIONS.some((each) => isLaxer(from.kycLevels[each], to.kycLevels[each])),
  kycFrom: (from, to) => from.isKycRequired && beginOf(to) > beginOf(from),
  coolOffHours: (from, to) => to.coolOffHours < from.coolOffHours,
  weakeningHours: (from, to) => to.weakeningHours < from.weakeningHours,
  dailyLimit: (from, to) => isHigher(from.dailyLimit, to.dailyLimit),
  approveAbove: (from, to) => isHigher(from.approveAbove, to.approveAbove),
  identitySecondAbove: (from, to) => isHigher(from.identitySecondAbove, to.identitySecondAbove),
  lossTolerancePercent: (from, to) => isHigher(from.lossTolerancePercent, to.lossTolerancePercent),
  lossToleranceUsd: (from, to) => isHigher(from.lossToleranceUsd, to.lossToleranceUsd),
};

/** Whether a level lets more go out of who has not shown their identity. */
function isLaxer(from: IdentityLevel, to: IdentityLevel): boolean {
  if (from.kind === "none") return false;
  if (from.kind === "always") return to.kind !== "always";
  return to.kind === "none" || (to.kind === "above" && isHigher(from.perDay, to.perDay));
}

function beginOf({ kycFrom }: OperatorPolicy): number {
  return kycFrom === null ? 0 : Date.parse(kycFrom);
}

/** Whether a limit lets more through than the former one; null is none at all. */
function isHigher(from: string | null, to: string | null): boolean {
  return from !== null && (to === null || parseAmount(to) > parseAmount(from));
}

/** Whether anything is asked less than before. */
export function weakensPolicy(from: OperatorPolicy, to: OperatorPolicy): boolean {
  return Object.values(ASKS_LESS).some((asksLess) => asksLess(from, to));
}

/** What is asked of payments: one operator may ask more of them, and two may ask less. */
export function policyAct(runtime: Runtime): Act<ContentOf<"set-policy">> {
  const { database } = runtime;
  return {
    subject: () => "policy",
    about: () => Promise.resolve([]),
    says: ({ policy }) => `What is asked of every payment becomes: ${wordsOf(policy)}.`,
    whySecond: async ({ policy }, _operatorId, session) =>
      weakensPolicy(await readOperatorPolicyWithin(database, session), policy) ? "It asks less than before." : null,
    prepare: (content) =>
      Promise.resolve(async (session, by) => {
        // One that was proposed before there were levels means the identity of then: always, and at once.
        const [policy, former] = [v.parse(OperatorPolicy, content.policy), v.parse(OperatorPolicy, content.former)];
        const details = wordsOf(policy);
        await requireReviewer(runtime, session, former, policy);
        await noteAct(runtime, session, by, {
          action: "set-policy",
          userId: null,
          details,
          change: { before: former, after: policy },
        });
        if (!isSame(await readOperatorPolicyWithin(database, session), former)) throw new AppError("proposal-outdated");
        const seal = sealRow(database, POLICY_KIND, { _id: PAYMENTS, policy });
        await policies(database).updateOne({ _id: PAYMENTS }, { $set: { policy, seal } }, { upsert: true, session });
        await announceIdentity(runtime, session, former, policy);
      }),
  };
}

/** What is set but not in force, such as a level, is part of it too. */
function isSame(one: OperatorPolicy, other: OperatorPolicy): boolean {
  return isDeepStrictEqual(one, other);
}

/** Identity is not asked for where nobody could look at one; who is frozen cannot. Throws `reviewer-missing`. */
async function requireReviewer(
  runtime: Runtime,
  session: ClientSession,
  from: OperatorPolicy,
  to: OperatorPolicy,
): Promise<void> {
  if (!to.isKycRequired || from.isKycRequired) return;
  const reviewers = await holdersAtWork(runtime, session, "identities.decide");
  if (reviewers.length === 0) throw new AppError("reviewer-missing");
}

function identityWords({ kycLevels, kycFrom }: OperatorPolicy): string {
  const levels = IDENTITY_OPERATIONS.map((operation) => {
    const level = kycLevels[operation];
    return `${operation} ${level.kind === "above" ? `above ${level.perDay} a day` : level.kind}`;
  });
  return `identity has to be verified${kycFrom === null ? "" : ` from ${kycFrom} on`} (${levels.join(", ")})`;
}

function wordsOf(policy: OperatorPolicy): string {
  const { isKycRequired, coolOffHours, weakeningHours, dailyLimit, approveAbove } = policy;
  const { identitySecondAbove, lossTolerancePercent, lossToleranceUsd } = policy;
  return [
    isKycRequired ? identityWords(policy) : "identity need not be verified",
    `a pause of ${coolOffHours} hours after changes of credentials`,
    `what protects less waits ${weakeningHours} hours`,
    dailyLimit === null ? "no daily limit" : `at most ${dailyLimit} a day`,
    approveAbove === null ? "no approval" : `approval above ${approveAbove}`,
    ...(identitySecondAbove === null
      ? []
      : [`two decide about the identity of who holds more than ${identitySecondAbove}`]),
    `exchanges may give away ${lossTolerancePercent} % or ${lossToleranceUsd} USD`,
  ].join(", ");
}
