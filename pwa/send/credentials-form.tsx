import { type FormEvent, useEffect, useRef, useState } from "react";
import { PasskeyButton } from "#pwa/parts/forms/passkey-button.tsx";
import type { Action } from "#pwa/parts/forms/use-action.ts";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { deviceSentenceOf as sentenceOf } from "#schemas/device-errors.ts";
import type { SendCheckOutput } from "#schemas/wallet.ts";
import type { Credentials, SendProblems } from "./payment.ts";

interface CredentialsFormProps {
  readonly formId: string;
  readonly check: SendCheckOutput;
  readonly problems: SendProblems;
  /** Whether a confirmation can go out now. */
  readonly canConfirm: boolean;
  /** The passkey that is being asked for, if any: nothing may be left meanwhile. */
  readonly passkey: Action;
  readonly onConfirm: (credentials: Credentials) => void;
}

/** Asks for what this payment needs, and for what the server asked for meanwhile. A passkey takes the password's place. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { formId, check, problems: refused, canConfirm, passkey, onConfirm } = props;
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isShown, setShown] = useState(false);
  const [missing, setMissing] = useState<SendProblems>({});
  const problems = { ...missing, ...refused };
  const problem = problems.password ?? problems.code;
  const asksPassword = (check.needsPassword && !isShown) || problems.password !== undefined;
  const asksCode = check.needsSecondFactor || problems.code !== undefined;

  useEffect(() => {
    if (problem !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  /** Goes on with what was typed, unless something is missing. */
  function confirm(typed: Credentials, needsPassword: boolean, go: () => void) {
    const empty: SendProblems = {
      ...(needsPassword && typed.password === "" && { password: sentenceOf("password-required") }),
      ...(asksCode && typed.code === "" && { code: sentenceOf("second-factor-required") }),
    };
    setMissing(empty);
    if (Object.keys(empty).length === 0) go();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = { password, code };
    if (canConfirm) confirm(typed, asksPassword, () => onConfirm(typed));
  }

  return (
    <form id={formId} ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {asksCode ? <CodeField value={code} error={problems.code} onChange={setCode} /> : null}
      {asksPassword ? (
        <>
          <PasskeyButton
            label="Confirm and send with a passkey"
            action={passkey}
            isDisabled={!canConfirm}
            onPress={(show) => confirm({ password: "", code }, false, show)}
            onShown={() => {
              setShown(true);
              onConfirm({ password: "", code });
            }}
          />
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={problems.password}
            hint="Your settings ask for it before every payment."
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      ) : null}
    </form>
  );
}
