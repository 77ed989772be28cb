import { plural, t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { ProgressBar } from "#pwa/ui/progress-bar.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { RewrapOutput } from "#schemas/service-keys.ts";

interface RewrapCardProps {
  readonly rewrap: RewrapOutput;
  /** The number of the present key; null where servers do not agree which one that is. */
  readonly present: number | null;
}

/** How the newest change of the locks goes, or went. */
export function RewrapCard({ rewrap, present }: RewrapCardProps) {
  const { state, key, unopened, endedAt } = rewrap;
  return (
    <Card aria-labelledby="rewrap">
      <CardHeader id="rewrap" title={t`Change of the locks`} description={stateWords(rewrap)} />
      {endedAt === null ? <ProgressBar label={t`Change of the locks`} value={rewrap.done} of={rewrap.total} /> : null}
      <Facts facts={factsOf(rewrap)} />
      <div className="mt-3 flex flex-col gap-3">
        {endedAt === null && present !== key ? (
          <Notice tone="warn">
            {t`It stands still: it was asked for another key than the present one. Start it anew for the present one.`}
          </Notice>
        ) : null}
        {state === "done" && unopened.count > 0 ? <Unopened unopened={unopened} /> : null}
      </div>
    </Card>
  );
}

function factsOf({ done, total, askedBy, approvedBy, reason, askedAt, startedAt, endedAt }: RewrapOutput) {
  const [of, all] = [formatCount(done), formatCount(total)];
  const facts: { name: string; value: ReactNode }[] = [
    { name: t`Locks that are changed`, value: <span role="status">{t`${of} of ${all}`}</span> },
  ];
  if (askedBy === null) facts.push({ name: t`Asked for by`, value: t`Whoever runs the server, by the command` });
  else {
    facts.push({ name: t`Asked for by`, value: <PersonLink id={askedBy} /> });
    facts.push({ name: t({ message: "Since", context: "when it was agreed to" }), value: <TimeAgo at={askedAt} /> });
  }
  if (approvedBy !== null) facts.push({ name: t`Agreed to by`, value: <PersonLink id={approvedBy} /> });
  if (reason !== "") facts.push({ name: t`Reason`, value: <bdi>{reason}</bdi> });
  if (startedAt !== null && endedAt === null) facts.push({ name: t`Begun`, value: <TimeAgo at={startedAt} /> });
  if (endedAt !== null) facts.push({ name: t`Ended`, value: <TimeAgo at={endedAt} /> });
  return facts;
}

/** What nobody opens, by its name: the rest of it is in the issue. */
function Unopened({ unopened: { count, names } }: Pick<RewrapOutput, "unopened">) {
  const shown = formatCount(count);
  const rest = count - names.length;
  const more = formatCount(rest);
  return (
    <Notice
      tone="error"
      title={plural(count, {
        one: `${shown} lock does not open with any key that is named.`,
        other: `${shown} locks do not open with any key that is named.`,
      })}
    >
      <p>{t`Name the former key that made them in VAULT_OTHER_KEYS of every server, and change the locks anew.`}</p>
      <ul className="mt-2 max-h-48 overflow-y-auto font-mono text-xs break-all">
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="mt-1">{t`And ${more} more.`}</p> : null}
    </Notice>
  );
}

function stateWords({ state, unopened }: RewrapOutput): string {
  switch (state) {
    case "asked":
      return t`It is agreed to; a server begins in a moment.`;
    case "running":
      return t`It is under way, and servers go on signing.`;
    case "superseded":
      return t`It was given up for the change to a newer key.`;
    case "done":
      return unopened.count === 0
        ? t`Everything is locked with the key that was the present one then.`
        : t`It has ended, and left locks as they were.`;
  }
}
