import { t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Input } from "#pwa/ui/field.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { searchContacts, sortContacts } from "#pwa/parts/directory/contact-rules.ts";

interface RecipientPickerProps {
  readonly contacts: readonly Contact[];
  readonly onPick: (contact: Contact) => void;
  readonly onClose: () => void;
}

/** Chooses one of the contacts. */
export function RecipientPicker({ contacts, onPick, onClose }: RecipientPickerProps) {
  const [text, setText] = useState("");
  const found = useMemo(() => sortContacts(searchContacts(contacts, text), "name"), [contacts, text]);
  return (
    <Sheet onClose={onClose} title={t`Choose a contact`}>
      <Input
        type="search"
        aria-label={t`Search contacts`}
        placeholder={t`Search contacts`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.length === 0 ? (
        <EmptyState title={contacts.length === 0 ? t`No contacts yet` : t`Nobody by that name`}>
          {contacts.length === 0
            ? t`Contacts you add can be chosen here.`
            : t`Try another part of the name or address.`}
        </EmptyState>
      ) : (
        <List className="mt-2">
          {found.map((contact) => (
            <li key={contact.uid}>
              <button
                type="button"
                onClick={() => onPick(contact)}
                className="block w-full rounded-sm px-2 text-start hover:bg-surface-2"
              >
                <ListRow
                  lead={<Identicon address={contact.stellarAddress || contact.uniqueUserId} />}
                  title={contact.name}
                  detail={
                    contact.stellarAddress === ""
                      ? t`User ID ${{ uniqueUserId: contact.uniqueUserId }}`
                      : shortenAddress(contact.stellarAddress)
                  }
                />
              </button>
            </li>
          ))}
        </List>
      )}
    </Sheet>
  );
}
