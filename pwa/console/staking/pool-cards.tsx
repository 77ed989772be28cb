import { plural, t } from "@lingui/core/macro";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { StakingDeskOutput, StakingPool } from "#schemas/staking-desk.ts";
import { parseAmount } from "#schemas/values/money.ts";

/** What vault and pool of each asset have, and how far the pool reaches. */
export function PoolCards({ desk: { pools } }: { readonly desk: StakingDeskOutput }) {
  if (pools.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-4 lg:grid-cols-2">
      {pools.map((pool) => (
        <li key={`${pool.assetCode}-${pool.issuer}`}>
          <PoolCard pool={pool} />
        </li>
      ))}
    </ul>
  );
}

function PoolCard({ pool }: { readonly pool: StakingPool }) {
  const { assetCode, vault, staked, pool: payable, promised, owed, daily, reachDays, halted } = pool;
  const money = (name: string, value: string) => ({ name, value: <Amount value={value} assetCode={assetCode} /> });
  const isShort = parseAmount(payable) < parseAmount(promised) + parseAmount(owed);
  return (
    <Card aria-label={t`Staking of ${assetCode}`} className="h-full">
      <CardHeader title={t`Staking of ${assetCode}`} />
      {halted === "" ? null : (
        <Notice tone="error" title={t`Its staking is halted`}>
          {t`The vault differs from its stakes: see the issues in the overview.`}
        </Notice>
      )}
      {isShort ? (
        <Notice tone="warn">{t`The pool has less than it promised or owes. Pay into the account of staking rewards.`}</Notice>
      ) : null}
      <Facts
        facts={[
          money(t`In the vault`, vault),
          money(t`Staked, all offers`, staked),
          money(t`In the pool`, payable),
          money(t`Promised to locked stakes`, promised),
          money(t`Owed to flexible ones`, owed),
          money(t`Earned by flexible ones in a day`, daily),
          {
            name: t`The rest pays flexible ones for`,
            value:
              reachDays === null
                ? t({ message: "as long as there are none", context: "how long a pool lasts" })
                : plural(reachDays, { one: "# day", other: "# days" }),
          },
        ]}
      />
    </Card>
  );
}
