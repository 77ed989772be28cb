import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fingerprint } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { Button } from "#pwa/ui/button.tsx";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import type { IdentityQuestion, PasskeyQuestion } from "#pwa/parts/identify/identity.ts";
import { OrLine } from "#pwa/ui/or-line.tsx";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { askForPasskey, confirmByPasskey } from "#pwa/parts/identify/passkey-calls.ts";
import { canUsePasskeys } from "#pwa/parts/identify/passkey-ceremony.ts";
import { usePasskeys } from "#pwa/parts/answers/questions.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";

const FIELDS = ["password", "code"];
const FIELD_OF_CODE = {
  "password-wrong": "password",
  "second-factor-required": "code",
  "second-factor-wrong": "code",
};

/** Asks who is there: by passkey, or by password and, where it is on, the second factor. */
export function ConfirmIdentity({ question }: { readonly question: IdentityQuestion }) {
  const { user } = useSession();
  const { row } = useRow("settings", "settings");
  const passkeys = usePasskeys();
  const action = useAction(FIELDS, FIELD_OF_CODE);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isCodeWanted, setCodeWanted] = useState(false);
  const asksCode = isCodeWanted || (row?.twoFactorEnabled ?? false);
  const hasPasskey = canUsePasskeys() && (passkeys.value?.passkeys.length ?? 0) > 0;

  function confirm() {
    const missing = {
      ...(password === "" && { password: t`Password is required` }),
      ...(asksCode && code === "" && { code: sentenceOf("second-factor-required") }),
    };
    if (Object.keys(missing).length > 0) return action.refuse(missing);
    return action.run(async () => {
      try {
        await call(AUTH_ENDPOINTS.confirmIdentity, { body: { password, ...(code !== "" && { code }) } });
      } catch (error) {
        // Switched on elsewhere, which this device has not heard of yet.
        if (error instanceof HttpError && error.code === "second-factor-required") setCodeWanted(true);
        throw error;
      }
      question.answer(true);
    });
  }

  const confirmWithPasskey = () =>
    action.run(async () => {
      await confirmByPasskey();
      question.answer(true);
    });

  return (
    <FormSheet
      title={t`Confirm that it is you`}
      description={t`This touches your security or your money. Your answer holds for ten minutes on this device.`}
      action={action}
      submit={t`Confirm`}
      submitting={t`Checking`}
      onSubmit={confirm}
      onClose={() => question.answer(false)}
    >
      {hasPasskey ? <PasskeyFirst isBusy={action.isBusy} onUse={confirmWithPasskey} /> : null}
      {/* Password managers look for whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ""} readOnly hidden />
      <PasswordField
        label={t`Your password`}
        name="password"
        autoComplete="current-password"
        value={password}
        error={action.issues["password"]}
        onChange={(event) => setPassword(event.target.value)}
      />
      {asksCode ? <CodeField value={code} error={action.issues["code"]} onChange={setCode} /> : null}
    </FormSheet>
  );
}

function unknownHere(): string {
  return t`This browser does not know passkeys. Type your password instead.`;
}

/** Has the browser ask for a passkey; it shows nothing of its own, but for why there was none. */
export function ShowPasskey({ question }: { readonly question: PasskeyQuestion }) {
  useEffect(() => {
    let isWanted = true;
    const ask = async () => {
      if (!canUsePasskeys()) throw new Error(unknownHere());
      const passkey = await askForPasskey();
      if (isWanted) question.answer(passkey);
    };
    ask().catch((error: unknown) => {
      if (!isWanted) return;
      const description = canUsePasskeys() ? (failureOf(error, [], {}).notice ?? "") : unknownHere();
      showToast({ title: t`No passkey was shown`, description });
      question.answer(null);
    });
    return () => {
      isWanted = false;
    };
  }, [question]);
  return null;
}

function PasskeyFirst({ isBusy, onUse }: { readonly isBusy: boolean; readonly onUse: () => void }) {
  return (
    <>
      <Button variant="secondary" size="lg" className="w-full" disabled={isBusy} onClick={onUse}>
        <Fingerprint aria-hidden="true" className="size-5" />
        <Trans>Use a passkey</Trans>
      </Button>
      <OrLine />
    </>
  );
}
