import type { ClientSession, Document } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { worthAt } from "#schemas/values/price.ts";
import { formatAmount, amountText, MAX_STROOPS, parseAmount } from "#schemas/values/money.ts";
import type { AcceptDifferenceInput } from "#schemas/reconciliation.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import { lastPriceOf } from "#server/prices/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { closeIssue } from "#server/platform/issues/issues.ts";
import { activeOf, issuesOf } from "#server/platform/issues/stored-issue.ts";
import { type AssetName, assetKey } from "#server/platform/network/assets.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { type Acceptance, ACCEPTANCES, causeOf, resumeOwn } from "./raise.ts";

type Content = ContentOf<"accept-difference">;

/**
 * Proposes to accept the difference of an asset as understood, with what it comes to. Throws `difference-unknown` where there is
 * no open issue of it, `proposal-open`, `operator-frozen`.
 */
export async function proposeAcceptance(
  runtime: Runtime,
  approvals: Approvals,
  operatorId: number,
  { evidence, ...asset }: AcceptDifferenceInput,
): Promise<ProposalOutput> {
  const issue = await openIssueOf(runtime, asset, null);
  const usd = await worthOf(runtime, asset, issue);
  const found = { fingerprint: fingerprintOf(issue), differs: String(issue["description"]), usd };
  const content = { kind: "accept-difference" as const, ...asset, ...found, evidence };
  const proposal = await approvals.decide({ content, operatorId, reason: evidence });
  if (!proposal) throw new Error("a difference was accepted on one operator's word");
  return proposal;
}

/** Accepting a difference always takes two: with it the asset's payments go on, until another difference is found. */
export function acceptAct(runtime: Runtime): Act<Content> {
  const { database, clock } = runtime;
  return {
    subject: (content) => `difference ${assetKey(content)}`,
    about: () => Promise.resolve([]),
    says: ({ differs, usd, assetCode }) =>
      `The difference of ${assetCode}${usd === null ? "" : `, worth ${amountText(parseAmount(usd))} USD,`} is accepted. ${differs}`,
    whySecond: () => Promise.resolve("Money that nobody can explain is accepted as gone or found."),
    prepare: ({ assetCode, issuer, fingerprint, evidence, differs }) =>
      Promise.resolve(async (session, by) => {
        const asset = { assetCode, issuer };
        const key = assetKey(asset);
        const change = { before: { ...asset, fingerprint }, after: { ...asset, fingerprint, isAccepted: true } };
        await noteAct(runtime, session, by, { action: "accept-difference", userId: null, details: differs, change });
        if (fingerprintOf(await openIssueOf(runtime, asset, session)) !== fingerprint)
          throw new AppError("proposal-outdated");
        const acceptance = { fingerprint, by: by.operatorId, evidence, at: clock.now() };
        await database
          .collection<Acceptance>(ACCEPTANCES)
          .updateOne({ _id: key }, { $set: acceptance }, { upsert: true, session });
        await resumeOwn(runtime, session, asset);
        await closeIssue(runtime, causeOf(key), `operator ${by.operatorId}: ${evidence}`, session, by.operatorId);
      }),
  };
}

async function openIssueOf({ database }: Runtime, asset: AssetName, session: ClientSession | null): Promise<Document> {
  const issue = await issuesOf(database).findOne(activeOf(causeOf(assetKey(asset))), inSession(session));
  if (!issue) throw new AppError("difference-unknown");
  return issue;
}

function fingerprintOf(issue: Document): string {
  return String(issue["metadata"]?.fingerprint);
}

/** What all that differs comes to, in USD; null where no price is known or it is no amount. */
async function worthOf(runtime: Runtime, asset: AssetName, issue: Document): Promise<string | null> {
  const listed: unknown = issue["metadata"]?.differences;
  let sum = 0n;
  for (const each of Array.isArray(listed) ? listed : []) {
    const [ours, theirs] = [String(each.database), String(each.ledger)];
    if (!/^\d+$/.test(ours) || !/^\d+$/.test(theirs) || each.what === "reserves") continue;
    const difference = BigInt(ours) - BigInt(theirs);
    sum += difference < 0n ? -difference : difference;
  }
  const price = (await lastPriceOf(runtime, HOUSE_USER, asset))?.usd?.price ?? null;
  const worth = worthAt(sum, price, "up");
  return worth === null || worth > MAX_STROOPS ? null : formatAmount(worth);
}
