import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Amount } from "#pwa/ui/amount.tsx";
import { shortenAddress, formatList } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { parseAmount } from "#schemas/values/money.ts";
import type { TradeCheck } from "./agreed.ts";
import { ComingFee } from "#pwa/parts/confirming/coming-fee.tsx";
import { leftFacts } from "#pwa/parts/confirming/left-facts.tsx";

/** What a trade takes beside itself, and what is left of it afterwards. */
export function TradeCosts({ check }: { readonly check: TradeCheck }) {
  const { networkFee, isFeeSponsored, operatorFees, reserve, left } = check;
  return (
    <>
      <Facts
        facts={[
          {
            name: t`Network fee, at most`,
            value: isFeeSponsored ? t`Paid for you` : <Amount value={networkFee} assetCode="XLM" />,
          },
          ...operatorFees.map(({ amount, assetCode }) => ({
            name: t`Fee to Astrolabe`,
            value: <Amount value={amount} assetCode={assetCode} />,
          })),
          ...(parseAmount(reserve) === 0n
            ? []
            : [{ name: t`Kept aside by the network`, value: <Amount value={reserve} assetCode="XLM" /> }]),
          ...leftFacts(left),
        ]}
      />
      <ComingFee coming={check.comingFees} />
    </>
  );
}

/** Says which assets the same transaction adds to the account; nothing where it adds none. */
export function AddedAssets({ check: { adds } }: { readonly check: TradeCheck }) {
  if (adds.length === 0) return null;
  const codes = formatList(adds.map(({ assetCode }) => assetCode));
  return (
    <Notice
      title={plural(
        { count: adds.length },
        {
          one: `${codes} is added to your account`,
          other: `${codes} are added to your account`,
        },
      )}
    >
      {plural(
        { count: adds.length },
        {
          one: `You do not hold ${codes} yet. The same transaction adds it, and the network keeps some XLM aside for each asset you hold. It stays yours.`,
          other: `You do not hold ${codes} yet. The same transaction adds them, and the network keeps some XLM aside for each asset you hold. It stays yours.`,
        },
      )}
      {adds.map(({ assetCode, issuer: address }) => {
        const issuer = shortenAddress(address);
        return (
          <span key={`${assetCode}-${address}`} className="block">
            <Trans>
              {assetCode} issued by <span className="font-mono">{issuer}</span>
            </Trans>
          </span>
        );
      })}
    </Notice>
  );
}
