import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useMemo } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { sortContacts } from "#pwa/parts/directory/contact-rules.ts";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { ListRow } from "#pwa/ui/list.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { closeSheets } from "#pwa/ui/open-sheets.ts";
import { EntryLine } from "./entry-line.tsx";
import type { Option, Source } from "./entries.ts";
import { traitsOf } from "./match.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** The contacts: to be opened, and to be sent to. `isTyped` is false while nobody looks for any. */
export function useContactSources(
  contacts: readonly Contact[],
  isTyped: boolean,
): Record<"open" | "send", Source<Contact>> {
  const navigate = useNavigate();
  // Folded once, when the first letter is typed: there may be thousands.
  const sorted = useMemo(() => (isTyped ? sortContacts(contacts, "name") : []), [contacts, isTyped]);
  const found = useMemo(
    () => sorted.map((contact) => ({ thing: contact, traits: traitsOfContact(contact) })),
    [sorted],
  );
  const sending = useMemo(
    () =>
      sorted.map((contact) => ({
        thing: contact,
        traits: traitsOf(sendingTo(contact.name), t({ message: "pay", context: "words to find it by" })),
      })),
    [sorted],
  );
  return {
    open: {
      findables: found,
      idOf: openId,
      toOption: (contact) => ({
        id: openId(contact),
        isKept: true,
        content: <ContactLine contact={contact} />,
        run: () => {
          closeSheets();
          void navigate({ to: "/contacts", search: { contact: contact.uid } });
        },
      }),
    },
    send: {
      findables: sending,
      idOf: ({ uid }) => `send-to:${uid}`,
      toOption: ({ uid, name, stellarAddress, uniqueUserId, memo }) => ({
        id: `send-to:${uid}`,
        isKept: false,
        content: <EntryLine icon={Send} title={<MemoText text={sendingTo(name)} isOurs />} />,
        run: () => {
          const to = stellarAddress || uniqueUserId;
          closeSheets();
          void navigate({ to: "/send", search: memo === "" ? { to } : { to, memo } });
        },
      }),
    },
  };
}

/** Paying an address that was put into the field. */
export function useAddressOption(): (address: string) => Option {
  const navigate = useNavigate();
  return (address) => ({
    id: "send-to-address",
    isKept: false,
    content: <EntryLine icon={Send} title={sendingTo(shortenAddress(address))} />,
    run: () => {
      closeSheets();
      void navigate({ to: "/send", search: { to: address } });
    },
  });
}

function openId({ uid }: Contact): string {
  return `contact:${uid}`;
}

function sendingTo(name: string): string {
  return t`Send to ${{ name: inSentence(name) }}`;
}

function traitsOfContact({ name, memo, uniqueUserId, stellarAddress }: Contact) {
  return traitsOf(name, `${uniqueUserId}\n${memo}`, [stellarAddress]);
}

function ContactLine({ contact }: { readonly contact: Contact }) {
  const { name, stellarAddress, uniqueUserId } = contact;
  return (
    <ListRow
      lead={<Identicon address={stellarAddress || uniqueUserId} />}
      title={<MemoText text={name} />}
      detail={
        stellarAddress === "" ? (
          <span data-private="">{uniqueUserId}</span>
        ) : (
          <span className="font-mono">{shortenAddress(stellarAddress)}</span>
        )
      }
    />
  );
}
