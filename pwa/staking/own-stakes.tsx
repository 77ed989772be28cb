import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { OfferRate } from "#schemas/staking.ts";
import { percentOf } from "#schemas/values/accrual.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { lockWords, rateNow, rateWords, statusTone, statusWords } from "./stake-words.ts";
import { type Stake, type Staking, useUnpaid } from "./use-staking.ts";

const UnstakeSheet = later(async () => (await import("./unstake-sheet.tsx")).UnstakeSheet);
const RewardSheet = later(async () => (await import("./reward-sheet.tsx")).RewardSheet);

interface OwnStakesProps {
  readonly staking: Staking;
  readonly isOnline: boolean;
}

/** What this person has staked, what it has earned by now, and the ways out. */
export function OwnStakes({ staking: { stakes, ratesOf }, isOnline }: OwnStakesProps) {
  const [leaving, setLeaving] = useState<Stake | null>(null);
  const [claiming, setClaiming] = useState<Stake | null>(null);
  return (
    <section aria-labelledby="own-stakes">
      <CardHeader
        id="own-stakes"
        title={t`Your stakes`}
        description={t`They are still yours, and count in what you have.`}
      />
      <ul className="grid gap-4 lg:grid-cols-2">
        {stakes.map((stake) => (
          <li key={stake.uid}>
            <StakeCard
              {...{ stake, isOnline }}
              rates={ratesOf(stake)}
              onLeave={() => setLeaving(stake)}
              onClaim={() => setClaiming(stake)}
            />
          </li>
        ))}
      </ul>
      {leaving === null ? null : <UnstakeSheet stake={leaving} onClose={() => setLeaving(null)} />}
      {claiming === null ? null : (
        <RewardSheet stake={claiming} rates={ratesOf(claiming)} onClose={() => setClaiming(null)} />
      )}
    </section>
  );
}

interface StakeCardProps {
  readonly stake: Stake;
  readonly rates: readonly OfferRate[];
  readonly isOnline: boolean;
  readonly onLeave: () => void;
  readonly onClaim: () => void;
}

function StakeCard({ stake, rates, isOnline, onLeave, onClaim }: StakeCardProps) {
  const { id, name, status, reason } = stake;
  const unpaid = useUnpaid(stake, rates);
  const isResting = status === "active" && parseAmount(stake.paying) === 0n;
  const mayClaim = (isResting || status === "withdrawn") && parseAmount(stake.paying) === 0n && unpaid > 0n;
  return (
    <Card aria-label={t`Stake ${id}`} className="h-full">
      <CardHeader
        title={<bdi>{name}</bdi>}
        description={t`Stake ${id}`}
        action={<Badge tone={statusTone(stake)}>{statusWords(stake)}</Badge>}
      />
      {reason === "" || status === "withdrawn" ? null : <Notice tone="warn">{saidWords(reason)}</Notice>}
      <StakeFacts stake={stake} rates={rates} unpaid={unpaid} />
      {isResting || mayClaim ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {isResting ? (
            <Button variant="secondary" disabled={!isOnline} onClick={onLeave}>
              <Trans>Take out</Trans>
            </Button>
          ) : null}
          {mayClaim ? (
            <Button variant="secondary" disabled={!isOnline} onClick={onClaim}>
              <Trans>Get the rewards</Trans>
            </Button>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}

function StakeFacts({ stake, rates, unpaid }: Pick<StakeCardProps, "stake" | "rates"> & { readonly unpaid: bigint }) {
  const { assetCode, amount, left, terms, endDate, startDate, status, paid, paying, forfeited } = stake;
  const rate =
    terms.lockupDays > 0
      ? percentOf(terms.ratePpm)
      : rateNow({ rates: [...rates], rewardRate: percentOf(terms.ratePpm) });
  const money = (name: string, value: string) => ({ name, value: <Amount value={value} assetCode={assetCode} /> });
  const isIn = status === "active" || status === "withdrawing";
  const many = (name: string, value: string) => (parseAmount(value) === 0n ? [] : [money(name, value)]);
  return (
    <Facts
      facts={[
        money(t({ message: "Staked", context: "how much" }), isIn ? left : amount),
        { name: t({ message: "Rate", context: "of a stake" }), value: rateWords(rate) },
        { name: t({ message: "Lock-up", context: "of a stake" }), value: lockWords(terms.lockupDays) },
        {
          name: t({ message: "Since", context: "of a stake" }),
          value: formatDate(Date.parse(startDate), { withTime: true }),
        },
        ...(endDate === null
          ? []
          : [
              {
                name: t({ message: "Unlocks", context: "of a stake" }),
                value: formatDate(Date.parse(endDate), { withTime: true }),
              },
            ]),
        ...(status === "failed"
          ? []
          : [money(status === "withdrawn" ? t`Rewards owed to you` : t`Earned, not paid yet`, formatAmount(unpaid))]),
        ...many(t`Rewards on their way`, paying),
        ...many(t`Rewards paid`, paid),
        ...many(t`Rewards given up`, forfeited),
      ]}
    />
  );
}
