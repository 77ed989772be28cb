import { IDENTITY_INCOMPLETE } from "./error-cases.ts";

/** What refuses identity checks, to the people who send them and to operators. */
export const IDENTITY_ERRORS = {
  "identity-consent-missing": [409, "Please read and accept first what your pictures are for."],
  "identity-consent-old": [409, "What is asked of you has changed meanwhile. Please read and accept it again."],
  "identity-under-way": [409, "Your identity is being looked at already. You will hear when there is a decision."],
  "identity-settled": [409, "Your identity was decided already."],
  "identity-not-asked": [409, "This was not asked for again. Please send what is asked for."],
  "identity-incomplete": [400, IDENTITY_INCOMPLETE],
  "identity-picture-unreadable": [400, "This file is no picture that can be read. Please choose a JPEG, PNG or WebP."],
  "identity-picture-size": [
    400,
    "A picture needs at least {least} and at most {most} pixels on its long side. Please take it again.",
  ],
  "identity-upload-unknown": [404, "This picture is not known here any more. Please send it again."],
  "identity-upload-broken": [400, "The picture did not arrive as it was sent. Please send it again."],
  "identity-uploads-busy": [503, "Many pictures are being sent at this moment. Yours goes on in a moment."],
  "hand-over-over": [403, "This link is over or was used already. Ask for another one where you began."],
  "identity-elsewhere": [403, "Pictures of identities are shown on their own screen alone."],
  "identity-picture-removed": [410, "This picture was removed."],
  "identity-kept-by-law": [409, "The law asks us to keep these pictures until {until}. They are removed then."],
  "identity-unknown": [404, "There is no such identity check."],
  "identity-changed": [409, "This was changed meanwhile. Please look at it again."],
  "identity-decided": [409, "This was decided already, by {name}."],
  "identity-own": [403, "Nobody decides about their own identity."],
  "reviewer-missing": [409, "Nobody here may look at identities yet. Give somebody the role of a reviewer first."],
} as const satisfies Readonly<Record<string, readonly [status: number, sentence: string]>>;
