import { t } from "@lingui/core/macro";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import type { SecurityOutput } from "#schemas/security.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import type { Answer } from "#pwa/parts/answers/use-answer.ts";
import { toldOf, WaitingNotes } from "./waiting-notes.tsx";

const KINDS = ["sign-in-mails-off"] as const;

interface SignInMailsSwitchProps {
  readonly security: Answer<SecurityOutput>;
  readonly label: string;
  readonly hint: string;
}

/** Sign-ins are mailed until the server says otherwise: a device alone, or without a connection, cannot silence them. */
export function SignInMailsSwitch({ security, label, hint }: SignInMailsSwitchProps) {
  const { row } = useRow("settings", "settings");
  const action = useAction();
  const change = (isOn: boolean) =>
    action.run(async () => {
      const known = await call(SECURITY_ENDPOINTS.setSignInMails, { body: { isOn } });
      security.put(known);
      const title = isOn ? t`New sign-ins are mailed to you` : t`New sign-ins are no longer mailed to you`;
      showToast(toldOf(known, isOn ? [] : KINDS, { title }));
    });
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        label={label}
        hint={hint}
        checked={row?.notifyOnLogin ?? true}
        disabled={row === null || !security.canChange || action.isBusy}
        onCheckedChange={change}
      />
      {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      <WaitingNotes security={security} kinds={KINDS} />
    </div>
  );
}
