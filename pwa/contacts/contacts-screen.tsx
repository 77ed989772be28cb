import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download, Plus, Upload, Users } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { addContact, editContact, removeContact } from "#pwa/platform/db/edits.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { newUid } from "#pwa/platform/device/random.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Input } from "#pwa/ui/field.tsx";
import { useKeptPlace, useReturnTo } from "#pwa/ui/kept-place.ts";
import { later } from "#pwa/ui/later.tsx";
import { Page } from "#pwa/ui/page.tsx";
import { Select } from "#pwa/ui/select.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import {
  type ContactProblems,
  EMPTY_CONTACT,
  searchContacts,
  sortContacts,
  type ContactSort,
} from "#pwa/parts/directory/contact-rules.ts";
import { ContactList } from "./contact-list.tsx";
import { keepUnasked, useUnaskedNames } from "./unasked-names.ts";
import { LostNotices, useLostContacts } from "./lost-notices.tsx";
import { inSentence } from "#pwa/ui/foreign-text.ts";

const ContactSheet = later(async () => (await import("./contact-sheet.tsx")).ContactSheet);
const ExportContactsSheet = later(async () => (await import("./export-contacts-sheet.tsx")).ExportContactsSheet);
const ImportSheet = later(async () => (await import("./import-sheet.tsx")).ImportSheet);

type Opened =
  | { readonly kind: "add"; readonly address: string }
  | { readonly kind: "edit"; readonly contact: Contact }
  | { readonly kind: "remove"; readonly contact: Contact }
  | { readonly kind: "import" }
  | { readonly kind: "export" };

const SORTS: readonly { readonly value: ContactSort; readonly label: string }[] = [
  {
    value: "name",
    get label() {
      return t`By name`;
    },
  },
  {
    value: "newest",
    get label() {
      return t`Last edited first`;
    },
  },
];

export function ContactsScreen() {
  const { rows, isLoading } = useRows("contacts");
  const [text, setText] = useState("");
  const [sort, setSort] = useState<ContactSort>("name");
  const [opened, setOpened] = useOpened(rows, isLoading);
  const shown = useMemo(() => sortContacts(searchContacts(rows, text), sort), [rows, text, sort]);
  const lost = useLostContacts(rows);
  const wrong = useUnaskedNames(useUserDatabase()?.userId ?? null, rows);
  useReturnTo(useKeptPlace(), !isLoading);
  const add = (
    <Button onClick={() => setOpened({ kind: "add", address: "" })}>
      <Plus aria-hidden="true" className="size-4" />
      <Trans>Add contact</Trans>
    </Button>
  );
  const takeIn = (
    <Button variant="secondary" onClick={() => setOpened({ kind: "import" })}>
      <Upload aria-hidden="true" className="size-4" />
      <Trans>Import</Trans>
    </Button>
  );
  return (
    <Page
      title={t`Contacts`}
      description={t`People and places you send to. Changes made offline reach the server later.`}
      actions={
        rows.length === 0 ? undefined : (
          <>
            {takeIn}
            <Button variant="secondary" onClick={() => setOpened({ kind: "export" })}>
              <Download aria-hidden="true" className="size-4" />
              <Trans>Export</Trans>
            </Button>
            {add}
          </>
        )
      }
    >
      <div className="mb-4 empty:hidden">{isLoading ? null : <LostNotices lost={lost} contacts={rows} />}</div>
      <Card>
        {isLoading ? (
          <Skeleton className="h-40 w-full" />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<Users />}
            title={t`No contacts yet`}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {add}
                {takeIn}
              </div>
            }
          >
            <Trans>Give a name to an address once, and you will recognise it whenever you send or look back.</Trans>
          </EmptyState>
        ) : (
          <>
            <div className="mb-2 flex flex-col gap-2 sm:flex-row">
              <Input
                type="search"
                aria-label={t`Search contacts`}
                placeholder={t`Search contacts`}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <div className="shrink-0 sm:w-52">
                <Select aria-label={t`Sort contacts`} options={SORTS} value={sort} onValueChange={setSort} />
              </div>
            </div>
            {shown.length === 0 ? (
              <EmptyState title={t`Nobody by that name`}>
                <Trans>Try another part of the name, address or memo.</Trans>
              </EmptyState>
            ) : (
              <ContactList
                contacts={shown}
                lost={lost}
                wrong={wrong}
                onEdit={(contact) => setOpened({ kind: "edit", contact })}
                onRemove={(contact) => setOpened({ kind: "remove", contact })}
              />
            )}
          </>
        )}
      </Card>
      {opened === null ? null : (
        <OpenedSheet opened={opened} contacts={rows} wrong={wrong} onClose={() => setOpened(null)} />
      )}
    </Page>
  );
}

