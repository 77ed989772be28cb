import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Coins } from "lucide-react";
import { useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatDate, formatPercent } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { OwnStakes } from "./own-stakes.tsx";
import { RewardHistory } from "./reward-history.tsx";
import { lockWords, rateNow, rateToCome, rateWords } from "./stake-words.ts";
import { type Offer, useStaking } from "./use-staking.ts";

const StakeSheet = later(async () => (await import("./stake-sheet.tsx")).StakeSheet);

export function StakingScreen() {
  const { user } = useSession();
  return user === null ? null : <Staking key={user.id} />;
}

function Staking() {
  const staking = useStaking();
  const isOnline = useOnline();
  const [chosen, setChosen] = useState<Offer | null>(null);
  return (
    <Page
      title={t`Staking`}
      description={t`Set an asset aside for a reward. Rewards are paid by the operator from a pool of their own; the network pays none.`}
    >
      <div className="flex flex-col gap-4">
        {isOnline ? null : (
          <Notice tone="warn">
            <Trans>You are offline: your stakes earn on, and nothing can be staked or taken out.</Trans>
          </Notice>
        )}
        {staking.isLoading ? (
          <Skeleton className="h-64 w-full" />
        ) : (
          <>
            {staking.stakes.length === 0 ? null : <OwnStakes staking={staking} isOnline={isOnline} />}
            <Offers offers={staking.offers} isOnline={isOnline} onChoose={setChosen} />
            {staking.stakes.length === 0 ? null : <RewardHistory stakes={staking.stakes} />}
          </>
        )}
      </div>
      {chosen === null ? null : <StakeSheet offer={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

interface OffersProps {
  readonly offers: readonly Offer[];
  readonly isOnline: boolean;
  readonly onChoose: (offer: Offer) => void;
}

function Offers({ offers, isOnline, onChoose }: OffersProps) {
  return (
    <section aria-labelledby="staking-offers">
      <CardHeader
        id="staking-offers"
        title={t({ message: "Offers", context: "to stake" })}
        description={t`A rate is for a year and simple: what it earns is not staked again. What you agree to stays as it is for your stake.`}
      />
      {offers.length === 0 ? (
        <Card>
          <EmptyState icon={<Coins />} title={t`There is no offer at the moment`}>
            <Trans>When the operator makes one, it is shown here.</Trans>
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {offers.map((offer) => (
            <li key={offer.uid}>
              <OfferCard {...{ offer, isOnline, onChoose }} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface OfferCardProps extends Omit<OffersProps, "offers"> {
  readonly offer: Offer;
}

function OfferCard({ offer, isOnline, onChoose }: OfferCardProps) {
  const { name, description, imageUrl, assetCode, minStakeAmount, lockupPeriod, earlyWithdrawalFee, featured } = offer;
  return (
    <Card aria-label={name} className="h-full">
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {imageUrl === "" ? null : <img src={imageUrl} alt="" className="size-8 rounded-md object-cover" />}
            <bdi>{name}</bdi>
          </span>
        }
        description={description === "" ? undefined : description}
        action={featured ? <Badge tone="accent">{t({ message: "Featured", context: "an offer" })}</Badge> : null}
      />
      <p className="text-xl font-semibold">{rateWords(rateNow(offer))}</p>
      <ComingRate offer={offer} />
      <Facts
        facts={[
          { name: t({ message: "Lock-up", context: "of a stake" }), value: lockWords(lockupPeriod) },
          {
            name: t({ message: "At least", context: "to stake" }),
            value: <Amount value={minStakeAmount} assetCode={assetCode} />,
          },
          ...(lockupPeriod === 0 ? [] : [{ name: t`Fee for leaving early`, value: formatPercent(earlyWithdrawalFee) }]),
          { name: t`Staked by everybody`, value: <Amount value={offer.totalStaked} assetCode={assetCode} /> },
        ]}
      />
      <Button className="mt-3 w-full sm:w-auto" disabled={!isOnline} onClick={() => onChoose(offer)}>
        {t`Stake ${assetCode}`}
      </Button>
    </Card>
  );
}

function ComingRate({ offer }: Pick<OfferCardProps, "offer">) {
  const coming = rateToCome(offer);
  if (coming === null) return null;
  const rate = rateWords(coming.rate);
  const at = formatDate(coming.atMs, { withTime: true });
  return <p className="text-sm text-ink-2">{t`From ${at}: ${rate}`}</p>;
}
