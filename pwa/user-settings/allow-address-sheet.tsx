import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { isStellarAddress } from "#pwa/parts/directory/strkey.ts";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { call } from "#pwa/platform/api/call.ts";
import { FormSheet } from "#pwa/parts/forms/form-sheet.tsx";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import type { MemoType } from "#schemas/values/memo.ts";
import { AllowedAddressInput, type AllowListOutput } from "#schemas/security.ts";

const FIELDS = ["label", "address", "memo"];
const FIELD_OF_CODE = {
  "address-malformed": "address",
  "memo-too-long": "memo",
  "memo-hidden-marks": "memo",
  "memo-not-number": "memo",
  "memo-not-hash": "memo",
};
const MEMO_KINDS = [
  {
    value: "text",
    get label() {
      return t`A text`;
    },
  },
  {
    value: "id",
    get label() {
      return t`A number`;
    },
  },
  {
    value: "hash",
    get label() {
      return t`A hash`;
    },
  },
] as const;
const NO_ENTRY: { label: string; address: string; memo: string; memoType: MemoType } = {
  label: "",
  address: "",
  memo: "",
  memoType: "text",
};
const NOBODY = "";

interface AllowAddressSheetProps {
  readonly onAdded: (known: AllowListOutput, label: string) => void;
  readonly onClose: () => void;
}

/** Adds an address to those that may be paid, typed in or taken from the contacts. */
export function AllowAddressSheet({ onAdded, onClose }: AllowAddressSheetProps) {
  const { contacts, directory } = useDirectory();
  const [form, setForm] = useState(NO_ENTRY);
  const action = useAction(FIELDS, FIELD_OF_CODE);
  const payable = contacts.filter(({ stellarAddress }) => isStellarAddress(stellarAddress));
  const lookAlike = directory.lookAlikeOf(form.address.trim());

  function submit() {
    const read = readForm(AllowedAddressInput, { ...form, address: form.address.trim(), memo: form.memo.trim() });
    if ("issues" in read) return action.refuse(read.issues);
    const { value } = read;
    if (!isStellarAddress(value.address)) return action.refuse({ address: sentenceOf("address-malformed") });
    return action.run(async () => onAdded(await call(SECURITY_ENDPOINTS.allowAddress, { body: value }), value.label));
  }

  return (
    <FormSheet
      title={t`Add an address`}
      description={t`It counts once its waiting time is over.`}
      action={action}
      submit={t({ message: "Add", context: "an address to the list" })}
      submitting={t`Adding`}
      onSubmit={submit}
      onClose={onClose}
    >
      {payable.length === 0 ? null : (
        <SelectField
          label={t`From your contacts (optional)`}
          options={[
            { value: NOBODY, label: t`Nobody, I type it in` },
            ...payable.map(({ uid, name }) => ({ value: uid, label: name })),
          ]}
          value={payable.find(({ stellarAddress }) => stellarAddress === form.address)?.uid ?? NOBODY}
          onValueChange={(chosen) => {
            const contact = payable.find(({ uid }) => uid === chosen);
            const { name = "", stellarAddress = "", memo = "" } = contact ?? {};
            setForm({ ...NO_ENTRY, label: name, address: stellarAddress, memo });
          }}
        />
      )}
      <TextField
        label={t({ message: "Name", context: "of an address" })}
        name="label"
        autoComplete="off"
        maxLength={100}
        value={form.label}
        error={action.issues["label"]}
        onChange={(event) => setForm({ ...form, label: event.target.value })}
      />
      <TextField
        label={t`Stellar address`}
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputClassName="font-mono text-sm"
        hint={t`It starts with G or M. An M address stands for the one number in it.`}
        value={form.address}
        error={action.issues["address"]}
        onChange={(event) => setForm({ ...form, address: event.target.value })}
      />
      <TextField
        label={t`Memo (optional)`}
        name="memo"
        autoComplete="off"
        maxLength={64}
        hint={t`Exchanges tell people apart by it: payments go through with exactly this memo, and without one where this is empty. People here need none.`}
        value={form.memo}
        error={action.issues["memo"]}
        onChange={(event) => setForm({ ...form, memo: event.target.value })}
      />
      {form.memo === "" ? null : (
        <SelectField
          label={t`Kind of memo`}
          options={MEMO_KINDS}
          value={form.memoType}
          onValueChange={(memoType) => setForm({ ...form, memoType })}
        />
      )}
      {lookAlike === null ? null : (
        <Notice tone="warn">
          <Trans>
            This looks like the address of {{ name: lookAlike.name }}, but it is another one. Compare it letter by
            letter.
          </Trans>
        </Notice>
      )}
    </FormSheet>
  );
}
