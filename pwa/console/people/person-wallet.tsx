import { t } from "@lingui/core/macro";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount, shortenAddress } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import type { PersonWalletOutput } from "#schemas/people.ts";

/** What is recorded of a wallet beside what the ledger says of it. */
export function PersonWallet({ id }: { readonly id: number }) {
  const asked = useAsk(PEOPLE_ENDPOINTS.personWallet, { params: { userId: id } });
  const wallet = asked.value;
  return (
    <AskedState asked={asked}>
      {wallet === null ? null : (
        <div className="flex flex-col gap-4">
          <LedgerNote wallet={wallet} />
          <Card>
            <CardHeader title={t`Balances, side by side`} />
            {wallet.assets.length === 0 ? (
              <p className="text-sm text-ink-3">{t`This wallet holds nothing.`}</p>
            ) : (
              <Balances wallet={wallet} />
            )}
          </Card>
          <Card>
            <CardHeader title={t`On the ledger`} />
            <Facts facts={ledgerFacts(wallet)} />
          </Card>
        </div>
      )}
    </AskedState>
  );
}

function LedgerNote({ wallet: { ledger, assets } }: { readonly wallet: PersonWalletOutput }) {
  if (ledger.state === "unreachable")
    return <Notice tone="warn">{t`The network cannot be reached: the ledger's side is not known.`}</Notice>;
  if (assets.every(({ agrees }) => agrees))
    return <Notice tone="success">{t`What is recorded agrees with the ledger.`}</Notice>;
  return (
    <Notice tone="error" title={t`Not all sides say the same`}>
      {t`For some seconds that is so after every payment. Look again, and reconcile if it stays.`}
    </Notice>
  );
}

function Balances({ wallet }: { readonly wallet: PersonWalletOutput }) {
  return (
    <Table caption={t`Balances, side by side`}>
      <thead>
        <tr>
          <HeadCell>{t`Asset`}</HeadCell>
          <HeadCell numeric>{t`Ledger`}</HeadCell>
          <HeadCell numeric>{t({ message: "Recorded", context: "a balance in our books" })}</HeadCell>
          <HeadCell numeric>{t({ message: "Shown to them", context: "a balance on their devices" })}</HeadCell>
          <HeadCell numeric>{t`Spendable`}</HeadCell>
          <HeadCell />
        </tr>
      </thead>
      <tbody>
        {wallet.assets.map(({ assetCode, issuer, ledger, recorded, shown, spendable, agrees }) => (
          <tr key={`${assetCode}-${issuer}`}>
            <Cell>
              <span className="font-medium">{assetCode}</span>
              {issuer === "" ? null : (
                <bdi dir="ltr" title={issuer} className="block font-mono text-xs text-ink-3">
                  {shortenAddress(issuer)}
                </bdi>
              )}
            </Cell>
            {[ledger, recorded, shown, spendable].map((amount, side) => (
              // oxlint-disable-next-line react/no-array-index-key -- sides stand where they stand.
              <Cell key={side} numeric>
                {amount === null ? "—" : <Amount value={amount} />}
              </Cell>
            ))}
            <Cell>{agrees ? null : <Badge tone="down">{t`Differs`}</Badge>}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function ledgerFacts({ address, ledger, recorded }: PersonWalletOutput) {
  return [
    { name: t`Address`, value: address === null ? t`No wallet yet` : <Address address={address} full /> },
    ...(ledger.state === "found"
      ? [
          { name: t`Kept back by the network`, value: <Amount value={ledger.reserve} assetCode="XLM" /> },
          { name: t`Sequence number`, value: <bdi className="numeric">{ledger.sequence}</bdi> },
          ...ledger.signers.map(({ key, weight }) => ({
            name: t`Signs with weight ${weight} of ${ledger.threshold}`,
            value: <Address address={key} />,
          })),
          { name: t`Ledger that was asked`, value: formatCount(ledger.asOfLedger) },
        ]
      : []),
    ...(ledger.state === "missing" ? [{ name: t`Account`, value: t`None on the ledger` }] : []),
    { name: t`Last recorded change, ledger`, value: formatCount(recorded.asOfLedger) },
    { name: t`Recorded up to ledger`, value: formatCount(recorded.ingestedLedger) },
  ];
}
