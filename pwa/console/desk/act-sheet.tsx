import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import type { Action } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Field, Textarea } from "#pwa/ui/field.tsx";
import type { AwaitsApproval } from "#schemas/approvals.ts";

interface ActSheetProps {
  readonly title: string;
  readonly description?: string;
  readonly action: Action;
  /** On the button that does it. */
  readonly submit: string;
  readonly tone?: "primary" | "danger";
  readonly isReady?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** One act of an operator: what it does in words, its one button, and what the server said to it. It asks who is there where the server wants to know. */
export function ActSheet(props: ActSheetProps) {
  return <FormSheet {...props} submitting={t`Asking the server`} />;
}

interface ReasonFieldProps {
  readonly label?: string;
  /** Who reads it. */
  readonly hint: string;
  readonly most: number;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (reason: string) => void;
}

/** Why an operator does it. */
export function ReasonField({ label = t`Reason`, hint, most, value, error, onChange }: ReasonFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Textarea
          {...control}
          name="reason"
          dir="auto"
          maxLength={most}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Says what came of an act: done, or proposed to a second operator. */
export function tellOutcome(answer: object | AwaitsApproval, done: string): void {
  if (!("proposal" in answer)) return showToast({ title: done });
  const { id } = answer.proposal;
  showToast({
    title: t`A second operator has to agree`,
    description: t`Nothing was done yet: it waits as proposal ${id} among the approvals.`,
  });
}
