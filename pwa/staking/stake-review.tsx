import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { type OutcomeVerbs, outcomeWords } from "#pwa/parts/trading/outcome-words.ts";
import { TradeCosts } from "#pwa/parts/trading/trade-costs.tsx";
import { GivenAway, isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { STAKING_ENDPOINTS } from "#schemas/endpoints/staking.ts";
import type { StakeCheckOutput } from "#schemas/staking-calls.ts";
import { lockWords, rateNow, rateWords } from "./stake-words.ts";
import type { Offer } from "./use-staking.ts";

interface StakeReviewProps {
  readonly offer: Offer;
  readonly amount: string;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Everything that a stake comes to, its one confirmation, and what became of it. */
export function StakeReview({ offer, amount, onBack, onClose }: StakeReviewProps) {
  const { assetCode } = offer;
  const confirmation = useConfirmation(
    useMemo(() => callsFor(offer, amount), [offer, amount]),
    what("stake", { amount, assetCode }),
  );
  const { state } = confirmation;
  return (
    <ReviewSheet
      title={state.step === "tracking" ? t`Your stake` : t`Check before you stake`}
      label={t`Confirm and stake`}
      isHeldBack={isProofMissing(confirmation)}
      renderOutcome={(submission, isOnline) => (
        <ReviewOutcome submission={submission} words={outcomeWords(VERBS, submission, isOnline)} />
      )}
      confirmation={confirmation}
      onClose={onBack}
      onDone={onClose}
    >
      {"check" in state ? (
        <>
          <GivenAway confirmation={confirmation} />
          <StakeFacts offer={offer} check={state.check} />
          <TradeCosts check={state.check} />
          <TradeProof confirmation={confirmation} />
        </>
      ) : null}
    </ReviewSheet>
  );
}

function StakeFacts({ offer, check }: { readonly offer: Offer; readonly check: StakeCheckOutput }) {
  const { assetCode, lockupPeriod } = offer;
  const { amount, unlocksAt, rewards, totalAtEnd, reachDays, early } = check;
  const money = (name: string, value: string) => ({ name, value: <Amount value={value} assetCode={assetCode} /> });
  return (
    <>
      <Facts
        facts={[
          ...(amount === null ? [] : [money(t({ message: "You stake", context: "how much" }), amount)]),
          { name: t({ message: "Rate", context: "of a stake" }), value: rateWords(rateNow(offer)) },
          { name: t({ message: "Lock-up", context: "of a stake" }), value: lockWords(lockupPeriod) },
          ...(unlocksAt === null
            ? [money(t`Rewards in a year, at this rate`, rewards)]
            : [
                {
                  name: t({ message: "Unlocks", context: "of a stake" }),
                  value: formatDate(Date.parse(unlocksAt), { withTime: true }),
                },
                money(t`Rewards to the end`, rewards),
              ]),
          ...(unlocksAt !== null || reachDays === null
            ? []
            : [
                {
                  name: t`The pool lasts, with what is staked now`,
                  value: plural(reachDays, { one: "# day", other: "# days" }),
                },
              ]),
          ...(totalAtEnd === null ? [] : [money(t`In all, at the end`, totalAtEnd)]),
          ...(unlocksAt === null ? [] : [money(t`Back if you leave early`, early.receives)]),
        ]}
      />
      <p className="text-sm text-ink-2">
        {unlocksAt === null ? (
          <Trans>
            The operator pays the rewards from a pool, as long as it has any; your own money never waits for it. The
            rate can change, and you are told a week before. You can take it out at any time.
          </Trans>
        ) : (
          <Trans>
            The operator pays the rewards from a pool, which keeps yours back to the end. The rate stays. If you leave
            early, you pay the fee and give up rewards that were not paid. It is not staked again by itself.
          </Trans>
        )}
      </p>
    </>
  );
}

const VERBS: OutcomeVerbs = {
  get done() {
    return t({ message: "Staked", context: "it is done" });
  },
  doneIn: (ledger) => t({ message: `Staked in ledger ${ledger}`, context: "it is done" }),
  get notDone() {
    return t`Not staked`;
  },
  get doing() {
    return t({ message: "Staking", context: "it is being done" });
  },
  get doneText() {
    return t`It earns from the close of that ledger on.`;
  },
};

function callsFor({ id: offerId, version }: Offer, amount: string): ConfirmationCalls<StakeCheckOutput> {
  const stake = { offerId, version, amount };
  return {
    look: (signal) => call(STAKING_ENDPOINTS.checkStake, { body: stake, signal }),
    confirm: (check, idempotencyKey, proof) =>
      call(STAKING_ENDPOINTS.stake, { body: { stake, ...confirmationOf(check, idempotencyKey, proof) } }),
  };
}
