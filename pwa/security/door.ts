/** What other features may use of this one. */

export { SignInMailsSwitch } from "./sign-in-mails-switch.tsx";
export { toldOf, WaitingNotes } from "./waiting-notes.tsx";
