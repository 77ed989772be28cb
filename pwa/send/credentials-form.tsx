import { Fingerprint } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { OrLine } from "#pwa/security/or-line.tsx";
import { confirmByPasskey } from "#pwa/security/passkey-calls.ts";
import { canUsePasskeys } from "#pwa/security/passkey-ceremony.ts";
import { usePasskeys } from "#pwa/security/questions.ts";
import type { Action } from "#pwa/security/use-action.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { sentenceOf } from "#schemas/errors.ts";
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

interface PasskeyButtonProps {
  readonly action: Action;
  readonly isDisabled: boolean;
  /** Called with the way to ask for the passkey. */
  readonly onPress: (show: () => void) => void;
  /** Called once the server knows by it who is there. */
  readonly onShown: () => void;
}

/** For whoever has a passkey: they may know no password. */
function PasskeyButton({ action, isDisabled, onPress, onShown }: PasskeyButtonProps) {
  const passkeys = usePasskeys();
  if (!canUsePasskeys() || (passkeys.value?.passkeys.length ?? 0) === 0) return null;
  const show = () =>
    action.run(async () => {
      await confirmByPasskey();
      onShown();
    });
  return (
    <>
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <Button
        variant="secondary"
        size="lg"
        className="w-full"
        disabled={isDisabled || action.isBusy}
        onClick={() => onPress(show)}
      >
        <Fingerprint aria-hidden="true" className="size-5" />
        Confirm and send with a passkey
      </Button>
      <OrLine />
    </>
  );
}
