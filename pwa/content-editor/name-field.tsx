import { useState } from "react";
import { TextField } from "#pwa/ui/field.tsx";
import { type Change, useIssue, useWriting } from "./writing.ts";

interface NameFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly path: string;
  readonly value: string;
  readonly onChange: Change<string>;
}

/** What something is known by while it is edited: it is another one only once whoever types is done. */
export function NameField({ label, hint, path, value, onChange }: NameFieldProps) {
  const { isReadOnly } = useWriting();
  const issue = useIssue(path);
  const [typed, setTyped] = useState(value);
  const [former, setFormer] = useState(value);
  if (former !== value) {
    setFormer(value);
    setTyped(value);
  }
  return (
    <TextField
      label={label}
      hint={hint}
      error={issue}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      maxLength={60}
      readOnly={isReadOnly}
      data-path={path}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => (typed === value ? undefined : onChange(typed.trim(), null))}
    />
  );
}
