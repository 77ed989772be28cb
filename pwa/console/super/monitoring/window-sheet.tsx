import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { MomentField, momentOf, typedMoment } from "#pwa/console/desk/moment-field.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { CheckLine } from "#pwa/ui/check-line.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { type CheckOutput, MOST_WINDOW_DAYS, WindowInput } from "#schemas/monitoring.ts";

const FIELDS = ["from", "until", "checkIds", "reason"];
const HOUR_MS = 3_600_000;

/** Announces a time in which somebody works on the service. */
export function WindowSheet({ onClose }: { readonly onClose: () => void }) {
  const [from, setFrom] = useState(() => typedMoment(nowMs()));
  const [until, setUntil] = useState(() => typedMoment(nowMs() + HOUR_MS));
  const [checkIds, setCheckIds] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const days = MOST_WINDOW_DAYS;

  function save() {
    const [begins, ends] = [momentOf(from), momentOf(until)];
    if (begins === null) return action.refuse({ from: t`Enter a day and a time.` });
    if (ends === null || ends <= begins) return action.refuse({ until: t`Enter a moment after the beginning.` });
    const read = readForm(WindowInput, { checkIds: [...checkIds], from: begins, until: ends, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(MONITORING_ENDPOINTS.addWindow, { body: read.value }), t`The maintenance is announced`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Announce maintenance`}
      description={t`Nobody is told meanwhile of what these checks find.`}
      action={action}
      submit={t({ message: "Announce it", context: "maintenance" })}
      onSubmit={save}
      onClose={onClose}
    >
      <MomentField
        label={t({ message: "From", context: "a moment" })}
        value={from}
        error={action.issues["from"]}
        onChange={setFrom}
      />
      <MomentField
        label={t({ message: "Until", context: "a moment" })}
        hint={plural(days, { one: "# day after it at most.", other: "# days after it at most." })}
        value={until}
        error={action.issues["until"]}
        onChange={setUntil}
      />
      <CheckChoice chosen={checkIds} onChange={setCheckIds} />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

interface CheckChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Which checks it is about; none of them chosen means all. */
function CheckChoice({ chosen, onChange }: CheckChoiceProps) {
  const checks = useAsk(MONITORING_ENDPOINTS.checks, {}).value?.checks ?? [];
  const toggle = ({ id }: CheckOutput, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm font-medium text-ink-2">
        {t({ message: "Checks", context: "what looks whether something is wrong" })}
      </legend>
      <p className="text-sm text-ink-3">{t`None chosen means all of them.`}</p>
      <div className="max-h-60 overflow-y-auto rounded-md border border-line px-3">
        {checks.map((check) => (
          <CheckLine
            key={check.id}
            checked={chosen.includes(check.id)}
            onChange={(isChosen) => toggle(check, isChosen)}
          >
            <AsTyped className="min-w-0 font-normal">{check.title}</AsTyped>
          </CheckLine>
        ))}
      </div>
    </fieldset>
  );
}
