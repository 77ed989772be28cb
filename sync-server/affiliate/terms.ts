import { isDeepStrictEqual } from "node:util";
import { randomUUID } from "node:crypto";
import type { ClientSession } from "mongodb";
import type { AffiliateTermsFields, AffiliateTermsInput } from "#schemas/affiliate-desk.ts";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { ppmOf } from "#schemas/values/accrual.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated, PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isNative } from "#server/platform/network/assets.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { isListed } from "#server/prices/index.ts";
import { nextPayout } from "./schedule.ts";
import { readTerms, TERMS, TERMS_KIND, termsCollection, type TermsDocument } from "./store.ts";

type Content = ContentOf<"set-affiliate">;

/** Sets the terms of the programme; what promises more of the house's money is proposed. Throws `affiliate-asset-unlisted`, `proposal-open`, `operator-frozen`. */
export async function setTerms(
  runtime: Runtime,
  approvals: Approvals,
  { operatorId, input }: { readonly operatorId: number; readonly input: AffiliateTermsInput },
): Promise<{ readonly id: number } | { readonly proposal: ProposalOutput }> {
  const { database } = runtime;
  const { reason, ...terms } = input;
  const { assetCode, issuer } = terms;
  if (!isNative({ assetCode, issuer }) && !(await isListed(runtime, { assetCode, issuer })))
    throw new AppError("affiliate-asset-unlisted");
  const stored = await readTerms(database, null);
  const content: Content = {
    kind: "set-affiliate",
    terms,
    former: stored && fieldsOf(stored),
    version: stored?.version ?? 0,
  };
  const proposal = await approvals.decide({ content, operatorId, reason });
  if (proposal) return { proposal };
  const made = await readTerms(database, null);
  if (!made) throw new Error("the terms of the affiliate programme were not stored");
  return { id: made.id };
}

/** What operators set of the terms, as they are. */
export function fieldsOf(stored: TermsDocument): AffiliateTermsFields {
  const { rewardType, levels, minPayout, payoutSchedule, holdDays, assetCode, issuer, active, fourEyesAbove } = stored;
  const paid = { minPayout, payoutSchedule, holdDays, assetCode, issuer };
  return { rewardType, levels: [...levels], ...paid, active, fourEyesAbove };
}

/** The terms: one operator closes the programme or promises less, two promise more. */
export function termsAct(runtime: Runtime): Act<Content> {
  const { database, clock } = runtime;
  return {
    subject: () => "affiliate terms",
    about: () => Promise.resolve([]),
    says: ({ terms }) => `The affiliate programme becomes: ${wordsOf(terms)}.`,
    whySecond: ({ terms, former }) =>
      Promise.resolve(promisesMore(former, terms) ? "It promises money of the house." : null),
    prepare: (content) =>
      Promise.resolve(async (session, by) => {
        const { terms, former, version } = content;
        const change = { before: former, after: terms };
        await noteAct(runtime, session, by, { action: "set-affiliate", userId: null, details: wordsOf(terms), change });
        const stored = await readTerms(database, session);
        if ((stored?.version ?? 0) !== version || !isDeepStrictEqual(stored && fieldsOf(stored), former))
          throw new AppError("proposal-outdated");
        const isSameSchedule = stored?.payoutSchedule === terms.payoutSchedule;
        await writeTerms(database, session, stored, {
          ...terms,
          rewardAsset: "USD",
          rewardValue: terms.levels[0] ?? "0",
          commissionLevels: terms.levels.length,
          version: version + 1,
          nextPayoutDate: isSameSchedule ? stored.nextPayoutDate : nextPayout(terms.payoutSchedule, clock.now()),
        });
      }),
  };
}

/** Whether more of the house's money may go out by it, sooner or with less of a look. */
function promisesMore(former: AffiliateTermsFields | null, terms: AffiliateTermsFields): boolean {
  if (former !== null && parseAmount(terms.fourEyesAbove) > parseAmount(former.fourEyesAbove)) return true;
  if (!terms.active) return false;
  if (!former?.active || former.rewardType !== terms.rewardType) return true;
  const isMore = terms.levels.some((value, index) => isAbove(terms.rewardType, value, former.levels[index] ?? "0"));
  return isMore || terms.holdDays < former.holdDays || parseAmount(terms.minPayout) < parseAmount(former.minPayout);
}

function isAbove(type: AffiliateTermsFields["rewardType"], value: string, former: string): boolean {
  return type === "flat" ? parseAmount(value) > parseAmount(former) : (ppmOf(value) ?? 0) > (ppmOf(former) ?? 0);
}

/** Writes the terms, sealed; there is one row. */
export async function writeTerms(
  database: Database,
  session: ClientSession,
  stored: Pick<TermsDocument, "uid"> | null,
  fields: Partial<Omit<TermsDocument, "id" | "uid" | "userId" | "revision" | "deleted" | "seal" | "_id">>,
): Promise<void> {
  const uid = stored?.uid ?? randomUUID();
  await putReplicated(database, session, TERMS, PUBLIC_OWNER, [{ uid, fields }]);
  const after = await termsCollection(database).findOne({ uid }, { session });
  if (!after) throw new Error("the terms of the affiliate programme were not stored");
  const seal = sealRow(database, TERMS_KIND, after);
  await termsCollection(database).updateOne({ uid }, { $set: { seal } }, { session });
}

/** The terms in one line, for whoever reads later what was set. */
function wordsOf({
  rewardType,
  levels,
  minPayout,
  payoutSchedule,
  holdDays,
  assetCode,
  active,
  ...terms
}: AffiliateTermsFields) {
  const what = rewardType === "flat" ? "USD for a first deposit or trade" : "percent of collected fees";
  const when = `held ${holdDays} days, paid ${payoutSchedule} in ${assetCode} from ${minPayout} USD on`;
  return `${active ? "open" : "closed"}, ${levels.join(" and ")} ${what}, ${when}, two operators above ${terms.fourEyesAbove} USD`;
}
