import { codeOf, issuerOf } from "#pwa/parts/market-data/pair.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";

/** An amount and whose asset it is: codes alone can be anybody's. */
export function NamedAmount({ amount, asset }: { readonly amount: string; readonly asset: string }) {
  const issuer = issuerOf(asset);
  return (
    <span className="flex flex-col items-end">
      <Amount value={amount} assetCode={codeOf(asset)} />
      {issuer === "" ? null : (
        <span title={issuer} className="font-mono text-xs font-normal text-ink-3">
          {shortenAddress(issuer)}
        </span>
      )}
    </span>
  );
}
