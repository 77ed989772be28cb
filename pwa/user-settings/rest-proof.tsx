import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { FormIssues } from "#pwa/parts/forms/form-issues.ts";
import { PasskeyButton } from "#pwa/parts/forms/passkey-button.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { CloseAccountInput } from "#schemas/closing.ts";
import type { PasskeyAnswer } from "#schemas/passkey-answer.ts";
import type { Rest } from "./closing.ts";

type Shown = Pick<CloseAccountInput, "password" | "code" | "passkey">;

/** What is shown of who closes an account, where its rest is paid to somebody: what a payment asks for. */
export interface RestProofState {
  readonly asksPassword: boolean;
  readonly asksCode: boolean;
  readonly password: string;
  readonly code: string;
  readonly passkey: PasskeyAnswer | null;
  readonly type: (typed: { readonly password?: string; readonly code?: string }) => void;
  readonly show: (passkey: PasskeyAnswer) => void;
  /** What was not shown yet, by field; null where nothing is missing. */
  readonly missing: () => FormIssues | null;
  /** What goes with the confirmation. A passkey's answer is good once. */
  readonly take: () => Shown;
}

export function useRestProof(rest: Rest | null): RestProofState {
  const [{ password, code }, setTyped] = useState({ password: "", code: "" });
  const [passkey, setPasskey] = useState<PasskeyAnswer | null>(null);
  const asksPassword = rest?.review.needsPassword ?? false;
  const asksCode = rest?.review.needsSecondFactor ?? false;
  return {
    asksPassword,
    asksCode,
    password,
    code,
    passkey,
    type: (typed) => setTyped((known) => ({ ...known, ...typed })),
    show: setPasskey,
    missing: () => {
      if (passkey !== null) return null;
      const issues = {
        ...(asksPassword && password === "" && { password: sentenceOf("password-required") }),
        ...(asksCode && code === "" && { code: sentenceOf("second-factor-required") }),
      };
      return Object.keys(issues).length === 0 ? null : issues;
    },
    take: () => {
      setPasskey(null);
      if (passkey !== null) return { passkey };
      return { ...(password !== "" && { password }), ...(code !== "" && { code }) };
    },
  };
}

interface RestProofProps {
  readonly proof: RestProofState;
  readonly issues: FormIssues;
  readonly isBusy: boolean;
}

/** Asks for the password and the code, or for a passkey in the place of both. */
export function RestProof({ proof, issues, isBusy }: RestProofProps) {
  const asking = useAction();
  const asksPassword = proof.asksPassword || issues["password"] !== undefined;
  const asksCode = proof.asksCode || issues["code"] !== undefined;
  if (!asksPassword && !asksCode) return null;
  if (proof.passkey !== null)
    return (
      <Notice tone="success">
        <Trans>Your passkey was shown.</Trans>
      </Notice>
    );
  return (
    <>
      <PasskeyButton label={t`Use a passkey`} action={asking} isDisabled={isBusy} onShown={proof.show} />
      {asksPassword ? (
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          value={proof.password}
          error={issues["password"]}
          hint={t`All that you have leaves with it.`}
          onChange={(event) => proof.type({ password: event.target.value })}
        />
      ) : null}
      {asksCode ? (
        <CodeField value={proof.code} error={issues["code"]} onChange={(code) => proof.type({ code })} />
      ) : null}
    </>
  );
}
