import { later } from "#pwa/ui/later.tsx";

export { MailboxNote } from "./mailbox-note.tsx";
export { PictureRow } from "./picture-row.tsx";

export const EmailSheet = later(async () => (await import("./email-sheet.tsx")).EmailSheet);
