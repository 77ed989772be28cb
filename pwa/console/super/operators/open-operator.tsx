import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { roleMeaning, roleWords } from "#pwa/console/desk/role-words.ts";
import { useNow } from "#pwa/ui/now.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { OperatorOutput } from "#schemas/roles.ts";
import { FactorBadge, LastSignIn } from "./operator-columns.tsx";
import { RemoveSheet } from "./remove-sheet.tsx";
import { RolesSheet } from "./roles-sheet.tsx";

/** How long after somebody got what they may do they do not count as one of two. */
const NEW_MS = 24 * 60 * 60 * 1000;

/** One operator: what they may do, and what can be changed about that. */
export function OpenOperator({ operator }: { readonly operator: OperatorOutput }) {
  const { userId, username, email, roles, since, isFrozen } = operator;
  const may = useMay();
  const isNew = useNow() - Date.parse(since) < NEW_MS;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {isFrozen ? <Notice tone="warn">{t`This account is frozen: it can decide nothing.`}</Notice> : null}
      {isNew ? (
        <Notice>{t`These roles are less than a day old: until then this operator does not count as one of two.`}</Notice>
      ) : null}
      <Facts
        facts={[
          { name: t({ message: "Name", context: "of a person" }), value: <bdi>{username}</bdi> },
          { name: t`Email`, value: <bdi dir="ltr">{email}</bdi> },
          {
            name: t({ message: "Since", context: "when somebody became an operator" }),
            value: <TimeAgo at={since} />,
          },
          { name: t`Second factor`, value: <FactorBadge operator={operator} /> },
          { name: t`Last sign-in`, value: <LastSignIn operator={operator} /> },
        ]}
      />
      <ul aria-label={t`Roles`} className="flex flex-col gap-2">
        {roles.map((role) => (
          <li key={role}>
            <p className="font-medium">{roleWords(role)}</p>
            <p className="text-ink-3">{roleMeaning(role)}</p>
          </li>
        ))}
      </ul>
      <Acts operator={operator} />
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to="/admin-panel/$tab" params={{ tab: "people" }} search={{ open: userId }} className="text-accent">
          <Trans>The page of this person</Trans>
        </Link>
        {may(AUDIT_ENDPOINTS.auditLog) ? (
          <Link to="/admin-super/$tab" params={{ tab: "audit" }} search={{ operator: userId }} className="text-accent">
            <Trans>What this operator did</Trans>
          </Link>
        ) : null}
      </p>
    </div>
  );
}

function Acts({ operator }: { readonly operator: OperatorOutput }) {
  const may = useMay();
  const ownId = useOwnId();
  const [act, setAct] = useState<"roles" | "remove" | null>(null);
  if (!may(ROLES_ENDPOINTS.setRoles)) return null;
  // Whoever takes a super away is another one: the last one stays.
  if (operator.userId === ownId)
    return <Notice>{t`This is you: another super changes your roles, so that one always stays.`}</Notice>;
  const close = () => setAct(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAct("roles")}>
        <Trans>Change the roles</Trans>
      </Button>
      <Button variant="danger" onClick={() => setAct("remove")}>
        <Trans>Take all roles away</Trans>
      </Button>
      {act === "roles" ? (
        <RolesSheet userId={operator.userId} username={operator.username} former={operator.roles} onClose={close} />
      ) : null}
      {act === "remove" ? <RemoveSheet operator={operator} onClose={close} /> : null}
    </div>
  );
}
