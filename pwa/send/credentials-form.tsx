import { t } from "@lingui/core/macro";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { PasskeyButton } from "#pwa/parts/forms/passkey-button.tsx";
import type { Action } from "#pwa/parts/forms/use-action.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import type { PasskeyAnswer } from "#schemas/passkey-answer.ts";
import type { SendCheckOutput } from "#schemas/wallet.ts";
import type { Credentials, SendProblems } from "./payment.ts";

interface CredentialsFormProps {
  readonly formId: string;
  readonly check: SendCheckOutput;
  readonly problems: SendProblems;
  /** Whether it was confirmed before, and the answer got lost. */
  readonly isAskedAgain: boolean;
  /** Whether a confirmation can go out now. */
  readonly canConfirm: boolean;
  /** The passkey that is being asked for, if any: nothing may be left meanwhile. */
  readonly passkey: Action;
  readonly onConfirm: (credentials: Credentials) => void;
}

/**
 * Asks for what this payment needs, and for what the server asked for meanwhile. A passkey takes the place of both, password and code.
 * Where an answer got lost, what was shown goes again and nothing is asked for: the server may have accepted it.
 */
export function CredentialsForm(props: CredentialsFormProps) {
  const { formId, check, problems: refused, isAskedAgain, canConfirm, passkey: asking, onConfirm } = props;
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [passkey, setPasskey] = useState<PasskeyAnswer | null>(null);
  const [missing, setMissing] = useState<SendProblems>({});
  const problems = { ...missing, ...refused };
  const problem = problems.password ?? problems.code;
  const asksPassword = (check.needsPassword && !isAskedAgain) || problems.password !== undefined;
  const asksCode = (check.needsSecondFactor && !isAskedAgain) || problems.code !== undefined;

  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  /** Goes on with what was typed, unless something is missing. */
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!canConfirm) return;
    const empty: SendProblems = {
      ...(asksPassword && password === "" && { password: sentenceOf("password-required") }),
      ...(asksCode && code === "" && { code: sentenceOf("second-factor-required") }),
    };
    setMissing(empty);
    if (Object.keys(empty).length > 0) return;
    // Each passkey's answer is good once: what is typed now stands in the place of one that was refused.
    onConfirm({ password, code, passkey: asksPassword || asksCode ? null : passkey });
  }

  return (
    <form id={formId} ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {asksPassword || asksCode ? (
        <PasskeyButton
          label={t`Confirm and send with a passkey`}
          action={asking}
          isDisabled={!canConfirm}
          onShown={(answer) => {
            setPasskey(answer);
            setMissing({});
            onConfirm({ password: "", code: "", passkey: answer });
          }}
        />
      ) : null}
      {asksPassword ? (
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          value={password}
          error={problems.password}
          hint={t`Your settings ask for it before every payment.`}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      {asksCode ? <CodeField value={code} error={problems.code} onChange={setCode} /> : null}
    </form>
  );
}
