import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import type { BulkSheetProps } from "#pwa/console/desk/bulk.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { ANSWER_LENGTH, ReportAnswerInput } from "#schemas/support.ts";

const FIELDS = ["reason"];

interface SheetProps {
  /** Of a report. */
  readonly id: number;
  readonly userId: number;
  /** Where the answer is mailed to; null for a person who is told in the app. */
  readonly email: string | null;
  readonly onClose: () => void;
}

/** What support found, for whoever sent the report. */
export function AnswerSheet({ id, userId, email, onClose }: SheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function answer() {
    const read = readForm(ReportAnswerInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      await call(DIAGNOSTICS_ENDPOINTS.answerReport, { params: { id }, body: read.value });
      showToast({ title: email === null ? t`User ${userId} is told` : t`The answer is mailed to ${email}` });
      askAgain();
      onClose();
    });
  }
  return (
    <ActSheet
      title={t`Answer report ${id}`}
      description={
        email === null
          ? t`It comes to them in the app, by push and by e-mail, as you write it. Never ask for a password or a key.`
          : t`It is mailed to ${email} as you write it. Never ask for a password or a key.`
      }
      action={action}
      submit={t({ message: "Answer", context: "button" })}
      onSubmit={answer}
      onClose={onClose}
    >
      <ReasonField
        label={t({ message: "Answer", context: "to a person" })}
        hint={email === null ? t`User ${userId} reads it.` : t`Whoever reads the mails of ${email} reads it.`}
        most={ANSWER_LENGTH}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}

/** Puts one report away, or several, without an answer. What another operator dealt with meanwhile stays as it is. */
export function CloseReportsSheet({ ids, onDone, onClose }: BulkSheetProps) {
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function close() {
    const read = readForm(OperatorReasonInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      let closed = 0;
      for (const id of ids) if (await isClosed(id, read.value)) closed += 1;
      askAgain();
      const others = ids.length - closed;
      showToast({
        title: plural(closed, { one: "# report is closed", other: "# reports are closed" }),
        ...(others > 0 && {
          description: plural(others, {
            one: "# was dealt with before, or is your own.",
            other: "# were dealt with before, or are your own.",
          }),
        }),
      });
      onDone();
      onClose();
    });
  }
  return (
    <ActSheet
      title={plural(ids.length, { one: "Close # report?", other: "Close # reports?" })}
      description={t`Whoever sent it is told nothing.`}
      action={action}
      submit={t({ message: "Close", context: "put a report away" })}
      onSubmit={close}
      onClose={onClose}
    >
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

const DEALT_WITH = ["report-closed", "report-unknown", "operator-own"];

async function isClosed(id: number, body: { readonly reason: string }): Promise<boolean> {
  try {
    await call(DIAGNOSTICS_ENDPOINTS.closeReport, { params: { id }, body });
    return true;
  } catch (error) {
    if (error instanceof HttpError && DEALT_WITH.includes(error.code ?? "")) return false;
    throw error;
  }
}
