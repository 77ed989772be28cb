import { useMemo } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { LostNotices as Losses } from "#pwa/parts/lost-edits/lost-notices.tsx";
import { standing } from "#pwa/parts/lost-edits/standing.ts";
import { editContact, removeContact, restoreContact } from "#pwa/platform/db/edits.ts";
import type { LostEdit } from "#pwa/platform/db/lost-edits.ts";
import { useLostEdits } from "#pwa/platform/db/use-lost-edits.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { keptContact, lostWords, takeBackLabel } from "./lost-words.ts";

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
  if (database === null) return null;
  const losses = lost.map((one) => ({
    key: JSON.stringify(one),
    words: lostWords(
      one,
      contacts.find(({ uid }) => uid === one.uid),
    ),
    atMs: one.atMs,
    label: takeBackLabel(one),
    takeBack: () => takeBackEdit(database, one),
    keep: () => database.edits.settle(one),
  }));
  return <Losses losses={losses} onTaken={onTaken} />;
}

/** An ordinary edit of now, which settles the loss. */
async function takeBackEdit(database: UserDatabase, lost: LostEdit): Promise<void> {
  if (lost.kind === "replaced") return editContact(database, lost.uid, { [lost.field]: lost.lost }, nowMs());
  if (lost.kind === "returned") return removeContact(database, lost.uid, nowMs());
  const contact = keptContact(lost);
  if (contact === null) return database.edits.settle(lost);
  return restoreContact(database, lost.uid, contact, nowMs());
}
