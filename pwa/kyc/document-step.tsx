import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { focusFirstIssue } from "#pwa/parts/forms/form-issues.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { DOCUMENT_TYPES, type DocumentType, type IdentityField } from "#schemas/kyc.ts";
import { CountryField } from "./country-field.tsx";
import { fieldProblems, type IdentityForm, type Wanted } from "./form-state.ts";
import { documentWords, partWords } from "./identity-words.ts";

interface DocumentStepProps {
  readonly form: IdentityForm;
  readonly wanted: Wanted;
  readonly onChange: (change: Partial<IdentityForm>) => void;
  readonly onNext: () => void;
}

/** What a person types of their document, as far as it is asked. */
export function DocumentStep({ form, wanted, onChange, onNext }: DocumentStepProps) {
  const [isTold, setTold] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const problems = fieldProblems(form, wanted);
  const errorOf = (field: IdentityField) => {
    const problem = isTold ? problems[field] : undefined;
    return problem === undefined ? undefined : problemWords(field, problem);
  };
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0 && element.current !== null) focusFirstIssue(element.current);
  }, [attempts]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (Object.keys(problems).length === 0) return onNext();
    setTold(true);
    setAttempts((count) => count + 1);
  }
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {wanted.fields.includes("documentType") ? (
        <TypeField
          value={form.documentType}
          error={errorOf("documentType")}
          onChange={(documentType) => onChange({ documentType })}
        />
      ) : null}
      {wanted.fields.includes("country") ? (
        <CountryField
          label={partWords("country", null)}
          value={form.country}
          error={errorOf("country")}
          onChange={(country) => onChange({ country })}
        />
      ) : null}
      {wanted.fields.includes("documentNumber") ? (
        <TextField
          label={partWords("documentNumber", null)}
          name="documentNumber"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          inputClassName="font-mono"
          value={form.documentNumber}
          error={errorOf("documentNumber")}
          hint={t`As it is printed on the document.`}
          onChange={(event) => onChange({ documentNumber: event.target.value })}
        />
      ) : null}
      <Button type="submit">
        <Trans context="to the next step">Continue</Trans>
      </Button>
    </form>
  );
}

interface TypeFieldProps {
  readonly value: DocumentType | null;
  readonly error: string | undefined;
  readonly onChange: (type: DocumentType) => void;
}

function TypeField({ value, error, onChange }: TypeFieldProps) {
  return (
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : "document-type-error"}
      className="outline-none"
    >
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{partWords("documentType", null)}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {DOCUMENT_TYPES.map((type) => (
          <label
            key={type}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line-strong bg-ground px-3.5 text-sm font-medium transition-colors duration-150 hover:border-ink-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="documentType"
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
              className="size-4 shrink-0 accent-accent-fill"
            />
            {documentWords(type)}
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id="document-type-error" role="alert" className="mt-1.5 flex items-start gap-1.5 text-sm text-down">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function problemWords(field: IdentityField, problem: "missing" | "malformed"): string {
  if (field === "documentType") return t`Please choose which document you have.`;
  if (field === "country") return t`Please choose the country.`;
  return problem === "missing"
    ? t`Please enter the number of the document.`
    : t`Please enter the number as printed: letters, digits, and spaces or dashes between them.`;
}
