import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import type { Action } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Field, Textarea } from "#pwa/ui/field.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { AwaitsApproval } from "#schemas/approvals.ts";
import { TakenNotice, useOpenElsewhere } from "./taken.tsx";

interface ActSheetProps {
  readonly title: string;
  readonly description?: string;
  readonly action: Action;
  /** On the button that does it. */
  readonly submit: string;
  readonly tone?: "primary" | "danger";
  readonly isReady?: boolean;
  /** Whether it is no decision: it is not asked whether somebody else is at it. */
  readonly isLook?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/**
 * One act of an operator: what it does in words, its one button, and what the server said to it. It asks who is there where the server
 * wants to know, and first of all whether it is meant where another operator has the same row open.
 */
export function ActSheet({ isLook = false, children, ...props }: ActSheetProps) {
  const other = useOpenElsewhere();
  const by = isLook ? null : other;
  const [isMeant, setMeant] = useState(by === null);
  if (by !== null && !isMeant)
    return (
      <Sheet
        size="sm"
        title={t`Decide all the same?`}
        description={t`Another operator is at it. Of two decisions the first one counts.`}
        onClose={props.onClose}
        footer={
          <>
            <Button variant="ghost" onClick={props.onClose}>{t`Leave it to them`}</Button>
            <Button variant="danger" onClick={() => setMeant(true)}>{t`Decide it`}</Button>
          </>
        }
      >
        <TakenNotice by={by} />
      </Sheet>
    );
  return (
    <FormSheet {...props} submitting={t`Asking the server`}>
      {by === null ? null : <TakenNotice by={by} />}
      {children}
    </FormSheet>
  );
}

interface ReasonFieldProps {
  readonly label?: string;
  /** Who reads it: operators, unless it is said. */
  readonly hint?: string;
  readonly most: number;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (reason: string) => void;
}

/** Why an operator does it. */
export function ReasonField({
  label = t`Reason`,
  hint = t`Operators read it.`,
  most,
  value,
  error,
  onChange,
}: ReasonFieldProps) {
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
