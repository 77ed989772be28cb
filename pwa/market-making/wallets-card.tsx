import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { MarketPool } from "./use-market-pools.ts";

/** The wallets that trade for it, and what each has. */
export function WalletsCard({ pool: { id, terms } }: { readonly pool: MarketPool }) {
  const { rows } = useRows("trading_wallets", { where: { poolId: id } });
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  const wallets = rows.toSorted((one, other) => Number(one.label) - Number(other.label));
  return (
    <Card aria-labelledby="wallets">
      <CardHeader
        id="wallets"
        title={t`Trading wallets`}
        description={t`They are yours: what is in them can only go back to your account.`}
      />
      {wallets.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>It has no wallets.</Trans>
        </p>
      ) : (
        <List aria-label={t`Trading wallets`}>
          {wallets.map(({ uid, label, walletAddress, baseBalance, quoteBalance, lastUsed }) => (
            <li key={uid} className="flex flex-col gap-1 py-2.5 text-sm">
              <p className="flex flex-wrap items-center justify-between gap-x-3">
                <Address address={walletAddress} withIdenticon />
                <span className="text-xs text-ink-3">
                  {t`Wallet ${{ number: label }}`}
                  {lastUsed === null ? null : (
                    <>
                      {" · "}
                      <TimeAgo at={lastUsed} />
                    </>
                  )}
                </span>
              </p>
              <p className="flex flex-wrap justify-between gap-x-4">
                <Amount value={baseBalance} assetCode={base} />
                <Amount value={quoteBalance} assetCode={quote} />
              </p>
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}
