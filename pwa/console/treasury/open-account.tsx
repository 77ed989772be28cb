import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { kindWords, stateTone, stateWords } from "#pwa/console/desk/money-words.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount, shortenAddress } from "#pwa/ui/format.ts";
import { Facts, List, ListRow } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { HouseAsset, HousePayment, TreasuryAccount, TreasuryOutput } from "#schemas/treasury.ts";
import { Budgets } from "./budgets.tsx";
import { AccountBadges } from "./treasury-columns.tsx";
import { AccountMovements } from "./account-movements.tsx";
import { TopUp } from "./top-up.tsx";
import { purposeText } from "./treasury-words.ts";

interface OpenAccountProps {
  readonly account: TreasuryAccount;
  readonly treasury: TreasuryOutput;
}

/** All of one account of the house: what it has on both sides, what is leaving it, what moved, and how to pay into it. */
export function OpenAccount({ account, treasury }: OpenAccountProps) {
  const { purpose, address, spent, exists, assets, underWay, takesTopUps } = account;
  const ledger = treasury.ledger === null ? null : formatCount(treasury.ledger);
  return (
    <div className="flex flex-col gap-5 text-sm">
      <div className="flex flex-col gap-2">
        <p className="text-ink-2">{purposeText(purpose)}</p>
        <Address address={address} full />
        <p className="flex flex-wrap gap-1 empty:hidden">
          <AccountBadges account={account} />
        </p>
      </div>
      {exists ? (
        <section className="flex flex-col gap-3">
          {assets.map((asset) => (
            <AssetFacts key={`${asset.assetCode}-${asset.issuer}`} asset={asset} />
          ))}
          {spent === null ? null : (
            <Facts facts={[{ name: t`Went out in 7 days`, value: <Amount value={spent} assetCode="XLM" /> }]} />
          )}
          {ledger === null ? null : <p className="text-xs text-ink-3">{t`Compared with ledger ${ledger}.`}</p>}
        </section>
      ) : null}
      <Budgets account={account} />
      {takesTopUps ? <TopUp account={account} treasury={treasury} /> : null}
      {underWay.length === 0 ? null : <UnderWay payments={underWay} />}
      <AccountMovements account={account} />
    </div>
  );
}

function AssetFacts({ asset }: { readonly asset: HouseAsset }) {
  const { assetCode, issuer, ledger, recorded, spendable, owed, agrees } = asset;
  const amount = (value: string | null) => (value === null ? "–" : <Amount value={value} assetCode={assetCode} />);
  return (
    <div>
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <bdi dir="ltr">{assetCode}</bdi>
        {issuer === "" ? null : (
          <bdi dir="ltr" title={issuer} className="font-mono text-xs font-normal text-ink-3">
            {shortenAddress(issuer)}
          </bdi>
        )}
        {agrees ? null : <Badge tone="down">{t`Differs`}</Badge>}
      </h3>
      <Facts
        facts={[
          { name: t`On the ledger`, value: amount(ledger) },
          { name: t({ message: "Recorded", context: "a balance in our books" }), value: amount(recorded) },
          { name: t`Spendable`, value: amount(spendable) },
          { name: t({ message: "Owed to people", context: "of what an account has" }), value: amount(owed) },
        ]}
      />
    </div>
  );
}

function UnderWay({ payments }: { readonly payments: readonly HousePayment[] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">
        <Trans>Under way</Trans>
      </h3>
      <List>
        {payments.map(({ id, kind, state, amount, assetCode, to, createdAt }) => (
          <li key={id}>
            <ListRow
              title={
                <>
                  {kindWords(kind)} <span className="numeric text-ink-3">{id}</span>
                </>
              }
              detail={to === "" ? null : <Address address={to} />}
              trail={
                <span className="flex flex-wrap items-center justify-end gap-2">
                  {amount === null ? null : <Amount value={amount} assetCode={assetCode} />}
                  <Badge tone={stateTone(state)}>{stateWords(state)}</Badge>
                </span>
              }
              trailDetail={<TimeAgo at={createdAt} />}
            />
          </li>
        ))}
      </List>
    </section>
  );
}
