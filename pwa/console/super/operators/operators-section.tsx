import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import { AddSheet } from "./add-sheet.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { InviteSheet } from "./invite-sheet.tsx";
import { OperatorList } from "./operator-list.tsx";

/** Everybody who may do something here, and who is to become one of them. */
export function OperatorsSection() {
  const place = usePlace();
  const shown = place.place.show === "invitations" ? "invitations" : "operators";
  const filters = (
    <>
      <ShowFilter
        label={t`Operators or invitations`}
        items={[
          { value: "operators", label: t`Operators` },
          { value: "invitations", label: t`Invitations` },
        ]}
        value={shown}
        onValueChange={(show) =>
          place.go({ show: show === "invitations" ? show : undefined, find: undefined, open: undefined })
        }
      />
      <MakeButtons />
    </>
  );
  return shown === "invitations" ? (
    <InvitationList place={place} filters={filters} />
  ) : (
    <OperatorList place={place} filters={filters} />
  );
}

/** The two ways in which somebody becomes an operator. */
function MakeButtons() {
  const may = useMay();
  const [making, setMaking] = useState<"add" | "invite" | null>(null);
  if (!may(ROLES_ENDPOINTS.inviteOperator)) return null;
  const close = () => setMaking(null);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setMaking("add")}>
        <Trans>Give somebody roles</Trans>
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setMaking("invite")}>
        <Trans>Invite by email</Trans>
      </Button>
      {making === "add" ? <AddSheet onClose={close} /> : null}
      {making === "invite" ? <InviteSheet onClose={close} /> : null}
    </>
  );
}
