import { isDeepStrictEqual } from "node:util";
import type { ClientSession } from "mongodb";
import { randomUUID } from "node:crypto";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { type OfferRate, RATE_NOTICE_DAYS } from "#schemas/staking.ts";
import { type StakingOfferFields, type StakingOfferInput, StakingOfferOutput } from "#schemas/staking-desk.ts";
import { DAY_SECONDS, ppmOf } from "#schemas/values/accrual.ts";
import { parseAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import * as v from "valibot";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import { putReplicated, PUBLIC_OWNER } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { instantOf, ledgerTime } from "#server/wallet/index.ts";
import { findOffer, OFFER_KIND, offerCollection, OFFERS, type OfferDocument } from "./store.ts";

type Content = ContentOf<"set-staking-offer">;

export interface OfferDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
}

interface Wish {
  readonly operatorId: number;
  /** Null for a new offer. */
  readonly offerId: number | null;
  readonly input: StakingOfferInput;
}

/**
 * Adds an offer or changes one; what promises more of the house's money is proposed. Stakes that there are keep their terms. Throws
 * `stake-offer-unknown`, `stake-offer-fixed`, `stake-rate-notice`, `stake-rate-waits`, `proposal-open`, `operator-frozen`.
 */
export async function setOffer(
  deps: OfferDeps,
  approvals: Approvals,
  { operatorId, offerId, input }: Wish,
): Promise<StakingOfferOutput | { readonly proposal: ProposalOutput }> {
  const { database } = deps.runtime;
  const { reason, rateFrom, ...offer } = input;
  const stored = offerId === null ? null : await findOffer(database, offerId, null);
  if (offerId !== null && !stored) throw new AppError("stake-offer-unknown");
  refuseUnfit(stored, offer, rateFrom, await ledgerTime(deps.network));
  const content: Content = {
    kind: "set-staking-offer",
    offerId,
    offer,
    former: stored && fieldsOf(stored),
    version: stored?.version ?? 0,
    ...(rateFrom !== undefined && { rateFrom: new Date(rateFrom).toISOString() }),
  };
  const proposal = await approvals.decide({ content, operatorId, reason });
  if (proposal) return { proposal };
  const which = offerId === null ? { name: offer.name, assetCode: offer.assetCode } : { id: offerId };
  const made = await offerCollection(database).findOne(which, { sort: { id: -1 } });
  if (!made) throw new Error(`offer ${offer.name} was not stored`);
  return offerOutput(made);
}

export function offerOutput(offer: OfferDocument): StakingOfferOutput {
  const picked = Object.keys(StakingOfferOutput.entries).map((name) => [name, offer[name]]);
  return v.parse(StakingOfferOutput, Object.fromEntries(picked));
}

/** What operators set of an offer, as it is. */
function fieldsOf(offer: OfferDocument): StakingOfferFields {
  const { assetCode, issuer, name, description, imageUrl, rewardRate, minStakeAmount } = offer;
  const { lockupPeriod, earlyWithdrawalFee, active, featured, displayOrder } = offer;
  const shown = { name, description, imageUrl, active, featured, displayOrder };
  return { assetCode, issuer, ...shown, rewardRate, minStakeAmount, lockupPeriod, earlyWithdrawalFee };
}

/** What is promised stays: the asset, whether it is locked, and of a flexible one its rate until it was told long enough. */
function refuseUnfit(
  stored: OfferDocument | null,
  offer: StakingOfferFields,
  rateFrom: string | undefined,
  now: number,
): void {
  if (!stored) return;
  const isFlexible = stored.lockupPeriod === 0;
  if (
    stored.assetCode !== offer.assetCode ||
    stored.issuer !== offer.issuer ||
    isFlexible !== (offer.lockupPeriod === 0)
  )
    throw new AppError("stake-offer-fixed");
  if (!isFlexible || ppmOf(lastRate(stored)) === ppmOf(offer.rewardRate)) return;
  const from = rateFrom === undefined ? 0 : new Date(rateFrom).getTime() / 1000;
  const least = now + RATE_NOTICE_DAYS * DAY_SECONDS;
  if (!(from >= least && from <= now + 365 * DAY_SECONDS))
    throw new AppError("stake-rate-notice", { days: RATE_NOTICE_DAYS });
  const last = stored.rates.at(-1);
  if (last && new Date(last.from).getTime() / 1000 >= from) throw new AppError("stake-rate-waits");
}

function lastRate({ rates, rewardRate }: OfferDocument): string {
  const last = rates.at(-1);
  return last ? String(last.ratePpm / 10_000) : rewardRate;
}

