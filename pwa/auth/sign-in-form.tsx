import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Fingerprint } from "lucide-react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { OrLine } from "#pwa/ui/or-line.tsx";
import { canUsePasskeys, PasskeyProblem } from "#pwa/parts/identify/passkey-ceremony.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField, TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { LoginInput } from "#schemas/auth.ts";
import { focusField, focusFirstIssue, type FormIssues, readForm } from "#pwa/parts/forms/form-issues.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { isMissingCode, isWrongCode } from "./asks-for-code.ts";
import { loginFailure } from "./failure-messages.ts";
import { login, loginByPasskey } from "./sign-in.ts";

export function SignInForm({ onForgot }: { readonly onForgot: () => void }) {
  const { enter } = useSession();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string | null>(null);
  const [issues, setIssues] = useState<FormIssues>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const read = readForm(LoginInput, { username, password, ...(code ? { code } : {}) });
    setFailure(null);
    setIssues("issues" in read ? read.issues : {});
    if ("issues" in read) return focusFirstIssue(form);
    if (code === "") {
      setIssues({ code: sentenceOf("second-factor-required") });
      return focusFirstIssue(form);
    }
    setPending(true);
    try {
      await login(enter, read.value);
    } catch (error) {
      setPending(false);
      if (isMissingCode(error)) {
        setCode("");
        return focusField(form, "code");
      }
      if (!isWrongCode(error)) return setFailure(loginFailure(error));
      setIssues({ code: loginFailure(error) });
      return focusFirstIssue(form);
    }
  }

  async function signInByPasskey() {
    setFailure(null);
    setIssues({});
    setPending(true);
    try {
      await loginByPasskey(enter);
    } catch (error) {
      setFailure(error instanceof PasskeyProblem ? error.message : loginFailure(error));
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <TextField
        label={t`Username`}
        hint={t`Or your email address.`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={issues["username"]}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={issues["password"]}
      />
      {code === null ? null : <CodeField value={code} onChange={setCode} error={issues["code"]} />}
      <div className="flex justify-end">
        <Button variant="link" size="inline" onClick={onForgot}>
          <Trans>Forgot password?</Trans>
        </Button>
      </div>
      <Button type="submit" size="lg" className="w-full" loading={isPending}>
        {isPending ? t`Signing in...` : t`Sign In`}
      </Button>
      {canUsePasskeys() ? (
        <>
          <OrLine />
          <Button
            variant="secondary"
            size="lg"
            className="w-full"
            disabled={isPending}
            onClick={() => void signInByPasskey()}
          >
            <Fingerprint aria-hidden="true" className="size-5" />
            <Trans>Use a passkey</Trans>
          </Button>
        </>
      ) : null}
    </form>
  );
}
