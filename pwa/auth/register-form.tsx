import { t } from "@lingui/core/macro";
import { type FormEvent, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { Button } from "#pwa/ui/button.tsx";
import { PasswordField, TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { RegisterForm as Schema } from "#schemas/auth.ts";
import { focusFirstIssue, type FormIssues, issuesOfFields, readForm } from "#pwa/parts/forms/form-issues.ts";
import { registerFailure } from "./failure-messages.ts";
import { register } from "./sign-in.ts";

const EMPTY = { username: "", email: "", password: "", confirmPassword: "" };

/** At which field a refusal of the server belongs. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  "username-taken": "username",
  "email-taken": "email",
  "password-common": "password",
  "password-like-name": "password",
};

export function RegisterForm() {
  const { enter } = useSession();
  const [form, setForm] = useState(EMPTY);
  const [issues, setIssues] = useState<FormIssues>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const read = readForm(Schema, form);
    setFailure(null);
    setIssues("issues" in read ? read.issues : {});
    if ("issues" in read) return focusFirstIssue(element);
    const { confirmPassword: _, ...input } = read.value;
    setPending(true);
    try {
      await register(enter, input);
    } catch (error) {
      setPending(false);
      const found = issuesOf(error);
      setIssues(found);
      if (Object.keys(found).length === 0) setFailure(registerFailure(error));
      else focusFirstIssue(element);
    }
  }

  const bind = (name: keyof typeof EMPTY) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    error: issues[name],
  });
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <TextField
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...bind("username")}
      />
      <TextField label={t`Email`} type="email" autoComplete="email" {...bind("email")} />
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        hint={t`At least 8 characters`}
        {...bind("password")}
      />
      <PasswordField label={t`Confirm password`} autoComplete="new-password" {...bind("confirmPassword")} />
      <Button type="submit" size="lg" className="w-full" loading={isPending}>
        {isPending ? t`Creating account...` : t`Create Account`}
      </Button>
    </form>
  );
}

function issuesOf(error: unknown): FormIssues {
  if (!(error instanceof HttpError)) return {};
  const field = error.code === null ? undefined : FIELD_OF_CODE[error.code];
  return field === undefined ? issuesOfFields(error.issues, Object.keys(EMPTY)) : { [field]: registerFailure(error) };
}
