/** Why a session ended before its time. */
export const SESSION_ENDED = cases("why", {
  device: "You were signed out of this device: it was ended from another of your devices. Please sign in again.",
  password: "You were signed out of this device: a new password was set. Please sign in again.",
  protection:
    "You were signed out of this device: a new way to sign in was set up, which ends all other sessions. Please sign in again.",
  operator: "You were signed out of this device: an operator ended it. Please sign in again.",
  roles: "You were signed out of this device: another operator changed what you may do here. Please sign in again.",
  room: "You were signed out of this device: you are signed in on too many devices, and this was the oldest. Please sign in again.",
  closed: "You were signed out of this device: the account was closed. Please sign in again.",
  other: "You were signed out of this device: it was ended from elsewhere. Please sign in again.",
});

/** What is wrong with somebody's site. */
export const DOMAIN_UNREADABLE = cases("problem", {
  late: "{domain} did not answer in time.",
  unreachable: "{domain} could not be reached.",
  endless: "{domain} leads from one place to the next without end.",
  insecure: "{domain} leads to something else than a secure page.",
  closed: "{domain} leads to an address that is not read from here.",
  status: "{domain} answered {number}.",
  coding: "{domain} answered in another coding.",
  tooLong: "{domain} answered with more than {number, plural, one {{number} byte} other {{number} bytes}}.",
  noText: "{domain} answered with something that is no text.",
  noAddress: "{domain} answered with something that is no address.",
  memo: "{domain} asks for a memo that cannot be sent.",
  other: "{domain} has a stellar.toml that cannot be read.",
});

/** How a limit counts what stands against it: `former` where an older price has to do for lack of a newer one. */
export const LIMIT_EXCEEDED = cases("counted", {
  usd: "This is above your transaction limit of {limit} USD: it is worth {amount} USD. Raise the limit in your security settings to send it.",
  formerUsd:
    "This is above your transaction limit of {limit} USD: it is worth {amount} USD by its last known price, of {since}. Raise the limit in your security settings to send it.",
  xlm: "This is above your transaction limit of {limit} XLM, which counts while no price in USD is known: it is worth {amount} XLM. Raise the limit in your security settings to send it.",
  formerXlm:
    "This is above your transaction limit of {limit} XLM, which counts while no price in USD is known: it is worth {amount} XLM by its last known price, of {since}. Raise the limit in your security settings to send it.",
  lumens:
    "This is above your transaction limit of {limit} XLM, which counts while no price in USD is known. Raise the limit in your security settings to send it.",
  other:
    "This is above your transaction limit of {limit} {assetCode}, which counts while no price of {assetCode} is known. Raise the limit in your security settings to send it.",
});

/** As {@link LIMIT_EXCEEDED}, of what an exchange gives away. */
export const EXCHANGE_LIMIT_EXCEEDED = cases("counted", {
  usd: "This gives away more than it surely brings back, and what is given away counts as a payment. It is above your transaction limit of {limit} USD: it is worth {amount} USD.",
  formerUsd:
    "This gives away more than it surely brings back, and what is given away counts as a payment. It is above your transaction limit of {limit} USD: it is worth {amount} USD by its last known price, of {since}.",
  xlm: "This gives away more than it surely brings back, and what is given away counts as a payment. It is above your transaction limit of {limit} XLM, which counts while no price in USD is known: it is worth {amount} XLM.",
  formerXlm:
    "This gives away more than it surely brings back, and what is given away counts as a payment. It is above your transaction limit of {limit} XLM, which counts while no price in USD is known: it is worth {amount} XLM by its last known price, of {since}.",
  lumens:
    "This gives away more than it surely brings back, and what is given away counts as a payment. It is above your transaction limit of {limit} XLM, which counts while no price in USD is known.",
  other:
    "This gives away more than it surely brings back, and what is given away counts as a payment. It is above your transaction limit of {limit} {assetCode}, which counts while no price of {assetCode} is known.",
});

/** The first part of an identity check that is not there. */
export const IDENTITY_INCOMPLETE = cases("missing", {
  front: "The front of your document is missing still.",
  back: "The back of your document is missing still.",
  selfie: "The picture of you is missing still.",
  documentType: "Please say still which document it is.",
  country: "Please say still which country your document is from.",
  documentNumber: "The number of your document is missing still.",
  other: "Something is missing still.",
});

/** What is wrong with a file. */
export const PICTURE_REFUSED = cases("problem", {
  tooLarge: "This file is not a picture that can be taken: it is larger than 1 MB.",
  noPng: "This file is not a picture that can be taken: it is no PNG.",
  cutShort: "This file is not a picture that can be taken: it is cut short.",
  damaged: "This file is not a picture that can be taken: it is damaged.",
  empty: "This file is not a picture that can be taken: it holds no picture.",
  tooManyPixels: "This file is not a picture that can be taken: it has too many pixels.",
  other:
    "This file is not a picture that can be taken: it has to be a square JPEG or WebP of at most {most, plural, one {{most} point} other {{most} points}}.",
});

/** One sentence for each case of a fact that is a word of ours: none is glued from parts. */
function cases(fact: string, sentences: Readonly<Record<string, string>>): string {
  const each = Object.entries(sentences).map(([name, sentence]) => `${name} {${sentence}}`);
  return `{${fact}, select, ${each.join(" ")}}`;
}
