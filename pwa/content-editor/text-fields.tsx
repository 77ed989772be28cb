import { t } from "@lingui/core/macro";
import { Field, Input, Textarea } from "#pwa/ui/field.tsx";
import { type Change, textAttributes, useIssue, useWriting } from "./writing.ts";

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly path: string;
  readonly value: string;
  readonly most: number;
  readonly onChange: Change<string>;
  readonly isLong?: boolean;
  /** Whether it is an address, a name or code, which is read from left to right in every language. */
  readonly isCode?: boolean;
  readonly rows?: number;
}

/** A text without marks. */
export function WrittenField({ label, hint, path, value, most, onChange, ...looks }: TextFieldProps) {
  const { isLong = false, isCode = false, rows = 3 } = looks;
  const { language, isReadOnly } = useWriting();
  const issue = useIssue(path);
  const shared = {
    "data-path": path,
    value,
    maxLength: most,
    readOnly: isReadOnly,
    ...(isCode ? ({ dir: "ltr", spellCheck: false, autoCapitalize: "off" } as const) : textAttributes(language)),
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value, path),
  };
  return (
    <Field label={label} error={issue} {...(hint === undefined ? {} : { hint })}>
      {(control) =>
        isLong ? (
          <Textarea {...control} {...shared} rows={rows} {...(isCode && { className: "font-mono text-sm" })} />
        ) : (
          <Input {...control} {...shared} />
        )
      }
    </Field>
  );
}

/** What a page or a part of it is called. */
export function TitleField(props: Pick<TextFieldProps, "path" | "value" | "most" | "onChange">) {
  return <WrittenField {...props} label={t({ message: "Title", context: "of a page or a part of it" })} />;
}
