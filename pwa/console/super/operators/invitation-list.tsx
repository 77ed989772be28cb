import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import { numberColumn, stateColumn, whenColumn } from "#pwa/console/desk/common-columns.tsx";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import type { Place } from "#pwa/console/desk/place.ts";
import { rolesText } from "#pwa/console/desk/role-words.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { InvitationOutput } from "#schemas/roles.ts";
import { invitationState, invitationTitle } from "./invitation-words.ts";
import { OpenInvitation } from "./open-invitation.tsx";

const NONE: readonly InvitationOutput[] = [];

interface ListProps {
  readonly place: Place;
  readonly filters: ReactNode;
}

/** Who was asked to become an operator, the newest first. */
export function InvitationList({ place, filters }: ListProps) {
  const { find = "" } = place.place;
  const columns = useMemo(() => invitationColumns(), []);
  const asked = useAsk(ROLES_ENDPOINTS.operatorInvitations, {});
  const all = asked.value?.invitations ?? NONE;
  const rows = useMemo(() => all.filter((invitation) => matches(invitation, find)), [all, find]);
  return (
    <ListView
      label={t`Invitations`}
      fileName="invitations"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={invitationTitle}
      place={place}
      renderCard={(invitation) => <InvitationCard invitation={invitation} />}
      searchLabel={t`Search by email or number`}
      filters={filters}
      empty={{ title: t`Nobody was invited`, text: t`Who is asked by email to become an operator stands here.` }}
      renderOpen={(id) => {
        const invitation = all.find((each) => each.id === id);
        if (invitation) return <OpenInvitation invitation={invitation} />;
        return asked.value === null ? null : <Notice>{t`There is no such invitation among the newest.`}</Notice>;
      }}
    />
  );
}

function invitationColumns(): readonly Column<InvitationOutput>[] {
  return [
    numberColumn(({ id }) => id),
    {
      name: "email",
      label: t`Email`,
      cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
      text: ({ email }) => email,
      sortBy: ({ email }) => email,
    },
    {
      name: "roles",
      label: t`Roles`,
      cell: ({ roles }) => rolesText(roles),
      text: ({ roles }) => roles.join(" "),
    },
    stateColumn(
      (invitation) => <StateBadge invitation={invitation} />,
      ({ state }) => state,
    ),
    whenColumn("invited", t({ message: "Invited", context: "when" }), ({ invitedAt }) => invitedAt),
  ];
}

function StateBadge({ invitation }: { readonly invitation: InvitationOutput }) {
  const { label, tone } = invitationState(invitation);
  return <Badge tone={tone}>{label}</Badge>;
}

function InvitationCard({ invitation }: { readonly invitation: InvitationOutput }) {
  const { email, roles, invitedAt } = invitation;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <bdi dir="ltr" className="font-medium break-words">
        {email}
      </bdi>
      <p className="text-ink-2">{rolesText(roles)}</p>
      <p className="flex items-center justify-between gap-3">
        <StateBadge invitation={invitation} />
        <TimeAgo at={invitedAt} />
      </p>
    </div>
  );
}

function matches({ id, email }: InvitationOutput, find: string): boolean {
  return hasWords([id, email], find);
}
