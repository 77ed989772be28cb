import { type ReactNode, useState } from "react";
import type * as v from "valibot";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import { ActSheet, ReasonField, tellOutcome } from "./act-sheet.tsx";
import { useAskAgain } from "./ask.ts";

type Reason = v.InferOutput<typeof OperatorReasonInput>;

interface ReasonSheetProps<Answer extends object> {
  readonly title: string;
  readonly description?: string;
  /** On the button that does it. */
  readonly submit: string;
  readonly tone?: "primary" | "danger";
  /** Who reads the reason: operators, unless it is said. */
  readonly hint?: string;
  /** How the endpoint has the reason, and how long it may be there. */
  readonly schema?: v.GenericSchema<Reason>;
  readonly most?: number;
  readonly carryOut: (body: Reason) => Promise<Answer>;
  /** What is said once it is done, where it did not become a proposal. */
  readonly done: string | ((answer: Answer) => string);
  readonly onDone?: () => void;
  readonly onClose: () => void;
  /** What it is about. */
  readonly children?: ReactNode;
}

const FIELDS = ["reason"];

/** An act for which nothing is asked but why. */
export function ReasonSheet<Answer extends object>(props: ReasonSheetProps<Answer>) {
  const { schema = OperatorReasonInput, most = 500, hint, carryOut, done, onDone, onClose, children, ...shown } = props;
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  function submit() {
    const read = readForm(schema, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await carryOut(read.value);
      tellOutcome(answer, typeof done === "string" ? done : done(answer));
      askAgain();
      onClose();
      onDone?.();
    });
  }
  return (
    <ActSheet {...shown} action={action} onSubmit={submit} onClose={onClose}>
      {children}
      <ReasonField
        {...(hint !== undefined && { hint })}
        most={most}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}
