import { plural, t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import type { ServiceKeysOutput } from "#schemas/service-keys.ts";

type Changing = ServiceKeysOutput["changing"];

/** Wallets that are being handed to another signing key, and where that is done and told of. */
export function ChangingCard({ changing: { count, accounts } }: { readonly changing: Changing }) {
  const shown = formatCount(count);
  return (
    <Card aria-labelledby="changing-keys">
      <CardHeader
        id="changing-keys"
        title={t`Signing keys of wallets`}
        description={
          count === 0
            ? t`No wallet is being handed to another key.`
            : plural(count, {
                one: `${shown} wallet is being handed to another key, and waits for the ledger.`,
                other: `${shown} wallets are being handed to another key, and wait for the ledger.`,
              })
        }
      />
      <List>
        {accounts.map(({ account, userId }) => (
          <li key={account}>
            <ListRow
              title={userId === 0 ? t`Account of the house` : <PersonLink id={userId} />}
              detail={<Address address={account} />}
            />
          </li>
        ))}
      </List>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Link to="/admin-panel/$tab" params={{ tab: "people" }} className="text-accent hover:underline">
          {t`Change the key of a wallet on its owner’s page`}
        </Link>
        <Link
          to="/admin-super/$tab"
          params={{ tab: "audit" }}
          search={{ kind: "rotate" }}
          className="text-accent hover:underline"
        >
          {t`How changes of keys went`}
        </Link>
      </p>
    </Card>
  );
}
