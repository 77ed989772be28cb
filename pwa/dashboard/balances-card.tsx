import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { AsOf } from "#pwa/parts/assets/as-of.tsx";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { originOf } from "#pwa/parts/assets/facts-words.ts";
import { useHeldFacts } from "#pwa/parts/assets/use-asset-facts.ts";
import type { Holding } from "#pwa/parts/assets/holdings.ts";
import { UsdValue } from "#pwa/parts/assets/usd-value.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { formatCount } from "#pwa/ui/format.ts";

/** The home screen stays short; all of them are a tap away. */
const SHOWN = 8;

interface BalancesCardProps {
  readonly userId: number;
  readonly holdings: readonly Holding[];
}

export function BalancesCard({ userId, holdings }: BalancesCardProps) {
  const facts = useHeldFacts(
    userId,
    holdings.map(({ row }) => row),
  );
  const count = formatCount(holdings.length);
  return (
    <Card aria-labelledby="dashboard-balances">
      <CardHeader
        id="dashboard-balances"
        title={t`Balances`}
        action={
          <Button asChild variant="link" size="inline">
            <Link to="/assets">
              {holdings.length > SHOWN ? t({ message: `All ${count}`, context: "link to all balances" }) : t`See all`}
            </Link>
          </Button>
        }
      />
      {holdings.length === 0 ? (
        <NoBalance />
      ) : (
        <List aria-label={t`Balances`}>
          {holdings.slice(0, SHOWN).map(({ row, price }) => (
            <li key={row.uid} className="flex items-center gap-1">
              <Link
                to="/assets/$asset"
                params={{ asset: row.uid }}
                className="-ms-2 -me-1 block min-w-0 flex-1 rounded-sm ps-2 pe-1 transition-colors duration-150 hover:bg-surface-2"
              >
                <ListRow
                  lead={<AssetMark asset={row} image={facts.get(row.uid)?.image ?? null} />}
                  title={row.assetCode}
                  detail={originOf(row.issuer, facts.get(row.uid) ?? null)}
                  trail={<Amount value={row.balance} />}
                  trailDetail={<UsdValue balance={row.balance} price={price} />}
                />
              </Link>
              <AsOf what={row.assetCode} ledger={row.asOfLedger} />
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

function NoBalance() {
  const { user } = useSession();
  return (
    <EmptyState icon={<Hourglass />} title={t`Your account is waiting for its first XLM`}>
      {user?.walletAddress === undefined
        ? t`Your wallet is being set up on the network. The balance appears here by itself.`
        : t`It is created by its first payment. Where this network hands out starting funds, they arrive by themselves in a moment; else share your address and receive some.`}
    </EmptyState>
  );
}
