/** What mails say, as ICU sentences in English by their ids; `sync-server/locales/<language>/mails.po` has them in every other language. */
export const MAIL_SENTENCES = {
  "mail.hello": "Hello {username},",
} as const;
