import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount, formatDate, formatPercent } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { STAKING_DESK_ENDPOINTS } from "#schemas/endpoints/staking-desk.ts";
import { percentOf } from "#schemas/values/accrual.ts";
import { lockText, stakeStateText } from "./lock-text.ts";
import { type DeskOffer, lastRate } from "./offer-draft.ts";
import { OfferSheet } from "./offer-sheet.tsx";

/** An offer with its terms, its rates and its stakes by state. */
export function OpenOffer({ offer }: { readonly offer: DeskOffer }) {
  const may = useMay();
  const [isChanging, setChanging] = useState(false);
  const { assetCode, issuer, minStakeAmount, lockupPeriod, earlyWithdrawalFee, rates, stakes } = offer;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { name: t`Asset`, value: <bdi dir="ltr">{issuer === "" ? assetCode : `${assetCode}-${issuer}`}</bdi> },
          { name: t({ message: "APR", context: "simple yearly rate" }), value: formatPercent(lastRate(offer)) },
          { name: t({ message: "Lock-up", context: "of a stake" }), value: lockText(lockupPeriod) },
          { name: t`At least, to stake`, value: <Amount value={minStakeAmount} assetCode={assetCode} /> },
          { name: t`Fee for leaving early`, value: formatPercent(earlyWithdrawalFee) },
          ...rates.map(({ from, ratePpm }) => {
            const at = formatDate(Date.parse(from), { withTime: true });
            return { name: t`From ${at}`, value: formatPercent(percentOf(ratePpm)) };
          }),
        ]}
      />
      <Facts
        facts={stakes.map(({ state, stakes: count, amount }) => ({
          name: `${stakeStateText(state)} (${formatCount(count)})`,
          value: <Amount value={amount} assetCode={assetCode} />,
        }))}
      />
      {may(STAKING_DESK_ENDPOINTS.changeStakingOffer) ? (
        <Button variant="secondary" className="self-start" onClick={() => setChanging(true)}>
          <Trans>Change</Trans>
        </Button>
      ) : null}
      {isChanging ? <OfferSheet former={offer} onClose={() => setChanging(false)} /> : null}
    </div>
  );
}
