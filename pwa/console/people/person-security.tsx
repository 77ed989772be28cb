import { t } from "@lingui/core/macro";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { tell } from "#pwa/notifications/door.ts";
import { call } from "#pwa/platform/api/call.ts";
import { fetchSaid } from "#pwa/platform/language/fetch-said.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import type { PersonEventsOutput, PersonSignInsOutput } from "#schemas/people.ts";
import { PartList } from "#pwa/console/desk/part-list.tsx";
import { usePages } from "#pwa/console/desk/use-pages.ts";

type SignIn = PersonSignInsOutput["signIns"][number];
type Event = PersonEventsOutput["events"][number];

interface Whose {
  readonly id: number;
}

/** Where somebody is signed in, and what became of what protects them. */
export function PersonSecurity({ id }: Whose) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Sessions id={id} />
      <Events id={id} />
      <SignIns id={id} />
    </div>
  );
}

function Sessions({ id }: Whose) {
  const asked = useAsk(PEOPLE_ENDPOINTS.personSessions, { params: { userId: id } });
  const sessions = asked.value?.sessions ?? [];
  return (
    <Card>
      <CardHeader title={t`Signed in now`} />
      <AskedState asked={asked}>
        {sessions.length === 0 ? (
          <p className="text-sm text-ink-3">{t`They are signed in nowhere.`}</p>
        ) : (
          <List>
            {sessions.map(({ device, ipAddress, startedAt }) => (
              <li key={`${startedAt} ${device}`}>
                <Place device={device} ipAddress={ipAddress} at={startedAt} />
              </li>
            ))}
          </List>
        )}
      </AskedState>
    </Card>
  );
}

function SignIns({ id }: Whose) {
  const pages = usePages<SignIn>(PEOPLE_ENDPOINTS.personSignIns.path, id, async (before, signal) => {
    const options = { params: { userId: id }, query: { before }, signal };
    const { signIns, next } = await call(PEOPLE_ENDPOINTS.personSignIns, options);
    return { rows: signIns, next };
  });
  return (
    <PartList
      title={t`Sign-ins`}
      pages={pages}
      idOf={(signIn) => signIn.id}
      none={t`No sign-in is recorded.`}
      renderRow={({ device, ipAddress, at }) => <Place device={device} ipAddress={ipAddress} at={at} />}
    />
  );
}

function Place({ device, ipAddress, at }: Omit<SignIn, "id">) {
  const address = (
    <bdi dir="ltr" data-private="" className="font-mono text-xs">
      {ipAddress}
    </bdi>
  );
  return <ListRow title={device} detail={address} trailDetail={<TimeAgo at={at} />} />;
}

function Events({ id }: Whose) {
  const pages = usePages<Event>(PEOPLE_ENDPOINTS.personEvents.path, id, async (before, signal) => {
    const options = { params: { userId: id }, query: { before }, signal };
    // What is told beside is stored as code and facts.
    const [{ events, next }] = await Promise.all([call(PEOPLE_ENDPOINTS.personEvents, options), fetchSaid()]);
    return { rows: events, next };
  });
  return (
    <PartList
      title={t`What they were told`}
      pages={pages}
      idOf={(event) => event.id}
      none={t`Nothing changed in what protects this account.`}
      renderRow={(event) => <EventLine event={event} />}
    />
  );
}

const NO_NAMES = { nameOf: () => null };

function EventLine({ event: { kind, detail, at } }: { readonly event: Event }) {
  const { title, body } = tell({ kind, detail, assetCode: "", amount: "", party: "" }, NO_NAMES);
  return <ListRow title={title} {...(body !== "" && { detail: body })} trailDetail={<TimeAgo at={at} />} />;
}
