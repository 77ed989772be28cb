import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import type { ActProps } from "./act-props.ts";

const FIELDS = ["at", "reason"];
const AT_FIELD = { "content-past": "at" };
const MOST_REASON = 500;

/** Has the draft published by itself at a moment to come. Whatever is written after it was chosen is not in it. */
export function ScheduleSheet({ which, item, session, onDone, onClose }: ActProps) {
  const [at, setAt] = useState("");
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS, AT_FIELD);
  const planned = item.draft?.scheduled ?? null;
  function submit(moment: string | null) {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const revision = (await session.flush())?.revision ?? 0;
      const body = { ...which, revision, reason: read.value.reason, at: moment };
      const answer = await call(CONTENT_DESK_ENDPOINTS.scheduleContent, { body });
      tellOutcome(answer, moment === null ? t`It is not published by itself` : t`It will be published then`);
      // What could not be saved while it was to be published by itself can be now.
      if (moment === null) await session.flush();
      onDone();
      onClose();
    });
  }
  function choose() {
    const moment = new Date(at);
    if (Number.isNaN(moment.getTime())) return action.refuse({ at: t`Choose a day and a time` });
    return submit(moment.toISOString());
  }
  const when = planned === null ? "" : formatDate(Date.parse(planned.at), { withTime: true });
  return (
    <ActSheet
      title={t`Publish later`}
      description={t`What is saved now is published then. If somebody goes on writing, choose the moment again.`}
      submit={t`Publish then`}
      action={action}
      onSubmit={choose}
      onClose={onClose}
    >
      {planned === null ? null : (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <p>
            <Trans>Now it is to be published on {when}.</Trans>
          </p>
          <Button variant="ghost" size="sm" onClick={() => submit(null)}>
            <Trans>Do not publish it by itself</Trans>
          </Button>
        </div>
      )}
      <TextField
        label={t({ message: "When", context: "something is to be published" })}
        name="at"
        type="datetime-local"
        hint={t`By your own clock.`}
        value={at}
        error={action.issues["at"]}
        onChange={(event) => setAt(event.target.value)}
      />
      <ReasonField most={MOST_REASON} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
