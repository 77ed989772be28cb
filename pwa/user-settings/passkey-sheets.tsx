import { t } from "@lingui/core/macro";
import { useState } from "react";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { addPasskey } from "#pwa/parts/identify/passkey-calls.ts";
import { type Action, useAction } from "#pwa/parts/forms/use-action.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { describeDevice } from "#schemas/describe-device.ts";
import { pauseAheadWords } from "#pwa/platform/language/protection-words.ts";
import type { PasskeysOutput } from "#schemas/passkeys.ts";
import { deviceWords } from "#pwa/parts/device/device-words.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

const FIELDS = ["name"];
const NAME_MISSING = {
  get name() {
    return t`Give it a name`;
  },
};

interface AddPasskeySheetProps {
  /** How long payments pause afterwards; null where that is not known. */
  readonly pauseHours: number | null;
  readonly onAdded: (known: PasskeysOutput, name: string) => void;
  readonly onClose: () => void;
}

/** Names a passkey, and lets the device make it. */
export function AddPasskeySheet({ pauseHours, onAdded, onClose }: AddPasskeySheetProps) {
  const [name, setName] = useState(() => deviceWords(describeDevice(navigator.userAgent)));
  const action = useAction(FIELDS);
  return (
    <FormSheet
      size="sm"
      title={t`Add a passkey`}
      description={`${t`Your device asks for your fingerprint, face or PIN next. None of these ever leave it.`} ${pauseAheadWords(pauseHours)}`}
      action={action}
      submit={t`Continue`}
      submitting={t`Waiting for your device`}
      onClose={onClose}
      onSubmit={() => {
        const known = name.trim();
        if (known === "") return action.refuse(NAME_MISSING);
        return action.run(async () => onAdded(await addPasskey(known), known));
      }}
    >
      <NameField name={name} action={action} onChange={setName} />
    </FormSheet>
  );
}

interface RenamePasskeySheetProps {
  readonly name: string;
  readonly onRename: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

export function RenamePasskeySheet({ name: former, onRename, onClose }: RenamePasskeySheetProps) {
  const [name, setName] = useState(former);
  const action = useAction(FIELDS);
  return (
    <FormSheet
      size="sm"
      title={t`Rename the passkey`}
      action={action}
      submit={t`Save`}
      submitting={t`Saving`}
      onClose={onClose}
      onSubmit={() => {
        const known = name.trim();
        if (known === "") return action.refuse(NAME_MISSING);
        return action.run(() => onRename(known));
      }}
    >
      <NameField name={name} action={action} onChange={setName} />
    </FormSheet>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly action: Action;
  readonly onChange: (name: string) => void;
}

function NameField({ name, action, onChange }: NameFieldProps) {
  return (
    <TextField
      label={t({ message: "Name", context: "of a passkey" })}
      name="name"
      autoComplete="off"
      maxLength={64}
      hint={t`So that you recognise it in the list.`}
      value={name}
      error={action.issues["name"]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface RemovePasskeySheetProps {
  readonly pauseHours: number | null;
  readonly name: string;
  readonly onRemove: () => Promise<void>;
  readonly onClose: () => void;
}

export function RemovePasskeySheet({ pauseHours, name, onRemove, onClose }: RemovePasskeySheetProps) {
  const action = useAction();
  return (
    <FormSheet
      size="sm"
      tone="danger"
      title={t`Remove ${{ name: inSentence(name) }}?`}
      description={`${t`It no longer signs you in. Delete it in your device's settings as well.`} ${pauseAheadWords(pauseHours)}`}
      action={action}
      submit={t`Remove`}
      submitting={t`Removing`}
      dismiss={t`Keep it`}
      onClose={onClose}
      onSubmit={() => action.run(onRemove)}
    />
  );
}
