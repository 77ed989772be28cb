import { useState } from "react";
import { readForm } from "#pwa/auth/form-issues.ts";
import { isStellarAddress } from "#pwa/identity/strkey.ts";
import { useDirectory } from "#pwa/identity/use-directory.ts";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/security/form-sheet.tsx";
import { useAction } from "#pwa/security/use-action.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import { sentenceOf } from "#schemas/errors.ts";
import { ACCOUNT_PATTERN } from "#schemas/fields.ts";
import { AllowedAddressInput, type AllowListOutput } from "#schemas/security.ts";

const FIELDS = ["label", "address"];
const FIELD_OF_CODE = { "address-malformed": "address" };
const NOBODY = "";

interface AllowAddressSheetProps {
  readonly onAdded: (known: AllowListOutput, label: string) => void;
  readonly onClose: () => void;
}

/** Adds an address to those that may be paid, typed in or taken from the contacts. */
export function AllowAddressSheet({ onAdded, onClose }: AllowAddressSheetProps) {
  const { contacts, directory } = useDirectory();
  const [form, setForm] = useState({ label: "", address: "" });
  const action = useAction(FIELDS, FIELD_OF_CODE);
  const payable = contacts.filter(({ stellarAddress }) => ACCOUNT_PATTERN.test(stellarAddress));
  const lookAlike = directory.lookAlikeOf(form.address.trim());

  function submit() {
    const read = readForm(AllowedAddressInput, { label: form.label, address: form.address.trim() });
    if ("issues" in read) return action.refuse(read.issues);
    const { value } = read;
    if (!isStellarAddress(value.address)) return action.refuse({ address: sentenceOf("address-malformed") });
    return action.run(async () => onAdded(await call(SECURITY_ENDPOINTS.allowAddress, { body: value }), value.label));
  }

  return (
    <FormSheet
      title="Add an address"
      description="It counts once its waiting time is over."
      action={action}
      submit="Add"
      submitting="Adding"
      onSubmit={submit}
      onClose={onClose}
    >
      {payable.length === 0 ? null : (
        <SelectField
          label="From your contacts (optional)"
          options={[
            { value: NOBODY, label: "Nobody, I type it in" },
            ...payable.map(({ uid, name }) => ({ value: uid, label: name })),
          ]}
          value={payable.find(({ stellarAddress }) => stellarAddress === form.address)?.uid ?? NOBODY}
          onValueChange={(chosen) => {
            const contact = payable.find(({ uid }) => uid === chosen);
            setForm({ label: contact?.name ?? "", address: contact?.stellarAddress ?? "" });
          }}
        />
      )}
      <TextField
        label="Name"
        name="label"
        autoComplete="off"
        maxLength={100}
        value={form.label}
        error={action.issues["label"]}
        onChange={(event) => setForm({ ...form, label: event.target.value })}
      />
      <TextField
        label="Stellar address"
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputClassName="font-mono text-sm"
        hint="It starts with G. An M address counts by the account inside it."
        value={form.address}
        error={action.issues["address"]}
        onChange={(event) => setForm({ ...form, address: event.target.value })}
      />
      {lookAlike === null ? null : (
        <Notice tone="warn">
          This looks like the address of {lookAlike.name}, but it is another one. Compare it letter by letter.
        </Notice>
      )}
    </FormSheet>
  );
}
