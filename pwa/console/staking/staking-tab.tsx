import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import { numberColumn, stateColumn } from "#pwa/console/desk/common-columns.tsx";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatPercent } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { STAKING_DESK_ENDPOINTS } from "#schemas/endpoints/staking-desk.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { lockText } from "./lock-text.ts";
import { type DeskOffer, lastRate } from "./offer-draft.ts";
import { OfferSheet } from "./offer-sheet.tsx";
import { OpenOffer } from "./open-offer.tsx";
import { PoolCards } from "./pool-cards.tsx";

const NONE: readonly DeskOffer[] = [];

/** Offers to stake, and the vault and the pool behind them. */
export function StakingTab() {
  const may = useMay();
  const place = usePlace();
  const { find = "" } = place.place;
  const [isAdding, setAdding] = useState(false);
  const columns = useMemo(() => offerColumns(), []);
  const asked = useAsk(STAKING_DESK_ENDPOINTS.stakingDesk, {});
  const all = asked.value?.offers ?? NONE;
  const rows = useMemo(() => all.filter(({ name, assetCode }) => hasWords([name, assetCode], find)), [all, find]);
  return (
    <>
      {asked.value === null ? null : <PoolCards desk={asked.value} />}
      <ListView
        label={t`Staking offers`}
        fileName="staking-offers"
        asked={asked}
        all={all}
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        titleOf={(id) => all.find((offer) => offer.id === id)?.name ?? t`Offer ${id}`}
        place={place}
        renderCard={(offer) => <OfferCard offer={offer} />}
        searchLabel={t`Search by name or asset`}
        filters={
          may(STAKING_DESK_ENDPOINTS.createStakingOffer) ? (
            <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
              <Trans>Add an offer</Trans>
            </Button>
          ) : null
        }
        empty={{
          title: t`There is no staking offer`,
          text: t`Put money into the account of staking rewards first: locked stakes are taken only as far as it can pay them to their end.`,
        }}
        renderOpen={(id) => {
          const offer = all.find((each) => each.id === id);
          if (offer) return <OpenOffer offer={offer} />;
          return asked.value === null ? null : <Notice>{t`There is no such offer.`}</Notice>;
        }}
      />
      {isAdding ? <OfferSheet former={null} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function offerColumns(): readonly Column<DeskOffer>[] {
  return [
    numberColumn(({ id }) => id),
    {
      name: "name",
      label: t({ message: "Name", context: "of a staking offer" }),
      cell: ({ name }) => <bdi>{name}</bdi>,
      text: ({ name }) => name,
      sortBy: ({ name }) => name,
    },
    {
      name: "asset",
      label: t`Asset`,
      cell: ({ assetCode }) => <bdi dir="ltr">{assetCode}</bdi>,
      text: ({ assetCode }) => assetCode,
      sortBy: ({ assetCode }) => assetCode,
    },
    {
      name: "rate",
      label: t({ message: "APR", context: "simple yearly rate" }),
      cell: (offer) => formatPercent(lastRate(offer)),
      text: lastRate,
    },
    {
      name: "lock",
      label: t({ message: "Lock-up", context: "of a stake" }),
      cell: ({ lockupPeriod }) => lockText(lockupPeriod),
      text: ({ lockupPeriod }) => String(lockupPeriod),
      sortBy: ({ lockupPeriod }) => lockupPeriod,
    },
    {
      name: "staked",
      label: t({ message: "Staked", context: "how much" }),
      cell: ({ totalStaked, assetCode }) => <Amount value={totalStaked} assetCode={assetCode} />,
      text: ({ totalStaked }) => formatAmountText(totalStaked),
    },
    stateColumn(
      (offer) => <OfferBadge offer={offer} />,
      ({ active }) => String(active),
      ({ active }) => (active ? 0 : 1),
    ),
  ];
}

function OfferBadge({ offer: { active } }: { readonly offer: DeskOffer }) {
  return active ? (
    <Badge tone="up">{t({ message: "Open", context: "a staking offer" })}</Badge>
  ) : (
    <Badge>{t({ message: "Closed", context: "a staking offer" })}</Badge>
  );
}

function OfferCard({ offer }: { readonly offer: DeskOffer }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <bdi>{offer.name}</bdi>
        <span>{formatPercent(lastRate(offer))}</span>
      </p>
      <p className="text-ink-3">{lockText(offer.lockupPeriod)}</p>
      <p>
        <Amount value={offer.totalStaked} assetCode={offer.assetCode} />
      </p>
      <p>
        <OfferBadge offer={offer} />
      </p>
    </div>
  );
}
