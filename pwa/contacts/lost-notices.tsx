import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { editContact, removeContact, restoreContact } from "#pwa/platform/db/edits.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import { useLostEdits } from "#pwa/platform/db/use-lost-edits.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { Button } from "#pwa/ui/button.tsx";
import { MemoText } from "#pwa/ui/memo-text.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { keptContact, lostWords, standing, takeBackLabel } from "./lost-words.ts";

/** The others are shown as these are settled. */
const SHOWN = 3;

/** What was written here of these contacts and lost against another device's writing, the newest first. */
export function useLostContacts(contacts: readonly Contact[]): readonly LostEdit[] {
  const lost = useLostEdits("contacts");
  return useMemo(() => standing(lost, contacts), [lost, contacts]);
}

interface LostNoticesProps {
  readonly lost: readonly LostEdit[];
  readonly contacts: readonly Contact[];
  /** Called once one was taken back. */
  readonly onTaken?: () => void;
}

/** Says what was replaced, and offers to take it back or to leave it. */
export function LostNotices({ lost, contacts, onTaken }: LostNoticesProps) {
  const database = useUserDatabase();
  if (database === null || lost.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {lost.slice(0, SHOWN).map((one) => (
        <LostNotice
          key={JSON.stringify(one)}
          lost={one}
          contact={contacts.find(({ uid }) => uid === one.uid)}
          {...{ database, onTaken }}
        />
      ))}
      {lost.length > SHOWN ? (
        <p className="text-sm text-ink-3">
          {plural(
            { count: lost.length - SHOWN },
            {
              one: "And # more, shown once these are settled.",
              other: "And # more, shown once these are settled.",
            },
          )}
        </p>
      ) : null}
    </div>
  );
}

interface LostNoticeProps {
  readonly lost: LostEdit;
  readonly contact: Contact | undefined;
  readonly database: UserDatabase;
  readonly onTaken: (() => void) | undefined;
}

function LostNotice({ lost, contact, database, onTaken }: LostNoticeProps) {
  const taking = useAction();
  const takeBack = () =>
    taking.run(async () => {
      await takeBackEdit(database, lost);
      onTaken?.();
    });
  return (
    <Notice>
      <p data-private="">
        <Trans>
          <MemoText text={lostWords(lost, contact)} isWhole />, <TimeAgo at={lost.atMs} />.
        </Trans>
      </p>
      {taking.notice === null ? null : <p role="alert">{taking.notice}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" loading={taking.isBusy} onClick={takeBack}>
          {takeBackLabel(lost)}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => database.edits.settle(lost)}>
          <Trans>Keep</Trans>
        </Button>
      </div>
    </Notice>
  );
}

/** An ordinary edit of now, which settles the loss. */
async function takeBackEdit(database: UserDatabase, lost: LostEdit): Promise<void> {
  if (lost.kind === "replaced") return editContact(database, lost.uid, { [lost.field]: lost.lost }, nowMs());
  if (lost.kind === "returned") return removeContact(database, lost.uid, nowMs());
  const contact = keptContact(lost);
  if (contact === null) return database.edits.settle(lost);
  return restoreContact(database, lost.uid, contact, nowMs());
}
