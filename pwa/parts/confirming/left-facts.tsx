import { t } from "@lingui/core/macro";
import { Amount } from "#pwa/ui/amount.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import type { LeftOutput } from "#schemas/wallet.ts";

/** What is left to spend of each asset, as every review tells it. */
export function leftFacts(left: readonly LeftOutput[]) {
  return left.map(({ assetCode, issuer, spendable }) => {
    const hasNamesake = left.some((other) => other.assetCode === assetCode && other.issuer !== issuer);
    const asset = hasNamesake ? `${assetCode} (${shortenAddress(issuer ?? "")})` : assetCode;
    return {
      name: t`${asset} left to spend`,
      value: <Amount value={spendable} assetCode={assetCode} />,
    };
  });
}