/**
 * What lies over the list; `?add=` in the page's address opens the form with that address in it, `?contact=` the contact with
 * that uid.
 */
function useOpened(contacts: readonly Contact[], isLoading: boolean) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { add: address, contact: uid } = search;
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const isAdding = typeof address === "string";
    if (!isAdding && (uid === undefined || isLoading)) return;
    // Plain digits are read as a number.
    const contact = contacts.find((one) => one.uid === String(uid));
    // oxlint-disable-next-line react/set-state-in-effect -- the page's address asks once, and is cleaned right after.
    setOpened(isAdding ? { kind: "add", address } : contact ? { kind: "edit", contact } : null);
    void navigate({ to: "/contacts", replace: true });
  }, [address, uid, contacts, isLoading, navigate]);
  return [opened, setOpened] as const;
}

interface OpenedSheetProps {
  readonly opened: Opened;
  readonly contacts: readonly Contact[];
  readonly wrong: ReadonlyMap<string, ContactProblems>;
  readonly onClose: () => void;
}

function OpenedSheet({ opened, contacts, wrong, onClose }: OpenedSheetProps) {
  const database = useUserDatabase();
  if (database === null) return null;
  if (opened.kind === "add") {
    return (
      <ContactSheet
        title={t`Add contact`}
        initial={{ ...EMPTY_CONTACT, stellarAddress: opened.address }}
        others={contacts}
        onClose={onClose}
        onSave={async (contact, unasked) => {
          const uid = newUid();
          keepUnasked(database.userId, uid, contact, unasked);
          await addContact(database, uid, contact, nowMs());
          onClose();
        }}
      />
    );
  }
  if (opened.kind === "import") return <ImportSheet database={database} contacts={contacts} onClose={onClose} />;
  if (opened.kind === "export") return <ExportContactsSheet contacts={contacts} onClose={onClose} />;
  const { contact } = opened;
  const { name, stellarAddress, uniqueUserId, memo } = contact;
  if (opened.kind === "edit") {
    return (
      <ContactSheet
        title={t`Edit contact`}
        contact={contact}
        initial={{ name, stellarAddress, uniqueUserId, memo }}
        others={contacts.filter((other) => other.uid !== contact.uid)}
        onClose={onClose}
        known={wrong.get(contact.uid)}
        onSave={async (changed, unasked) => {
          keepUnasked(database.userId, contact.uid, changed, unasked);
          await editContact(database, contact.uid, changed, nowMs());
          onClose();
        }}
      />
    );
  }
  return (
    <Sheet
      size="sm"
      onClose={onClose}
      title={t`Delete ${{ name: inSentence(name) }}?`}
      description={t`The contact leaves all your devices. Your transactions stay.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            <Trans>Keep</Trans>
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              removeContact(database, contact.uid, nowMs()).then(onClose, (error: unknown) =>
                showToast({
                  title: t`The contact could not be deleted`,
                  description: error instanceof Error ? error.message : String(error),
                  tone: "destructive",
                }),
              );
            }}
          >
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    />
  );
}
