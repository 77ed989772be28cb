import { plural, t } from "@lingui/core/macro";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts, List, ListRow } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import type { ServiceKey, ServiceKeyKind, ServiceKeysOutput } from "#schemas/service-keys.ts";

/** The keys that the service holds: how many, since when, and what locks them. None of them is shown. */
export function KeysSection() {
  const asked = useAsk(SERVICE_CONSOLE_ENDPOINTS.serviceKeys, {});
  const now = asked.value;
  return (
    <AskedState asked={asked}>
      {now === null ? null : (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Wrapping wrapping={now.wrapping} />
          <Card aria-labelledby="service-keys">
            <CardHeader
              id="service-keys"
              title={t`Keys of the vault`}
              description={t`The key of one wallet is changed on its owner’s page.`}
            />
            <List>
              {now.keys.map((key) => (
                <li key={key.kind}>
                  <KeyRow of={key} />
                </li>
              ))}
            </List>
          </Card>
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

function Wrapping({ wrapping: { setting, version, own, former } }: Pick<ServiceKeysOutput, "wrapping">) {
  const [ofIt, ofOthers] = [formatCount(own), formatCount(former)];
  return (
    <Card aria-labelledby="wrapping-key">
      <CardHeader
        id="wrapping-key"
        title={t`What locks the vault`}
        description={t`It comes from the environment, and is changed there.`}
      />
      <Facts
        facts={[
          { name: t`Given by`, value: <bdi className="font-mono text-xs">{setting}</bdi> },
          { name: t({ message: "Key", context: "its name" }), value: <bdi className="break-all">{version}</bdi> },
          { name: t`Locks that are its own`, value: ofIt },
          { name: t`Locks of a former key`, value: ofOthers },
        ]}
      />
      <div className="mt-3">
        {former === 0 ? (
          <Notice>{t`No change is under way, and none is due.`}</Notice>
        ) : (
          <Notice tone="warn">
            {t`A change is due: “npm run vault:rotate” has the present key lock what a former one locked, while the service goes on.`}
          </Notice>
        )}
      </div>
    </Card>
  );
}

function kindWords(kind: ServiceKeyKind): string {
  switch (kind) {
    case "wallets":
      return t`People’s wallets`;
    case "house":
      return t`Accounts of the house`;
    case "anchor":
      return t`Signer of the audit log’s anchors`;
    case "seals":
      return t`Seal of the database’s rows`;
    case "push":
      return t`Sender of push messages (VAPID)`;
    case "secrets":
      return t`People’s second factors and other secrets`;
  }
}
