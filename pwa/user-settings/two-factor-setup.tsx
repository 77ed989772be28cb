import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { PayCode } from "#pwa/parts/qr-codes/pay-code.tsx";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { westernDigits } from "#pwa/ui/western-digits.ts";
import { TWO_FACTOR_ENDPOINTS } from "#schemas/endpoints/two-factor.ts";
import { inGroups } from "./recovery-codes.ts";

const FIELDS = ["code"];
const FIELD_OF_CODE = { "second-factor-wrong": "code" };

interface TwoFactorSetupProps {
  /** The `otpauth:` address that the QR code holds. */
  readonly uri: string;
  /** The same secret, to type in. */
  readonly secret: string;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Gives an authenticator app its secret, and asks for a first code of it. */
export function TwoFactorSetup({ uri, secret, onCodes, onClose }: TwoFactorSetupProps) {
  const [code, setCode] = useState("");
  const action = useAction(FIELDS, FIELD_OF_CODE);

  function submit() {
    if (!/^\d{6}$/.test(code.replaceAll(/\s/g, "")))
      return action.refuse({ code: t`Enter the six digits that the app shows.` });
    return action.run(async () =>
      onCodes((await call(TWO_FACTOR_ENDPOINTS.enableTwoFactor, { body: { code } })).recoveryCodes),
    );
  }

  return (
    <FormSheet
      title={t`Turn on two-factor sign-in`}
      description={t`You need an authenticator app, such as the one your phone or password manager brings.`}
      action={action}
      submit={t`Turn on`}
      submitting={t`Checking`}
      onSubmit={submit}
      onClose={onClose}
    >
      <Step number={1} title={t`Add Astrolabe to the app`}>
        <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
          <div className="w-44 shrink-0">
            <PayCode text={uri} label={t`QR code for your authenticator app`} />
          </div>
          <div className="min-w-0 text-sm text-ink-2">
            <p>
              <Trans>Scan this code, or type the key in:</Trans>
            </p>
            <p className="mt-1 flex items-start gap-1">
              <span className="min-w-0 font-mono break-words text-ink">{inGroups(secret)}</span>
              <CopyButton text={secret} label={t`Copy key`} />
            </p>
            <p className="mt-1">
              <a className="font-medium text-accent underline-offset-4 hover:underline" href={uri}>
                <Trans>Open an app on this device</Trans>
              </a>
            </p>
          </div>
        </div>
      </Step>
      <Step number={2} title={t`Show that it works`}>
        <TextField
          label={t`Six digits from the app`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={code}
          error={action.issues["code"]}
          hint={t`They change every 30 seconds.`}
          onChange={(event) => setCode(westernDigits(event.target.value))}
        />
      </Step>
    </FormSheet>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <section>
      <h3 className="mb-3 flex items-center gap-2 text-sm font-semibold">
        <span className="numeric grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs text-accent">
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  );
}
