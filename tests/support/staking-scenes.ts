import { expect } from "vitest";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { stakeCollection } from "#server/staking/store.ts";
import { eventually } from "./app.ts";
import { type Person, type Scene, secondOperator } from "./money-scenes.ts";

const OFFER = {
  assetCode: "XLM",
  issuer: "",
  name: "XLM at any time",
  description: "",
  imageUrl: "",
  rewardRate: "100",
  minStakeAmount: "1",
  lockupPeriod: 0,
  earlyWithdrawalFee: "0",
  active: true,
  featured: false,
  displayOrder: 0,
  reason: "agreed",
};

/** Two operators make an offer, somebody stakes, has the rewards paid, and takes it out. */
export async function stakeAssets(
  { app, drive }: Scene,
  person: Person,
  operator: Person,
  nextCode: () => string,
): Promise<void> {
  const agree = await secondOperator({ app, drive });
  const kept = await drive("createStakingOffer", operator, { body: { ...OFFER, active: false, lockupPeriod: 30 } });
  expect(kept.status, JSON.stringify(kept.body)).toBe(201);
  await agree(await drive("createStakingOffer", operator, { body: OFFER }));
  await eventually(async () => {
    const vault = (await houseAccounts(app.database)).get("staking") ?? "";
    return accountCollection(app.database).findOne({ _id: vault, exists: true });
  }, 60_000);
  const { offers } = (await drive("stakingDesk", operator)).body;
  const offer = offers.find(({ name, lockupPeriod }: typeof OFFER) => name === OFFER.name && lockupPeriod === 0);
  const stake = { offerId: offer.id, version: offer.version, amount: "5" };
  expect((await drive("checkStake", person, { body: stake })).body.refusals).toEqual([]);
  const agreed = { networkFee: "0.1", operatorFees: [] };
  const shown = { password: person.password, code: nextCode() };
  const staked = await drive("stake", person, {
    body: { stake, agreed, idempotencyKey: "scan-stake-0123456789", ...shown },
  });
  expect(staked.status, JSON.stringify(staked.body)).toBe(202);
  const isIn = (fields: object) =>
    eventually(() => stakeCollection(app.database).findOne({ stakingConfigId: offer.id, ...fields }), 60_000);
  const { id: stakeId } = await isIn({ status: "active" });
  await eventually(
    async () =>
      (await drive("claimRewards", person, { body: { stakeId, idempotencyKey: "scan-rewards-0123456" } })).status < 300,
    30_000,
  );
  await isIn({ claimId: null, paid: { $ne: "0.0000000" } });
  const wish = { stakeId, amount: null };
  const { receives } = (await drive("checkUnstake", person, { body: wish })).body;
  const unstake = { unstake: wish, agreed: { receives, isEarly: false }, idempotencyKey: "scan-unstake-01234567" };
  const out = await drive("unstake", person, { body: unstake });
  expect(out.status, JSON.stringify(out.body)).toBe(202);
  await isIn({ status: "withdrawn" });
  const closed = { ...OFFER, active: false, reason: "over" };
  const change = await drive("changeStakingOffer", operator, { params: String(offer.id), body: closed });
  expect(change.status, JSON.stringify(change.body)).toBe(200);
}
