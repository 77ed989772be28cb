import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import { takenBackWords } from "#pwa/platform/language/protection-words.ts";
import type { SecurityOutput } from "#schemas/security.ts";
import { NotKnown } from "./card-parts.tsx";

/** The emergency brake: stops every payment at once. */
export function FreezeCard({ security }: { readonly security: Answer<SecurityOutput> }) {
  const [isOpen, setOpen] = useState(false);
  const state = security.value;
  const taken = state?.takenBack ? takenBackWords(state.takenBack) : "";
  return (
    <Card aria-labelledby="freeze">
      <CardHeader
        id="freeze"
        title={t`Freeze my account`}
        description={t`If you think that somebody else is in: stops every payment at once.`}
        action={
          state?.isFrozen === true ? (
            <Badge tone="down">
              <Trans context="state of an account">Frozen</Trans>
            </Badge>
          ) : undefined
        }
      />
      {state === null ? (
        <NotKnown isLoading={security.isLoading} />
      ) : state.isFrozen ? (
        <p className="text-sm text-ink-2">
          <Trans>Nothing can be sent.</Trans> {taken === "" ? null : <span role="status">{taken} </span>}
          <Trans>
            To have it undone,{" "}
            <Link to="/contact" className="font-medium text-accent underline-offset-4 hover:underline">
              write to support
            </Link>
            ; they ask who you are first. Money sent to you still arrives.
          </Trans>
        </p>
      ) : (
        <Button variant="secondary" disabled={!security.canChange} onClick={() => setOpen(true)}>
          <Snowflake aria-hidden="true" className="size-4" />
          <Trans>Freeze my account</Trans>
        </Button>
      )}
      {isOpen ? (
        <FreezeSheet
          onFrozen={(frozen) => {
            security.put(frozen);
            setOpen(false);
            const said = frozen.takenBack ? takenBackWords(frozen.takenBack) : "";
            showToast({
              title: t`Your account is frozen`,
              description: `${t`Nothing can be sent from it.`} ${said}`.trim(),
            });
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  );
}

interface FreezeSheetProps {
  readonly onFrozen: (security: SecurityOutput) => void;
  readonly onClose: () => void;
}

function FreezeSheet({ onFrozen, onClose }: FreezeSheetProps) {
  const action = useAction();
  return (
    <FormSheet
      tone="danger"
      title={t`Freeze your account now?`}
      action={action}
      submit={t`Freeze now`}
      submitting={t`Freezing`}
      dismiss={t`Not now`}
      onClose={onClose}
      onSubmit={() => action.run(async () => onFrozen(await call(SECURITY_ENDPOINTS.freezeOwn, {})))}
    >
      <ul className="list-disc space-y-1.5 ps-5 text-sm text-ink-2">
        <li>
          <Trans>
            Nothing can be sent, by you or by anybody. Payments that were not signed yet are not sent either.
          </Trans>
        </li>
        <li>
          <Trans>
            Open orders and standing orders are taken back for good, and so are changes of your limits that wait. An
            order leaves the network within seconds; with a key of your own, once you have signed that.
          </Trans>
        </li>
        <li>
          <Trans>Shares of pools stay where they are: they move nothing by themselves.</Trans>
        </li>
        <li>
          <Trans>Money sent to you still arrives, and you can look at everything.</Trans>
        </li>
        <li>
          <Trans>
            You cannot undo it yourself: whoever has your password could, too. Support lets the account go again.
          </Trans>
        </li>
      </ul>
    </FormSheet>
  );
}
