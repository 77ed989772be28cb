import { ISSUE_SENTENCES } from "./issue-sentences.ts";

/** What the server alone says, in mails and to operators, as ICU sentences in English by their ids; `sync-server/locales/<language>/mails.po` has them in every other language. */
export const MAIL_SENTENCES = {
  ...ISSUE_SENTENCES,

  "mail.hello": "Hello {username},",
  "mail.hello-all": "Hello,",
  // A notification's title as a sentence.
  "mail.told": "{title}.",

  "mail.away.subject": "Astrolabe's database does not answer",
  "mail.away.means":
    "A server has had no answer of the database since {from}. Requests are refused meanwhile; what is under way waits, and nothing is lost.",
  "mail.away.do":
    "Look at its primary, at its disk and at the network to it. Once it answers again, an issue says how long it was away.",

  "mail.reset.subject": "Reset your Astrolabe password",
  "mail.reset.one":
    "Someone, hopefully you, asked to reset the password of your Astrolabe account. This link works once, for one hour:",
  "mail.reset.several":
    "Someone, hopefully you, asked to reset the password of your Astrolabe account. Several were opened with this address. Use the link of yours alone; each works once, for one hour:",
  "mail.reset.whose": "{username}:",
  "mail.reset.pause":
    "{hours, plural, one {A new password signs all your devices out. Sending pauses for # hour after this.} other {A new password signs all your devices out. Sending pauses for # hours after this.}}",
  "mail.reset.otherwise": "If it was not you, ignore this message: your password stays as it is.",

  "mail.prove.subject": "Confirm your email address for Astrolabe",
  "mail.prove.open":
    "An Astrolabe account named {username} was opened with this address. Open this link to confirm that it is yours; nothing can be sent from the account before. It works once, for one day:",
  "mail.prove.otherwise": "If you did not open that account, do not open the link. Nothing else will be mailed to you.",

  "mail.contact.subject": "An answer to your message to Astrolabe",
  "mail.contact.otherwise":
    "If you wrote nothing to us, ignore this message: somebody gave your address. Nobody of us asks for a password or a key.",

  "mail.taken.subject": "You already have an Astrolabe account",
  "mail.taken.why":
    "Somebody, perhaps you, has just given this address for another Astrolabe account. You already have an account with it, so the other one cannot have it, and nothing has changed in yours.",
  "mail.taken.sign-in": "If it was you, sign in as {username}, or have your password reset: {link}",
  "mail.taken.otherwise": "If it was not, ignore this message.",

  "mail.email.subject": "Confirm your new email address for Astrolabe",
  "mail.email.open": "Open this link to use this address for your Astrolabe account. It works once, for one hour:",
  "mail.email.otherwise": "If you did not ask for it, ignore this message: nothing changes.",

  "mail.email-changed.subject": "The email address of your Astrolabe account was changed",
  "mail.email-changed.what":
    "Your account has another email address now, and this one gets no more messages from it. Nothing can be sent from the account for some time.",
  "mail.email-changed.otherwise":
    "If it was not you, sign in at once, change your password and freeze your account in its settings, or contact support.",

  "mail.invitation.subject": "You are invited to operate Astrolabe",
  "mail.invitation.open":
    "You are asked to become an operator of Astrolabe. Open this link to accept; it works once, for 48 hours:",
  "mail.invitation.account":
    "You need an account with this email address for it: sign in with yours, or open one first.",
  "mail.invitation.otherwise": "If you did not expect this, ignore the message: nothing changes.",

  "mail.closed.subject": "Your Astrolabe account is closed",
  "mail.closed.what":
    "Your Astrolabe account is closed, and your name and address are no longer kept with it. Thank you for the time.",
} as const;

export type MailSentence = keyof typeof MAIL_SENTENCES;
