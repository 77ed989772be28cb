import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { STAKING_ENDPOINTS } from "#schemas/endpoints/staking.ts";
import type { ToldRefusal } from "#schemas/said.ts";
import type { OfferRate } from "#schemas/staking.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { type Stake, useUnpaid } from "./use-staking.ts";

interface RewardSheetProps {
  readonly stake: Stake;
  readonly rates: readonly OfferRate[];
  readonly onClose: () => void;
}

/** There is nothing to be looked at first: it costs nothing, and what was earned is reckoned here. */
interface Nothing {
  readonly refusals: readonly ToldRefusal[];
}

/** Has the rewards of a stake paid. */
export function RewardSheet({ stake, rates, onClose }: RewardSheetProps) {
  const { id, uid, assetCode } = stake;
  const unpaid = formatAmount(useUnpaid(stake, rates));
  const confirmation = useConfirmation(
    useMemo(() => callsFor(id, uid), [id, uid]),
    what("stake-rewards", { assetCode }),
  );
  return (
    <ReviewSheet
      title={t`Get the rewards`}
      label={t`Confirm`}
      renderPlaced={() => (
        <Notice title={t`Your rewards are on their way`}>
          <Trans>You are told once the ledger has them. You can close this.</Trans>
        </Notice>
      )}
      confirmation={confirmation}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t`Earned, not paid yet`, value: <Amount value={unpaid} assetCode={assetCode} /> },
          { name: t({ message: "Costs", context: "of having rewards paid" }), value: t`Paid for you` },
        ]}
      />
      <p className="text-sm text-ink-2">
        <Trans>The operator pays them from the pool, all that it has earned by then. Your stake goes on.</Trans>
      </p>
    </ReviewSheet>
  );
}

function callsFor(stakeId: number, uid: string): ConfirmationCalls<Nothing> {
  return {
    look: () => Promise.resolve({ refusals: [] }),
    confirm: async (_check, idempotencyKey) => {
      const { state } = await call(STAKING_ENDPOINTS.claimRewards, { body: { stakeId, idempotencyKey } });
      return { placed: { uid, state } };
    },
  };
}
