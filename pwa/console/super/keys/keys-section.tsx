import { plural, t } from "@lingui/core/macro";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { ServiceKey, ServiceKeyKind } from "#schemas/service-keys.ts";
import { ChangingCard } from "./changing-card.tsx";
import { RewrapCard } from "./rewrap-card.tsx";
import { useServiceKeys } from "./use-service-keys.ts";
import { WrappingCard } from "./wrapping-card.tsx";

/** The keys that the service holds: how many, since when, what locks them, and how far a change of that is. None of them is shown. */
export function KeysSection() {
  const asked = useServiceKeys();
  const now = asked.value;
  return (
    <AskedState asked={asked}>
      {now === null ? null : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex flex-col gap-4">
            <WrappingCard now={now} />
            {now.rewrap === null ? null : <RewrapCard rewrap={now.rewrap} present={now.wrapping.number} />}
          </div>
          <div className="flex flex-col gap-4">
            <Card aria-labelledby="service-keys">
              <CardHeader
                id="service-keys"
                title={t`Keys of the service`}
                description={t`Of each kind since when the oldest is there, and below it the newest.`}
              />
              <List>
                {now.keys.map((key) => (
                  <li key={key.kind}>
                    <KeyRow of={key} />
                  </li>
                ))}
              </List>
            </Card>
            <ChangingCard changing={now.changing} />
          </div>
        </div>
      )}
    </AskedState>
  );
}

function KeyRow({ of: { kind, count, oldest, newest } }: { readonly of: ServiceKey }) {
  const shown = formatCount(count);
  return (
    <ListRow
      title={kindWords(kind)}
      detail={plural(count, { one: `${shown} key`, other: `${shown} keys` })}
      trail={
        count === 0 ? undefined : oldest === null ? (
          t({ message: "not known", context: "age of a key" })
        ) : (
          <TimeAgo at={oldest} />
        )
      }
      trailDetail={newest === null || newest === oldest ? undefined : <TimeAgo at={newest} />}
    />
  );
}

function kindWords(kind: ServiceKeyKind): string {
  switch (kind) {
    case "wallets":
      return t`People’s wallets`;
    case "house":
      return t`Accounts of the house`;
    case "channels":
      return t`Channels of the house`;
    case "signers":
      return t`Keys that took a wallet over`;
    case "anchor":
      return t`Signer of the audit log’s anchors`;
    case "seals":
      return t`Seal of the database’s rows`;
    case "session":
      return t`Lock of the session cookies`;
    case "push":
      return t`Sender of push messages (VAPID)`;
    case "secrets":
      return t`People’s second factors and other secrets`;
  }
}
