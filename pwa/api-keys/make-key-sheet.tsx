import { t } from "@lingui/core/macro";
import { useState } from "react";
import { KeyAddressesField, KeyDaysField, KeyNameField, KeyScopesField } from "#pwa/parts/api-keys/key-fields.tsx";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import type { NewApiKeyOutput } from "#schemas/api-keys.ts";
import { API_KEYS_ENDPOINTS } from "#schemas/endpoints/api-keys.ts";
import { dayOptions, EMPTY_FORM, type KeyForm, readKeyForm } from "./key-form.ts";
import { PayFields } from "./pay-fields.tsx";

const FIELDS = ["name", "addresses", "dailyLimit"];

interface MakeKeySheetProps {
  readonly onMade: (made: NewApiKeyOutput) => void;
  readonly onClose: () => void;
}

/** Asks what a key is to be for; whoever makes it shows who they are. */
export function MakeKeySheet({ onMade, onClose }: MakeKeySheetProps) {
  const [form, setForm] = useState(EMPTY_FORM);
  const action = useAction(FIELDS);
  const change = (fields: Partial<KeyForm>) => setForm({ ...form, ...fields });

  function submit() {
    const read = readKeyForm(form);
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => onMade(await call(API_KEYS_ENDPOINTS.makeApiKey, { body: read.value })));
  }

  return (
    <FormSheet
      title={t`Make an API key`}
      description={t`Whoever has the key can do what you choose here. It is shown once.`}
      action={action}
      submit={t`Make the key`}
      submitting={t`Making`}
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyNameField value={form.name} issue={action.issues["name"]} onChange={(name) => change({ name })} />
      <ScopeFields form={form} issue={action.issues["scopes"]} onChange={change} />
      {form.pays ? <PayFields form={form} issues={action.issues} onChange={change} /> : null}
      <KeyDaysField options={dayOptions()} value={form.days} onChange={(days) => change({ days })} />
      <KeyAddressesField
        value={form.addresses}
        issue={action.issues["addresses"]}
        onChange={(addresses) => change({ addresses })}
      />
    </FormSheet>
  );
}

interface ScopeFieldsProps {
  readonly form: KeyForm;
  readonly issue: string | undefined;
  readonly onChange: (fields: Partial<KeyForm>) => void;
}

function ScopeFields({ form, issue, onChange }: ScopeFieldsProps) {
  const choices = [
    {
      name: "read",
      label: t`Read`,
      hint: t`Your address, balances, assets, payments under way, and the markets.`,
      isOn: form.reads,
      onChange: (reads: boolean) => onChange({ reads }),
    },
    {
      name: "pay",
      label: t({ message: "Pay", context: "what an API key may do" }),
      hint: t`Only the addresses that you name now, within a limit of its own. Your own limits hold beside it.`,
      isOn: form.pays,
      onChange: (pays: boolean) => onChange({ pays }),
    },
  ];
  return <KeyScopesField legend={t`What it may do`} choices={choices} issue={issue} />;
}
