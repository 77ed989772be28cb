import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { type AssetName, assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { BASE_RESERVE_STROOPS } from "#server/platform/network/entries.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import {
  HOUSE_USER,
  isUnpaid,
  type SubmissionDocument,
  type SubmissionDraft,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { houseAccount } from "./accounts.ts";
import { type Take, takeBudgets } from "./budget.ts";
import { budgetRoom } from "./daily-budgets.ts";

/** What the network asks the sponsor of an account to keep: its two base reserves. */
export const ACCOUNT_RESERVE_STROOPS = 2n * BASE_RESERVE_STROOPS;
/** XLM of its own, beyond its reserve, from which an account can carry that reserve without feeling it. */
const RECLAIM_FROM_STROOPS = 50_000_000n;

/** An account to be opened, and where its owner signed up from; null for one that the house made. */
export interface NewAccount {
  readonly address: string;
  readonly network: string | null;
}

/**
 * Has the sponsor open an account that needs no XLM of its own (CAP-33), within the day's budgets: the house's, and that of
 * the network. Null where the house has no sponsor with money, a budget is used up (that of the account, too), or an attempt is under way.
 */
export async function sponsorAccount(
  runtime: Runtime,
  { address, network }: NewAccount,
  feeBid: bigint,
): Promise<SubmissionDocument | null> {
  const { house, perNetwork } = runtime.config;
  const stroops = ACCOUNT_RESERVE_STROOPS;
  const ofHouse: Take = { name: "reserves", stroops, dailyStroops: house.dailyReserveStroops };
  const dailyStroops = stroops * BigInt(perNetwork.sponsored);
  const ofNetwork: Take[] = network === null ? [] : [{ name: `reserves of ${network}`, stroops, dailyStroops }];
  return submitOnce(runtime, `onboarding-${address}-`, (sponsor) => opening(sponsor, address, feeBid), [
    ofHouse,
    ...ofNetwork,
  ]);
}

/** Has the sponsor open an account of the house that holds no XLM of the house. Null like {@link sponsorAccount}. */
export function sponsorVault(runtime: Runtime, address: string, feeBid: bigint): Promise<SubmissionDocument | null> {
  return submitOnce(runtime, `onboarding-${address}-`, (sponsor) => opening(sponsor, address, feeBid), []);
}

/** Has an account of the house hold an asset, its reserve carried by the sponsor. Null like {@link sponsorAccount}. */
export function sponsorLine(
  runtime: Runtime,
  address: string,
  asset: AssetName,
  feeBid: bigint,
): Promise<SubmissionDocument | null> {
  return submitOnce(
    runtime,
    `line-${address}-${assetKey(asset)}-`,
    (sponsor) => ({
      kind: "house",
      steps: [
        { type: "begin_sponsoring", source: sponsor, sponsored: address },
        { type: "change_trust", source: address, ...asset },
        { type: "end_sponsoring", source: address },
      ],
      holds: [{ ...NATIVE, amount: String(BASE_RESERVE_STROOPS) }],
      fee: String(feeBid * 3n),
    }),
    [],
  );
}

function opening(sponsor: string, address: string, feeBid: bigint): SponsorDraft {
  return {
    kind: "onboarding",
    steps: [
      { type: "begin_sponsoring", source: sponsor, sponsored: address },
      { type: "create_account", source: sponsor, to: address, amount: "0" },
      { type: "end_sponsoring", source: address },
    ],
    holds: [{ ...NATIVE, amount: String(ACCOUNT_RESERVE_STROOPS) }],
    fee: String(feeBid * 3n),
  };
}

/** Hands an account its own reserve once it has XLM enough, which frees the sponsor's for the next new account. */
export async function reclaimReserve(
  runtime: Runtime,
  { _id: address }: AccountDocument,
  feeBid: bigint,
): Promise<SubmissionDocument | null> {
  return submitOnce(
    runtime,
    reclaimPrefix(address),
    (sponsor) => ({
      kind: "reclaim",
      steps: [{ type: "revoke_sponsorship", source: sponsor, account: address }],
      holds: [],
      fee: String(feeBid),
    }),
    [],
  );
}

/** The keys of all submissions that hand an account its reserve, as a condition. */
export function reclaimKeysOf(address: string) {
  return keysBehind(reclaimPrefix(address));
}

function reclaimPrefix(address: string): string {
  return `reclaim-${address}-`;
}

function keysBehind(prefix: string) {
  return { $gte: prefix, $lt: `${prefix}~` };
}

/** Whether the account would carry its own reserve and still have plenty to spend. */
export function canCarryItself(account: AccountDocument): boolean {
  return account.exists && spendableOf(account, NATIVE, new Map()) >= RECLAIM_FROM_STROOPS + ACCOUNT_RESERVE_STROOPS;
}

type SponsorDraft = Pick<SubmissionDraft, "kind" | "steps" | "holds" | "fee">;

/** Records a submission of the sponsor, unless one of the same key is open or has done it; failed ones are tried anew. */
async function submitOnce(
  { database, clock }: Runtime,
  keyPrefix: string,
  draftFor: (sponsor: string) => SponsorDraft,
  takes: readonly Take[],
): Promise<SubmissionDocument | null> {
  const submissions = submissionCollection(database);
  return database.transaction(async (session) => {
    const house = await houseAccount(database, "sponsor", session);
    const sponsor = house && (await takeAccount(database, session, house._id));
    if (!sponsor?.exists) return null;
    const former = await submissions
      .find({ userId: HOUSE_USER, idempotencyKey: keysBehind(keyPrefix) }, { session })
      .toArray();
    if (!former.every(isUnpaid)) return null;
    const draft = draftFor(sponsor._id);
    const needed = draft.holds.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    if (spendableOf(sponsor, NATIVE, await reservationsOf(database, session, sponsor._id)) < needed) return null;
    const room = await budgetRoom({ database, clock }, session, "sponsor", NATIVE);
    if (room !== null && needed > room) return null;
    if (!(await takeBudgets({ database, clock }, session, takes))) return null;
    return insertSubmission({ database, clock }, session, {
      ...draft,
      userId: HOUSE_USER,
      idempotencyKey: `${keyPrefix}${former.length + 1}`,
      fingerprint: "",
      account: sponsor._id,
      memo: "",
      feePayer: null,
      viaChannel: true,
    });
  });
}
