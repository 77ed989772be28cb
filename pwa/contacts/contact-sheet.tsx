import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useMemo } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { Button } from "#pwa/ui/button.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { ContactForm } from "#schemas/contacts.ts";
import { MEMO_MAX_BYTES, memoBytes } from "#schemas/values/memo.ts";
import { LostNotices, useLostContacts } from "./lost-notices.tsx";
import { knownAddresses, warnAboutContact, type ContactProblems } from "#pwa/parts/directory/contact-rules.ts";
import { type SaveContact, useContactForm } from "./use-contact-form.ts";

const NO_PROBLEMS: ContactProblems = {};

interface ContactSheetProps {
  readonly title: string;
  readonly initial: ContactForm;
  /** The one that is edited. */
  readonly contact?: Contact;
  /** The contacts it must not be mistaken for. */
  readonly others: readonly Contact[];
  /** What is known to be wrong with it. */
  readonly known?: ContactProblems | undefined;
  readonly onSave: SaveContact;
  readonly onClose: () => void;
}

/** What this device's edits of a contact lost; the form shows what stands, so taking one back closes it. */
function LostOfContact({ contact, onTaken }: { readonly contact: Contact; readonly onTaken: () => void }) {
  const contacts = useMemo(() => [contact], [contact]);
  const lost = useLostContacts(contacts).filter(({ uid }) => uid === contact.uid);
  return <LostNotices {...{ lost, contacts, onTaken }} />;
}

/** Adds or edits a contact. */
export function ContactSheet({
  title,
  initial,
  contact,
  known = NO_PROBLEMS,
  others,
  onSave,
  onClose,
}: ContactSheetProps) {
  const formId = useId();
  const { form, fields, problems, failure, isSaving, set, save } = useContactForm(initial, known, onSave);
  const addresses = useMemo(() => knownAddresses(others), [others]);
  const warning = warnAboutContact(fields, addresses);

  return (
    <Sheet
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={isSaving}>
            <Trans>Save contact</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        {contact === undefined ? null : <LostOfContact contact={contact} onTaken={onClose} />}
        {failure === null ? null : (
          <Notice tone="error" title={t`The contact could not be kept on this device`}>
            {failure}
          </Notice>
        )}
        <TextField
          label={t`Name`}
          name="name"
          autoComplete="off"
          value={fields.name}
          error={problems.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={t`Stellar address`}
          name="stellarAddress"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputClassName="font-mono text-sm"
          value={fields.stellarAddress}
          error={problems.stellarAddress}
          hint={t`G..., M... or a name like ana*example.org. May stay empty if you know the user ID.`}
          onChange={(event) => set({ stellarAddress: event.target.value })}
        />
        {warning === null ? null : <Notice tone="warn">{warning}</Notice>}
        <TextField
          label={t`User ID (optional)`}
          name="uniqueUserId"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={fields.uniqueUserId}
          error={problems.uniqueUserId}
          hint={t`The username or user ID of somebody who uses this service`}
          onChange={(event) => set({ uniqueUserId: event.target.value })}
        />
        <TextField
          label={t`Memo (optional)`}
          name="memo"
          autoComplete="off"
          value={fields.memo}
          error={problems.memo}
          hint={t`Filled in whenever you send to this contact`}
          aside={<span className="numeric text-xs text-ink-3">{`${memoBytes(fields.memo)}/${MEMO_MAX_BYTES}`}</span>}
          onChange={(event) => set({ memo: event.target.value })}
        />
      </form>
    </Sheet>
  );
}
