import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { useMayDo } from "#pwa/console/desk/may.ts";
import { scopeWords } from "#pwa/console/desk/scope-words.ts";
import { KeyAddressesField, KeyDaysField, KeyNameField, KeyScopesField } from "#pwa/parts/api-keys/key-fields.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import type { NewApiKeyOutput } from "#schemas/api-keys.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import { OPERATOR_KEY_SCOPES, type OperatorKeyScope } from "#schemas/operator-keys.ts";
import { dayOptions, EMPTY_FORM, type OperatorKeyForm, readKeyForm } from "./key-form.ts";

const FIELDS = ["name", "addresses", "reason"];

interface MakeKeySheetProps {
  readonly onMade: (made: NewApiKeyOutput) => void;
  readonly onClose: () => void;
}

/** Asks what a key of an operator is to read: of what they may read themself. */
export function MakeKeySheet({ onMade, onClose }: MakeKeySheetProps) {
  const [form, setForm] = useState(EMPTY_FORM);
  const action = useAction(FIELDS);
  const change = (fields: Partial<OperatorKeyForm>) => setForm({ ...form, ...fields });

  function submit() {
    const read = readKeyForm(form);
    if ("issues" in read) return action.refuse(read.issues);
    const body = read.value;
    return action.run(async () => onMade(await call(SERVICE_CONSOLE_ENDPOINTS.makeOperatorKey, { body })));
  }

  return (
    <ActSheet
      title={t`Make an API key`}
      description={t`Whoever has the key reads what you choose here, for as long as you may read it yourself. It decides nothing, and is shown once.`}
      action={action}
      submit={t`Make the key`}
      isLook
      onSubmit={submit}
      onClose={onClose}
    >
      <KeyNameField value={form.name} issue={action.issues["name"]} onChange={(name) => change({ name })} />
      <ScopeFields scopes={form.scopes} issue={action.issues["scopes"]} onChange={(scopes) => change({ scopes })} />
      <KeyDaysField options={dayOptions()} value={form.days} onChange={(days) => change({ days })} />
      <KeyAddressesField
        value={form.addresses}
        issue={action.issues["addresses"]}
        onChange={(addresses) => change({ addresses })}
      />
      <ReasonField
        most={500}
        value={form.reason}
        error={action.issues["reason"]}
        onChange={(reason) => change({ reason })}
      />
    </ActSheet>
  );
}

interface ScopeFieldsProps {
  readonly scopes: readonly OperatorKeyScope[];
  readonly issue: string | undefined;
  readonly onChange: (scopes: readonly OperatorKeyScope[]) => void;
}

function ScopeFields({ scopes, issue, onChange }: ScopeFieldsProps) {
  const mayDo = useMayDo();
  const choices = OPERATOR_KEY_SCOPES.filter((scope) => mayDo(scope)).map((scope) => ({
    name: scope,
    label: scopeWords(scope),
    hint: scopeMeaning(scope),
    isOn: scopes.includes(scope),
    onChange: (isOn: boolean) => onChange(isOn ? [...scopes, scope] : scopes.filter((each) => each !== scope)),
  }));
  return <KeyScopesField legend={t`What it reads`} choices={choices} issue={issue} />;
}

function scopeMeaning(scope: OperatorKeyScope): string {
  switch (scope) {
    case "overview.read":
      return t`What waits for somebody, the day’s numbers, and how the service is doing.`;
    case "deposits.read":
      return t`Every declared deposit, and how deposits are taken.`;
    case "payments.read":
      return t`Payments of everybody, and what the network says of those that are unclear.`;
    case "proposals.read":
      return t`What waits for a second operator, and what came of it.`;
    case "users.read":
      return t`Everybody’s name, e-mail address, balances, movements and security events. Each look at a person is in the audit log.`;
    case "books.read":
      return t`Money that arrived and fits nobody.`;
    case "treasury.read":
      return t`The accounts of the house, and what moved on them.`;
    case "support.read":
      return t`What people wrote to support, without their pictures.`;
    case "fees.read":
      return t`Every fee, also those that do not hold.`;
    case "listings.read":
      return t`What is listed, and which pairs are traded.`;
    case "policy.read":
      return t`What is asked of payments, and what another policy would have refused.`;
    case "interface.read":
      return t`What is set of everybody’s screens.`;
    case "actions.read":
      return t`What operators did, with before and after.`;
  }
}
