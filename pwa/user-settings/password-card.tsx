import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { useSession } from "#pwa/parts/session/session.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { CodeField } from "#pwa/ui/code-field.tsx";
import { PasswordField } from "#pwa/ui/field.tsx";
import { NewPassword } from "#schemas/auth.ts";
import { SESSIONS_ENDPOINTS } from "#schemas/endpoints/sessions.ts";
import { pauseAheadWords } from "#pwa/platform/language/protection-words.ts";

interface PasswordCardProps {
  readonly canChange: boolean;
  /** How long payments pause afterwards; null where that is not known. */
  readonly pauseHours: number | null;
  /** Called once the server pauses payments. */
  readonly onChanged: () => void;
}

export function PasswordCard({ canChange, pauseHours, onChanged }: PasswordCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card aria-labelledby="password">
      <CardHeader
        id="password"
        title={t`Password`}
        description={`${t`A new one signs your other devices out.`} ${pauseAheadWords(pauseHours)}`}
      />
      <Button variant="secondary" disabled={!canChange} onClick={() => setOpen(true)}>
        <KeyRound aria-hidden="true" className="size-4" />
        <Trans>Change password</Trans>
      </Button>
      {isOpen ? <PasswordSheet pauseHours={pauseHours} onChanged={onChanged} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

const EMPTY = { current: "", next: "", again: "", code: "" };
const FIELDS = Object.keys(EMPTY);
const FIELD_OF_CODE = {
  "password-wrong": "current",
  "password-common": "next",
  "password-like-name": "next",
  "second-factor-required": "code",
  "second-factor-wrong": "code",
};

const Schema = v.pipe(
  v.object({
    current: v.pipe(
      v.string(),
      v.minLength(1, () => t`Password is required`),
    ),
    next: NewPassword,
    again: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [["next"], ["again"]],
      (form) => form.next === form.again,
      () => t`Passwords don't match`,
    ),
    ["again"],
  ),
);

interface PasswordSheetProps extends Pick<PasswordCardProps, "pauseHours" | "onChanged"> {
  readonly onClose: () => void;
}

function PasswordSheet({ pauseHours, onChanged, onClose }: PasswordSheetProps) {
  const { user } = useSession();
  const { row } = useRow("settings", "settings");
  const [form, setForm] = useState(EMPTY);
  const action = useAction(FIELDS, FIELD_OF_CODE);
  const asksCode = (row?.twoFactorEnabled ?? false) || action.issues["code"] !== undefined;

  function submit() {
    const read = readForm(Schema, form);
    const issues = {
      ...("issues" in read && read.issues),
      ...(asksCode && form.code === "" && { code: sentenceOf("second-factor-required") }),
    };
    if (Object.keys(issues).length > 0) return action.refuse(issues);
    const { current, next, code } = form;
    return action.run(async () => {
      await call(SESSIONS_ENDPOINTS.changePassword, {
        body: { current, next, ...(code !== "" && { code }) },
      });
      onChanged();
      onClose();
      showToast({
        title: t`Password changed`,
        description: t`Your password has been changed, and your other devices were signed out.`,
      });
    });
  }

  const bind = (name: keyof typeof EMPTY) => ({
    name,
    value: form[name],
    error: action.issues[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <FormSheet
      title={t`Change password`}
      description={`${t`Every other device is signed out, this one stays signed in.`} ${pauseAheadWords(pauseHours)}`}
      action={action}
      submit={t`Change password`}
      submitting={t`Changing`}
      onSubmit={submit}
      onClose={onClose}
    >
      <input type="text" name="username" autoComplete="username" value={user?.username ?? ""} readOnly hidden />
      <PasswordField label={t`Present password`} autoComplete="current-password" {...bind("current")} />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least 8 characters`}
        {...bind("next")}
      />
      <PasswordField label={t`New password again`} autoComplete="new-password" {...bind("again")} />
      {asksCode ? (
        <CodeField
          value={form.code}
          error={action.issues["code"]}
          onChange={(code) => setForm((known) => ({ ...known, code }))}
        />
      ) : null}
    </FormSheet>
  );
}
