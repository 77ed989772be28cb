import { later } from "#pwa/ui/later.tsx";

/** What other features may use of this one. */

export { MailboxNote } from "./mailbox-note.tsx";
export { PictureRow } from "./picture-row.tsx";

export const EmailSheet = later(async () => (await import("./email-sheet.tsx")).EmailSheet);
