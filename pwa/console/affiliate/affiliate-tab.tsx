import { t } from "@lingui/core/macro";
import { dollarsOf } from "#pwa/parts/affiliate/dollars.ts";
import { useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { numberColumn, stateColumn } from "#pwa/console/desk/common-columns.tsx";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useServedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { type AffiliateReward, RewardState } from "#schemas/affiliate-desk.ts";
import { AFFILIATE_DESK_ENDPOINTS } from "#schemas/endpoints/affiliate-desk.ts";
import { rewardKindText, rewardStateText } from "./affiliate-desk-words.ts";
import { DeskCards } from "./desk-cards.tsx";
import { OpenReward } from "./open-reward.tsx";

const NONE: readonly AffiliateReward[] = [];

/** The affiliate programme: its terms, what it owes, what is held and why, and what was paid. */
export function AffiliateTab() {
  const going = useServedPlace();
  const columns = useMemo(() => rewardColumns(), []);
  const desk = useAsk(AFFILIATE_DESK_ENDPOINTS.affiliateDesk, {});
  const query = searchedBy(going.place);
  const asked = useAsk(
    AFFILIATE_DESK_ENDPOINTS.affiliateRewards,
    { query: { ...query, after: going.place.after } },
    { keepsFormer: true },
  );
  const all = asked.value?.rewards ?? NONE;
  return (
    <>
      {desk.value === null ? <AskedState asked={desk}>{null}</AskedState> : <DeskCards desk={desk.value} />}
      <ListView
        label={t`Rewards`}
        fileName="affiliate-rewards"
        shows={RewardState.options}
        asked={asked}
        all={all}
        rows={all}
        served={{ query, next: asked.value?.next ?? null }}
        columns={columns}
        idOf={({ id }) => id}
        titleOf={(id) => t`Reward ${id}`}
        place={going}
        renderCard={(reward) => <RewardCard reward={reward} />}
        searchLabel={t`Search by the number of a user`}
        filters={
          <ShowFilter
            label={t`Which rewards`}
            items={[
              { value: "all", label: t({ message: "All", context: "rewards" }) },
              ...RewardState.options.map((value) => ({ value, label: rewardStateText(value) })),
            ]}
            value={RewardState.options.find((each) => each === going.place.show) ?? "all"}
            onValueChange={(show) => going.go({ show: show === "all" ? undefined : show }, "replace")}
          />
        }
        empty={{
          title: t`There are no rewards`,
          text: t`What people earn by those whom they brought stands here, event by event.`,
        }}
        renderOpen={(id) => {
          const reward = all.find((each) => each.id === id);
          return reward ? <OpenReward reward={reward} /> : <AskedReward id={id} />;
        }}
      />
    </>
  );
}

/** One that is not on the page that is shown. */
function AskedReward({ id }: { readonly id: number }) {
  const asked = useAsk(AFFILIATE_DESK_ENDPOINTS.affiliateRewards, { query: { ...searchedBy({}), rows: [id] } });
  const reward = asked.value?.rewards[0];
  return (
    <AskedState asked={asked}>
      {reward ? <OpenReward reward={reward} /> : <Notice>{t`There is no such reward.`}</Notice>}
    </AskedState>
  );
}

function rewardColumns(): readonly Column<AffiliateReward>[] {
  return [
    numberColumn(({ id }) => id),
    {
      name: "user",
      label: t({ message: "Who gets it", context: "a reward" }),
      cell: ({ userId }) => <PersonLink id={userId} />,
      text: ({ userId }) => String(userId),
    },
    {
      name: "referred",
      label: t({ message: "For whom", context: "a reward" }),
      cell: ({ referredUserId }) => <PersonLink id={referredUserId} />,
      text: ({ referredUserId }) => String(referredUserId),
    },
    { name: "kind", label: t`What for`, cell: rewardKindText, text: ({ kind }) => kind },
    {
      name: "amount",
      label: t({ message: "Amount", context: "of a reward" }),
      cell: ({ amount }) => (amount === null ? "–" : dollarsOf(amount)),
      text: ({ amount }) => amount ?? "",
    },
    {
      name: "at",
      label: t({ message: "Earned", context: "when" }),
      cell: ({ at }) => formatDate(Date.parse(at), { withTime: true }),
      text: ({ at }) => at,
    },
    stateColumn(
      (reward) => <RewardBadge reward={reward} />,
      ({ state }) => state,
      ({ state }) => RewardState.options.indexOf(state),
    ),
  ];
}

function RewardBadge({ reward: { state, signals } }: { readonly reward: AffiliateReward }) {
  if (signals.length > 0) return <Badge tone="warn">{t({ message: "Held by a signal", context: "a reward" })}</Badge>;
  const tone = state === "paid" ? "up" : state === "reversed" ? "down" : "neutral";
  return <Badge tone={tone}>{rewardStateText(state)}</Badge>;
}

function RewardCard({ reward }: { readonly reward: AffiliateReward }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span>{rewardKindText(reward)}</span>
        <span className="numeric">{reward.amount === null ? "–" : dollarsOf(reward.amount)}</span>
      </p>
      <p className="text-ink-3">{formatDate(Date.parse(reward.at), { withTime: true })}</p>
      <p>
        <RewardBadge reward={reward} />
      </p>
    </div>
  );
}
