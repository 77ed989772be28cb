import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { DAY_SECONDS } from "#schemas/values/accrual.ts";
import type { StakeCheckOutput, UnstakeCheckOutput } from "#schemas/staking-calls.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { Approvals } from "#server/approvals/index.ts";
import { route } from "#server/platform/http/route.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { allRefusals } from "#server/platform/submissions/spending.ts";
import { type TradeDeps, tradeOutput } from "#server/trading/index.ts";
import {
  instantOf,
  ledgerTime,
  neededOf,
  type ProofDeps,
  prove,
  senderOf,
  submissionOutput,
  takeLookUp,
} from "#server/wallet/index.ts";
import { claimRewards } from "./claim-rewards.ts";
import { planStake, type StakePlan } from "./plan-stake.ts";
import { readStakingDesk } from "./read-desk.ts";
import { offerAct, setOffer } from "./set-offer.ts";
import { makeStake } from "./stake.ts";
import type { StakeDocument } from "./store.ts";
import { planUnstake, unstake, type UnstakePlan } from "./unstake.ts";

export interface StakingDeps extends TradeDeps {
  readonly network: StellarNetwork;
  readonly proofs: ProofDeps;
}

/** Serves stakes to people, and offers to operators. `kick` says that a payment was accepted. */
export function registerStakingRoutes(
  app: FastifyInstance,
  deps: StakingDeps,
  approvals: Approvals,
  kick: () => void,
): void {
  const { runtime, network, proofs } = deps;
  approvals.define("set-staking-offer", offerAct(deps));

  route(app, ENDPOINTS.checkStake, async ({ session, input }) => {
    await takeLookUp(runtime, session.userId);
    const at = await ledgerTime(network);
    const plan = await planStake(deps, session.userId, input, at);
    return { ...checkOutput(plan, at), ...(await neededOf(runtime, session, plan.verdict.needs)) };
  });
  route(app, ENDPOINTS.stake, async ({ session, input }) => {
    const sender = senderOf(app, session);
    const trader = { userId: session.userId, prove: prove.bind(null, proofs, sender, input) };
    const submission = await makeStake(deps, trader, input);
    kick();
    return submissionOutput(submission);
  });

  route(app, ENDPOINTS.checkUnstake, async ({ session, input }) =>
    unstakeOutput(await planUnstake(deps, session.userId, input)),
  );
  route(app, ENDPOINTS.unstake, async ({ session, input }) => {
    const stake = await unstake(deps, session.userId, input);
    kick();
    return actOutput(stake);
  });
  route(app, ENDPOINTS.claimRewards, async ({ session, input }) => {
    const stake = await claimRewards(deps, session.userId, input);
    kick();
    return actOutput(stake);
  });

  route(app, ENDPOINTS.stakingDesk, () => readStakingDesk(runtime));
  route(app, ENDPOINTS.createStakingOffer, ({ session, input }) =>
    setOffer(deps, approvals, { operatorId: session.userId, offerId: null, input }),
  );
  route(app, ENDPOINTS.changeStakingOffer, ({ session, params, input }) =>
    setOffer(deps, approvals, { operatorId: session.userId, offerId: params.id, input }),
  );
}

function checkOutput(plan: StakePlan, at: number): Omit<StakeCheckOutput, "needsPassword" | "needsSecondFactor"> {
  const { amount, offer, rewards, earlyFee, reachDays } = plan;
  const isLocked = offer.lockupPeriod > 0;
  const staked = amount ?? 0n;
  return {
    ...tradeOutput(plan),
    amount: amount === null ? null : formatAmount(amount),
    unlocksAt: isLocked ? instantOf(at + offer.lockupPeriod * DAY_SECONDS) : null,
    rewards: formatAmount(rewards),
    totalAtEnd: isLocked ? formatAmount(staked + rewards) : null,
    reachDays,
    early: { fee: formatAmount(earlyFee), receives: formatAmount(staked - earlyFee) },
  };
}

function unstakeOutput({ stake, outcome, verdict, refusals }: UnstakePlan): UnstakeCheckOutput {
  const { assetCode, issuer } = stake;
  const { amount, isEarly, earlyFee, operatorFee, receives, rewards, owed, forfeits, stays } = outcome;
  return {
    assetCode,
    issuer,
    amount: formatAmount(amount),
    isEarly,
    earlyFee: formatAmount(earlyFee),
    operatorFee: formatAmount(operatorFee),
    receives: formatAmount(receives > 0n ? receives : 0n),
    rewards: formatAmount(rewards),
    owed: formatAmount(owed),
    forfeits: formatAmount(forfeits),
    stays: formatAmount(stays > 0n ? stays : 0n),
    refusals: allRefusals(verdict, refusals).map(({ told }) => told),
  };
}

function actOutput({ id, status, withdrawing, paying }: StakeDocument) {
  return { stakeId: id, state: status, withdrawing, paying };
}
