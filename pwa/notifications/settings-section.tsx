import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { NotificationChoices, Topic } from "#schemas/notifications.ts";
import type { SettingsEdit } from "#pwa/platform/db/edits.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { call } from "#pwa/platform/api/call.ts";
import { OfflineNote } from "#pwa/parts/answers/offline-note.tsx";
import { useSecurity } from "#pwa/parts/answers/questions.ts";
import { SignInMailsSwitch, WaitingNotes } from "#pwa/security/door.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { useAnswer } from "#pwa/parts/answers/use-answer.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Switch, SwitchField } from "#pwa/ui/switch.tsx";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import { CHOICES, setChoices } from "./choices.ts";
import { PushDevice } from "./push-device.tsx";

interface TopicWords {
  readonly topic: Topic;
  readonly name: string;
  readonly hint: string;
}

const TOPICS: readonly TopicWords[] = [
  {
    topic: "received",
    get name() {
      return t`Money you receive`;
    },
    get hint() {
      return t`Who paid you, and how much.`;
    },
  },
  {
    topic: "claims",
    get name() {
      return t`Money to claim`;
    },
    get hint() {
      return t`Set aside for you by others; often advertisements.`;
    },
  },
  {
    topic: "sent",
    get name() {
      return t`Money you send`;
    },
    get hint() {
      return t`Confirmed, failed, approved or refused.`;
    },
  },
  {
    topic: "trades",
    get name() {
      return t`Orders and trades`;
    },
    get hint() {
      return t`Filled, removed or not carried out, and prices you wait for.`;
    },
  },
  {
    topic: "deposits",
    get name() {
      return t`Deposits`;
    },
    get hint() {
      return t`Approved, rejected or arrived.`;
    },
  },
  {
    topic: "signIns",
    get name() {
      return t`Sign-ins`;
    },
    get hint() {
      return t`From a device or an address that is new.`;
    },
  },
  {
    topic: "security",
    get name() {
      return t`Security`;
    },
    get hint() {
      return t`Password, passkeys, limits and locks. Its e-mails are always sent, for your safety.`;
    },
  },
];

const WARNING_KINDS = ["sign-in-mails-off", "sign-in-push-off", "security-push-off"] as const;

interface NotificationsSectionProps {
  readonly settings: LocalRow<"settings"> | null;
  readonly onEdit: (edit: SettingsEdit) => void;
}

/** What the person is told, and where. The list under the bell has everything, whatever is chosen here. */
export function NotificationsSection({ settings, onEdit }: NotificationsSectionProps) {
  const isWanted = settings?.notificationsEnabled ?? true;
  const answer = useAnswer(CHOICES);
  const { isBusy, notice, run } = useAction();
  const choices = answer.value;
  // These the server alone keeps; what is kept on the device can be changed offline as well.
  const isFixed = !answer.canChange || isBusy;
  const security = useSecurity();
  const change = (next: NotificationChoices) =>
    run(async () => {
      answer.put(await setChoices(next));
      security.refresh();
    });
  const setMails = (isOn: boolean) =>
    run(async () => security.put(await call(SECURITY_ENDPOINTS.setSignInMails, { body: { isOn } })));
  return (
    <Card aria-labelledby="settings-notify">
      <CardHeader
        id="settings-notify"
        title={t`Notifications`}
        description={t`The list under the bell has everything, whatever you choose here.`}
      />
      <div className="flex flex-col gap-4">
        <SwitchField
          label={t`Notifications`}
          hint={t`Messages on screen, push and e-mail, on all your devices. Warnings about your security are told in any case.`}
          checked={isWanted}
          disabled={settings === null}
          onCheckedChange={(notificationsEnabled) => onEdit({ notificationsEnabled })}
        />
        <PushDevice />
        <OfflineNote keptAtMs={answer.keptAtMs} hasFailed={answer.hasFailed} onRetry={answer.refresh} />
        {choices === null ? (
          <SignInMailsSwitch
            security={security}
            label={t`E-mails about sign-ins`}
            hint={t`From a device or an address that is new.`}
          />
        ) : (
          <>
            <Topics
              choices={choices}
              settings={settings}
              disabled={isFixed}
              onChange={change}
              onSignInMails={setMails}
            />
            <div className="flex flex-col gap-2 empty:hidden">
              <WaitingNotes security={security} kinds={WARNING_KINDS} />
            </div>
            <SwitchField
              label={t`Show amounts`}
              hint={t`In push messages, also on your lock screen, and in e-mails.`}
              checked={choices.showsAmounts}
              disabled={isFixed}
              onCheckedChange={(showsAmounts) => change({ ...choices, showsAmounts })}
            />
          </>
        )}
        {notice === null ? null : <Notice tone="error">{notice}</Notice>}
      </div>
    </Card>
  );
}

interface TopicsProps extends Pick<NotificationsSectionProps, "settings"> {
  readonly choices: NotificationChoices;
  readonly disabled: boolean;
  readonly onChange: (choices: NotificationChoices) => void;
  readonly onSignInMails: (isOn: boolean) => void;
}

function Topics({ choices, settings, disabled, onChange, onSignInMails }: TopicsProps) {
  const { push, mail } = choices;
  return (
    <div>
      <div aria-hidden="true" className="grid grid-cols-[1fr_3.5rem_3.5rem] gap-3 pb-1 text-xs font-medium text-ink-3">
        <span />
        <span className="text-center">
          <Trans context="messages on the device's screen">Push</Trans>
        </span>
        <span className="text-center">
          <Trans>E-mail</Trans>
        </span>
      </div>
      <ul className="divide-y divide-line">
        {TOPICS.map(({ topic, name, hint }) => (
          <li key={topic} className="grid grid-cols-[1fr_3.5rem_3.5rem] items-center gap-3 py-2.5">
            <div className="min-w-0">
              <p className="text-sm font-medium">{name}</p>
              <p className="text-sm text-ink-3">{hint}</p>
            </div>
            <Switch
              aria-label={t`${name}: push`}
              checked={push[topic]}
              disabled={disabled}
              onCheckedChange={(isOn) => onChange({ ...choices, push: { ...push, [topic]: isOn } })}
            />
            {topic === "security" ? (
              <span className="text-center text-xs text-ink-3">
                <Trans context="in the place of a switch: these are always sent">Always</Trans>
              </span>
            ) : topic === "signIns" ? (
              <Switch
                aria-label={t`${name}: e-mail`}
                checked={settings?.notifyOnLogin ?? true}
                disabled={settings === null || disabled}
                onCheckedChange={onSignInMails}
              />
            ) : (
              <Switch
                aria-label={t`${name}: e-mail`}
                checked={mail[topic]}
                disabled={disabled}
                onCheckedChange={(isOn) => onChange({ ...choices, mail: { ...mail, [topic]: isOn } })}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
