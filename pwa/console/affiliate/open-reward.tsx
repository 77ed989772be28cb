import { t } from "@lingui/core/macro";
import { dollarsOf } from "#pwa/parts/affiliate/dollars.ts";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { AffiliateReward } from "#schemas/affiliate-desk.ts";
import { AFFILIATE_DESK_ENDPOINTS } from "#schemas/endpoints/affiliate-desk.ts";
import { rewardKindText, rewardStateText, signalText } from "./affiliate-desk-words.ts";

/** All that is known of a reward, and taking it back. */
export function OpenReward({ reward }: { readonly reward: AffiliateReward }) {
  const { id, userId, referredUserId, level, kind, eventId, fee, assetCode, amount, at, heldUntil, state } = reward;
  const when = (instant: string) => formatDate(Date.parse(instant), { withTime: true });
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Facts
        facts={[
          { name: t({ message: "State", context: "how something stands" }), value: rewardStateText(state) },
          {
            name: t({ message: "Amount", context: "of a reward" }),
            value: amount === null ? t`No price is known yet` : dollarsOf(amount),
          },
          { name: t`What for`, value: rewardKindText(reward) },
          ...(kind === "fee" ? [{ name: t`Fee`, value: <Amount value={fee} assetCode={assetCode} /> }] : []),
          { name: t({ message: "Who gets it", context: "a reward" }), value: <PersonLink id={userId} /> },
          { name: t({ message: "For whom", context: "a reward" }), value: <PersonLink id={referredUserId} /> },
          { name: t({ message: "Level", context: "of a reward" }), value: String(level) },
          { name: t({ message: "Earned", context: "when" }), value: when(at) },
          { name: t`Held until`, value: when(heldUntil) },
          { name: t({ message: "Event", context: "on the ledger" }), value: <Code text={eventId} /> },
        ]}
      />
      {reward.isCovered ? null : (
        <Notice>{t`It is paid once enough was collected in fees from the person it is for.`}</Notice>
      )}
      {reward.signals.map((signal) => (
        <Notice key={signal} tone="warn">
          {signalText(signal)}
        </Notice>
      ))}
      {reward.reason === "" ? null : <AsTyped>{saidWords(reward.reason)}</AsTyped>}
      <TakeBack reward={reward} key={id} />
    </div>
  );
}

function TakeBack({
  reward: { id, kind, state, userId, referredUserId, amount },
}: {
  readonly reward: AffiliateReward;
}) {
  const may = useMay();
  const ownId = useOwnId();
  const [isAsked, setAsked] = useState(false);
  const isOver = kind === "reversal" || state === "paying" || state === "reversed";
  if (isOver || !may(AFFILIATE_DESK_ENDPOINTS.reverseAffiliateReward) || [userId, referredUserId].includes(ownId))
    return null;
  return (
    <>
      <Button variant="danger" className="self-start" onClick={() => setAsked(true)}>
        <Trans>Take it back</Trans>
      </Button>
      {isAsked ? (
        <ReasonSheet
          title={t`Take reward ${id} back?`}
          description={
            state === "paid"
              ? t`It was paid: the next payouts are less by it.`
              : t`It is not paid, and stays in the list.`
          }
          submit={t`Take it back`}
          tone="danger"
          carryOut={(body) => call(AFFILIATE_DESK_ENDPOINTS.reverseAffiliateReward, { params: { id }, body })}
          done={t`Reward ${id} is taken back`}
          onClose={() => setAsked(false)}
        >
          {amount === null ? null : (
            <Facts facts={[{ name: t({ message: "Amount", context: "of a reward" }), value: dollarsOf(amount) }]} />
          )}
        </ReasonSheet>
      ) : null}
    </>
  );
}
