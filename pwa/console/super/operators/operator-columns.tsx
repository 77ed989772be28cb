import { t } from "@lingui/core/macro";
import type { Column } from "#pwa/console/desk/columns.ts";
import { numberColumn, whenColumn } from "#pwa/console/desk/common-columns.tsx";
import { rolesText } from "#pwa/console/desk/role-words.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { OperatorOutput } from "#schemas/roles.ts";

export function operatorTitle(id: number): string {
  return t`Operator ${id}`;
}

export function operatorColumns(): readonly Column<OperatorOutput>[] {
  return [
    numberColumn(({ userId }) => userId),
    {
      name: "name",
      label: t({ message: "Name", context: "of a person" }),
      cell: ({ username, isFrozen }) => (
        <span className="inline-flex items-center gap-2">
          <bdi>{username}</bdi>
          {isFrozen ? <Badge tone="down">{t({ message: "Frozen", context: "an account" })}</Badge> : null}
        </span>
      ),
      text: ({ username }) => username,
      sortBy: ({ username }) => username,
    },
    {
      name: "roles",
      label: t`Roles`,
      cell: ({ roles }) => rolesText(roles),
      text: ({ roles }) => roles.join(" "),
    },
    {
      name: "factor",
      label: t`Second factor`,
      cell: (operator) => <FactorBadge operator={operator} />,
      text: ({ hasSecondFactor }) => String(hasSecondFactor),
      sortBy: ({ hasSecondFactor }) => (hasSecondFactor ? 1 : 0),
    },
    {
      name: "seen",
      label: t`Last sign-in`,
      cell: (operator) => <LastSignIn operator={operator} />,
      text: ({ lastSignInAt }) => lastSignInAt ?? "",
      sortBy: ({ lastSignInAt }) => lastSignInAt ?? "",
    },
    whenColumn("since", t({ message: "Since", context: "when somebody became an operator" }), ({ since }) => since),
  ];
}

export function FactorBadge({ operator: { hasSecondFactor } }: { readonly operator: OperatorOutput }) {
  return hasSecondFactor ? (
    <Badge tone="up">{t({ message: "Set up", context: "a second factor" })}</Badge>
  ) : (
    <Badge tone="warn">{t({ message: "None", context: "no second factor" })}</Badge>
  );
}

export function LastSignIn({ operator: { lastSignInAt } }: { readonly operator: OperatorOutput }) {
  if (lastSignInAt === null) return t({ message: "not known", context: "when somebody signed in" });
  return <TimeAgo at={lastSignInAt} className="whitespace-nowrap" />;
}

export function OperatorCard({ operator }: { readonly operator: OperatorOutput }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <bdi className="min-w-0 font-medium break-words">{operator.username}</bdi>
        {operator.hasSecondFactor ? null : <Badge tone="warn">{t`No second factor`}</Badge>}
      </p>
      <p className="text-ink-2">{rolesText(operator.roles)}</p>
    </div>
  );
}
