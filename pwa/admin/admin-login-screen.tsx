import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { adminLoginFailure, isMissingCode, isWrongCode } from "#pwa/auth/door.ts";
import { focusField, focusFirstIssue, type FormIssues, readForm } from "#pwa/parts/forms/form-issues.ts";
import { signedOutNote, signedOutWords } from "#pwa/parts/session/signed-out-note.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField, TextField } from "#pwa/ui/field.tsx";
import { LogoMark } from "#pwa/ui/logo.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { LoginInput } from "#schemas/auth.ts";
import { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";
import type { UserOutput } from "#schemas/users.ts";
import { type AdminStatus, readAdminStatus } from "./admin-status.ts";

const REDIRECT_MS = 100;

export function AdminLoginScreen() {
  usePageTitle(t`Admin access`);
  const status = useAdminsGoOn();
  const [signedOut] = useState(() => signedOutNote.read());
  const reason = status?.error ?? "";
  return (
    <main id="content" className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <Link to="/" aria-label={t`Astrolabe, start page`} className="mx-auto block w-fit rounded-sm">
          <LogoMark className="size-12 text-brass" />
        </Link>
        <h1 className="mt-5 text-center text-2xl font-semibold">
          <Trans>Admin Access</Trans>
        </h1>
        <p className="mt-1 mb-6 text-center text-sm text-ink-2">
          <Trans>Restricted area - Authorized personnel only</Trans>
        </p>
        {signedOut === null ? null : (
          <div className="mb-4">
            <Notice title={t`You were signed out`}>{signedOutWords(signedOut)}</Notice>
          </div>
        )}
        {status?.kind === "failed" ? (
          <div className="mb-4">
            <Notice tone="warn">
              {t`It could not be read whether you are signed in already. You can sign in here. (${reason})`}
            </Notice>
          </div>
        ) : null}
        <Card>
          <AdminLoginForm />
        </Card>
      </div>
    </main>
  );
}

function AdminLoginForm() {
  const [form, setForm] = useState({ username: "", password: "" });
  const [code, setCode] = useState<string | null>(null);
  const [issues, setIssues] = useState<FormIssues>({});
  const [hasFailed, setFailed] = useState(false);
  const [isPending, setPending] = useState(false);
  const { enter } = useSession();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const read = readForm(LoginInput, { ...form, ...(code ? { code } : {}) });
    setFailed(false);
    setIssues("issues" in read ? read.issues : {});
    if ("issues" in read) return focusFirstIssue(element);
    if (code === "") {
      setIssues({ code: sentenceOf("second-factor-required") });
      return focusFirstIssue(element);
    }
    setPending(true);
    const outcome = await enterOr(enter, read.value);
    if (outcome === null) return undefined;
    setPending(false);
    if (outcome.kind === "code-missing") {
      setCode("");
      return focusField(element, "code");
    }
    setFailed(true);
    showToast({ title: t`Login failed`, description: outcome.sentence, tone: "destructive" });
    if (outcome.kind === "other") return undefined;
    setIssues({ code: outcome.sentence });
    return focusFirstIssue(element);
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {hasFailed ? <Notice tone="error">{t`Admin authentication failed. Please try again.`}</Notice> : null}
      <TextField
        label={t`Admin username`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={form.username}
        onChange={(event) => setForm({ ...form, username: event.target.value })}
        error={issues["username"]}
      />
      <PasswordField
        label={t`Admin password`}
        name="password"
        autoComplete="current-password"
        value={form.password}
        onChange={(event) => setForm({ ...form, password: event.target.value })}
        error={issues["password"]}
      />
      {code === null ? null : <CodeField value={code} onChange={setCode} error={issues["code"]} />}
      <Button type="submit" size="lg" className="w-full" loading={isPending}>
        {isPending ? t`Authenticating...` : t`Access Admin Panel`}
      </Button>
    </form>
  );
}

type Refusal =
  /** The password was right, and the second factor is asked for. */
  { readonly kind: "code-missing" } | { readonly kind: "code-wrong" | "other"; readonly sentence: string };

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`the sign-in was refused: ${refusal.kind}`);
    this.name = "Refused";
    this.refusal = refusal;
  }
}

/** Enters as this operator; answers with what went wrong, or null where they are in. */
async function enterOr(enter: ReturnType<typeof useSession>["enter"], input: LoginInput): Promise<Refusal | null> {
  try {
    await enter(() => signIn(input), "admin-signed-in");
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    return { kind: "other", sentence: adminLoginFailure(error) };
  }
}

/** Ends whatever session there is, then signs in; answers with who that is. Throws {@link Refused}. */
async function signIn(input: LoginInput): Promise<UserOutput> {
  try {
    await call(AUTH_ENDPOINTS.logout, {});
  } catch (error) {
    logProblem("The former session could not be ended", error);
  }
  try {
    const { isAdmin } = await call(AUTH_ENDPOINTS.adminLogin, { body: input });
    if (!isAdmin) throw new Refused({ kind: "other", sentence: t`User does not have admin privileges` });
    return await call(AUTH_ENDPOINTS.user, {});
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (isMissingCode(error)) throw new Refused({ kind: "code-missing" });
    throw new Refused({ kind: isWrongCode(error) ? "code-wrong" : "other", sentence: adminLoginFailure(error) });
  }
}

/** Sends someone who is an admin already to the admin dashboard; null until it is known whether they are. */
function useAdminsGoOn(): AdminStatus | null {
  const [status, setStatus] = useState<AdminStatus | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const check = async () => {
      const found = await readAdminStatus(stop.signal);
      if (!stop.signal.aborted) setStatus(found);
    };
    void check();
    return () => stop.abort();
  }, []);
  const isAdmin = status?.isAdmin === true;
  useEffect(() => {
    if (!isAdmin) return undefined;
    const timer = setTimeout(() => location.assign("/admin-dashboard"), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isAdmin]);
  return status;
}
