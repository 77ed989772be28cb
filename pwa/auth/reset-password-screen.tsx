import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CircleCheck, Link2Off } from "lucide-react";
import { type FormEvent, useState } from "react";
import * as v from "valibot";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { NewPassword } from "#schemas/auth.ts";
import { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";
import { focusFirstIssue, type FormIssues, readForm } from "#pwa/parts/forms/form-issues.ts";
import { resetFailure } from "./failure-messages.ts";

const Schema = v.pipe(
  v.strictObject({ password: NewPassword, confirmPassword: v.string() }),
  v.forward(
    v.partialCheck(
      [["password"], ["confirmPassword"]],
      (form) => form.password === form.confirmPassword,
      () => t`Passwords don't match`,
    ),
    ["confirmPassword"],
  ),
);

/** Where a reset link leads: takes a new password for the account that the token belongs to. */
export function ResetPasswordScreen({ token }: { readonly token: string }) {
  usePageTitle(t`Reset password`);
  const [isDone, setDone] = useState(false);
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12">
      <h1 className="mb-6 text-2xl font-semibold">
        <Trans>Choose a new password</Trans>
      </h1>
      <Card>
        {isDone ? (
          <EmptyState
            icon={<CircleCheck />}
            title={
              <span role="status">
                <Trans>Your password is changed</Trans>
              </span>
            }
            action={<GoToSignIn label={t`Sign In`} />}
          >
            <Trans>Every session of your account was ended. Sign in with the new password.</Trans>
          </EmptyState>
        ) : token === "" ? (
          <EmptyState
            icon={<Link2Off />}
            title={t`This link is incomplete`}
            action={<GoToSignIn label={t`Back to sign in`} />}
          >
            <Trans>Open the link from the email again, whole, or ask for a new one.</Trans>
          </EmptyState>
        ) : (
          <NewPasswordForm token={token} onDone={() => setDone(true)} />
        )}
      </Card>
    </div>
  );
}

function GoToSignIn({ label }: { readonly label: string }) {
  return (
    <Button asChild>
      <Link to="/auth">{label}</Link>
    </Button>
  );
}

function NewPasswordForm({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const [form, setForm] = useState({ password: "", confirmPassword: "" });
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
    setPending(true);
    try {
      await call(AUTH_ENDPOINTS.resetPassword, { body: { token, password: read.value.password } });
      onDone();
    } catch (error) {
      setFailure(resetFailure(error));
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least 8 characters`}
        value={form.password}
        onChange={(event) => setForm({ ...form, password: event.target.value })}
        error={issues["password"]}
      />
      <PasswordField
        label={t`Confirm password`}
        autoComplete="new-password"
        value={form.confirmPassword}
        onChange={(event) => setForm({ ...form, confirmPassword: event.target.value })}
        error={issues["confirmPassword"]}
      />
      <Button type="submit" size="lg" className="w-full" loading={isPending}>
        <Trans>Change password</Trans>
      </Button>
    </form>
  );
}
