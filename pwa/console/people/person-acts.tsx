import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { PersonOutput } from "#schemas/people.ts";
import { actsOn, type PersonAct } from "./acts.ts";
import { LimitsSheet } from "./limits-sheet.tsx";

/** What operators do about a person: each is said, asked a reason for, and confirmed. Nobody does it to themself. */
export function PersonActs({ person }: { readonly person: PersonOutput }) {
  const [chosen, setChosen] = useState<PersonAct | null>(null);
  const [isSettingLimits, setSettingLimits] = useState(false);
  const ownId = useOwnId();
  const may = useMay();
  if (ownId === person.id || person.isClosed) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {actsOn(person)
        .filter(({ endpoint }) => may(endpoint))
        .map((act) => (
          <Button
            key={act.name}
            size="sm"
            variant={act.name === "freeze" ? "danger" : "secondary"}
            onClick={() => setChosen(act)}
          >
            {act.label}
          </Button>
        ))}
      {may(OPERATORS_ENDPOINTS.setPersonLimits) ? (
        <Button size="sm" variant="secondary" onClick={() => setSettingLimits(true)}>
          {t`Change limits`}
        </Button>
      ) : null}
      {isSettingLimits ? <LimitsSheet person={person} onClose={() => setSettingLimits(false)} /> : null}
      {chosen === null ? null : <Confirming act={chosen} userId={person.id} onClose={() => setChosen(null)} />}
    </div>
  );
}

const REASON_LENGTH = 500;
const FIELDS = ["reason", "name", "kmsKey"];

interface ConfirmingProps {
  readonly act: PersonAct;
  readonly userId: number;
  readonly onClose: () => void;
}

function Confirming({ act, userId, onClose }: ConfirmingProps) {
  const [reason, setReason] = useState("");
  const [more, setMore] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const carryOut = async () => {
    const answer = await act.carryOut({ userId, reason: reason.trim(), more: more.trim() });
    tellOutcome(answer, act.done);
    askAgain();
    onClose();
  };
  const isReady = reason.trim() !== "" && (act.more?.isNeeded !== true || more.trim() !== "");
  return (
    <ActSheet
      title={act.label}
      description={act.does}
      action={action}
      submit={act.label}
      tone={act.name === "let-go" ? "primary" : "danger"}
      isReady={isReady}
      onSubmit={() => action.run(carryOut)}
      onClose={onClose}
    >
      {act.more === undefined ? null : (
        <TextField
          label={act.more.label}
          hint={act.more.hint}
          error={action.issues[act.more.field]}
          name={act.more.field}
          spellCheck={false}
          autoComplete="off"
          value={more}
          onChange={(event) => setMore(event.target.value)}
        />
      )}
      <ReasonField
        hint={t`Operators read it in the log.`}
        most={REASON_LENGTH}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}
