import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { CloudUpload, Pencil, Replace, Send, Trash2 } from "lucide-react";
import { useRef } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import { useWaiting } from "#pwa/platform/sync/use-waiting.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { useListTop } from "#pwa/ui/use-list-top.ts";
import { inSentence } from "#pwa/ui/foreign-text.ts";

/** On a phone the buttons have a line of their own. */
const NARROW_PX = 512;
const NARROW_ROW_PX = 141;
const WIDE_ROW_PX = 93;

interface ContactListProps {
  readonly contacts: readonly Contact[];
  /** What was written here of them and replaced elsewhere. */
  readonly lost: readonly LostEdit[];
  /** What is wrong with their names, by their uid. */
  readonly wrong: ReadonlyMap<string, unknown>;
  readonly onEdit: (contact: Contact) => void;
  readonly onRemove: (contact: Contact) => void;
}

/** The contacts around the screen; the others are only height, which is guessed until they are seen. */
export function ContactList({ contacts, lost, wrong, onEdit, onRemove }: ContactListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const top = useListTop(frame);
  // oxlint-disable-next-line react/incompatible-library -- nothing memoised is made from what it returns.
  const list = useWindowVirtualizer({
    count: contacts.length,
    estimateSize: () => (window.innerWidth < NARROW_PX ? NARROW_ROW_PX : WIDE_ROW_PX),
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => contacts[index]?.uid ?? index,
  });
  return (
    <div ref={frame} role="list" aria-label={t`Contacts`} className="relative" style={{ height: list.getTotalSize() }}>
      {list.getVirtualItems().map((item) => {
        const contact = contacts[item.index];
        if (contact === undefined) return null;
        return (
          <div
            key={contact.uid}
            ref={list.measureElement}
            data-index={item.index}
            role="listitem"
            aria-setsize={contacts.length}
            aria-posinset={item.index + 1}
            className={classNames("absolute inset-x-0 top-0", item.index > 0 && "border-t border-line")}
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            <ContactItem
              contact={contact}
              isUnknown={wrong.has(contact.uid)}
              isReplaced={lost.some(({ uid }) => uid === contact.uid)}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          </div>
        );
      })}
    </div>
  );
}

interface ContactItemProps {
  readonly contact: Contact;
  /** Whether nobody has the name that it is called by. */
  readonly isUnknown: boolean;
  readonly isReplaced: boolean;
  readonly onEdit: (contact: Contact) => void;
  readonly onRemove: (contact: Contact) => void;
}

function ContactItem({ contact, isUnknown, isReplaced, onEdit, onRemove }: ContactItemProps) {
  const isWaiting = useWaiting(contact.uid);
  const { name, uniqueUserId } = contact;
  const to = contact.stellarAddress || uniqueUserId;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Identicon address={to} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">
            <MemoText text={contact.name} />
          </span>
          {isWaiting ? (
            <Badge icon={<CloudUpload aria-hidden="true" />}>
              <Trans context="to be sent to the server">Waiting</Trans>
            </Badge>
          ) : null}
          {isUnknown ? (
            <Badge tone="warn">
              <Trans>Nobody found</Trans>
            </Badge>
          ) : null}
          {isReplaced ? (
            <Badge icon={<Replace aria-hidden="true" />}>
              <Trans>Changed elsewhere</Trans>
            </Badge>
          ) : null}
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-ink-3">
          {contact.stellarAddress === "" ? (
            <span className="truncate">
              <Trans>
                User ID <span data-private="">{uniqueUserId}</span>
              </Trans>
            </span>
          ) : (
            <Address address={contact.stellarAddress} />
          )}
          {contact.memo === "" ? null : (
            <span className="truncate">
              <Trans>
                Memo <MemoText text={contact.memo} />
              </Trans>
            </span>
          )}
        </p>
      </div>
      <div className="ms-auto flex">
        <Button asChild variant="ghost" size="icon">
          <Link
            to="/send"
            search={contact.memo === "" ? { to } : { to, memo: contact.memo }}
            aria-label={t`Send to ${{ name: inSentence(name) }}`}
            title={t`Send`}
          >
            <Send aria-hidden="true" className="size-4.5" />
          </Link>
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Edit ${{ name: inSentence(name) }}`}
          title={t`Edit`}
          onClick={() => onEdit(contact)}
        >
          <Pencil aria-hidden="true" className="size-4.5" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t`Delete ${{ name: inSentence(name) }}`}
          title={t`Delete`}
          onClick={() => onRemove(contact)}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
    </div>
  );
}