/** An offer: one operator closes it or words it otherwise, two promise more of the house's money. */
export function offerAct({ runtime, network }: OfferDeps): Act<Content> {
  const { database } = runtime;
  return {
    subject: ({ offerId, offer }) => (offerId === null ? `staking offer ${offer.name}` : `staking offer ${offerId}`),
    about: () => Promise.resolve([]),
    says: ({ offerId, offer, rateFrom }) =>
      `${offerId === null ? "A new staking offer" : `Staking offer ${offerId} becomes`}: ${wordsOf(offer)}${rateFrom === undefined ? "" : `, its rate from ${rateFrom} on`}.`,
    whySecond: ({ offer, former }) =>
      Promise.resolve(promisesMore(former, offer) ? "It promises money of the house." : null),
    prepare: async (content) => {
      const now = await ledgerTime(network);
      return async (session, by) => {
        const { offerId, offer, former, version, rateFrom } = content;
        const details = `${offerId === null ? "new offer" : `offer ${offerId}`}, ${wordsOf(offer)}`;
        const change = { before: former, after: { ...offer, ...(rateFrom !== undefined && { rateFrom }) } };
        await noteAct(runtime, session, by, { action: "set-staking-offer", userId: null, details, change });
        const stored = offerId === null ? null : await findOffer(database, offerId, session);
        if ((stored?.version ?? 0) !== version || !isDeepStrictEqual(stored && fieldsOf(stored), former))
          throw new AppError("proposal-outdated");
        refuseUnfit(stored, offer, rateFrom, now);
        await writeOffer(runtime, session, { stored, offer, rateFrom, now });
      };
    },
  };
}

/** Whether more of the house's money may go out by it, sooner or on easier terms. */
function promisesMore(former: StakingOfferFields | null, offer: StakingOfferFields): boolean {
  if (!offer.active) return false;
  if (!former?.active) return true;
  const less = (one: string, other: string) => (ppmOf(one) ?? 0) < (ppmOf(other) ?? 0);
  return (
    less(former.rewardRate, offer.rewardRate) ||
    less(offer.earlyWithdrawalFee, former.earlyWithdrawalFee) ||
    former.lockupPeriod !== offer.lockupPeriod ||
    parseAmount(offer.minStakeAmount) < parseAmount(former.minStakeAmount)
  );
}

interface Written {
  readonly stored: OfferDocument | null;
  readonly offer: StakingOfferFields;
  readonly rateFrom: string | undefined;
  readonly now: number;
}

async function writeOffer({ database }: Runtime, session: ClientSession, written: Written): Promise<void> {
  const { stored, offer } = written;
  const rates = ratesOf(written);
  const isTerms =
    stored === null ||
    stored.rewardRate !== offer.rewardRate ||
    stored.lockupPeriod !== offer.lockupPeriod ||
    stored.earlyWithdrawalFee !== offer.earlyWithdrawalFee ||
    stored.minStakeAmount !== offer.minStakeAmount;
  const uid = stored?.uid ?? randomUUID();
  const fields = {
    ...offer,
    // A flexible one's is told by its list: until the next one counts it is the former.
    rewardRate: stored && offer.lockupPeriod === 0 ? stored.rewardRate : offer.rewardRate,
    rates,
    version: (stored?.version ?? 0) + (isTerms ? 1 : 0),
    ...(stored === null && { totalStaked: ZERO_AMOUNT, ratesTold: rates.length, toldUpTo: 0 }),
  };
  await putReplicated(database, session, OFFERS, PUBLIC_OWNER, [{ uid, fields }]);
  const after = await offerCollection(database).findOne({ uid }, { session });
  if (!after) throw new Error(`offer ${uid} was not stored`);
  await offerCollection(database).updateOne(
    { uid },
    { $set: { seal: sealRow(database, OFFER_KIND, after) } },
    { session },
  );
}

function ratesOf({ stored, offer, rateFrom, now }: Written): readonly OfferRate[] {
  if (offer.lockupPeriod > 0) return [];
  const ratePpm = ppmOf(offer.rewardRate) ?? 0;
  if (!stored) return [{ from: instantOf(now), ratePpm }];
  if (ppmOf(lastRate(stored)) === ratePpm || rateFrom === undefined) return stored.rates;
  return [...stored.rates, { from: rateFrom, ratePpm }];
}

/** The whole offer in one line, for whoever reads later what was set. */
function wordsOf({
  name,
  assetCode,
  rewardRate,
  lockupPeriod,
  earlyWithdrawalFee,
  minStakeAmount,
  active,
}: StakingOfferFields) {
  const lock =
    lockupPeriod === 0
      ? "left at any time"
      : `locked ${lockupPeriod} days, ${earlyWithdrawalFee} percent for leaving early`;
  return `“${name}”, ${rewardRate} percent a year on ${assetCode}, ${lock}, at least ${minStakeAmount}, ${active ? "open" : "closed"}`;
}
