/** What whoever writes or reads content is refused with. */
export const CONTENT_ERRORS = {
  "page-unknown": [404, "There is no such page."],
  "preview-ended": [404, "This preview is no longer valid. Ask whoever gave it to you for a new one."],
  "picture-unknown": [404, "There is no such picture."],
  "content-unknown": [404, "There is nothing by that name."],
  "content-kind": [400, "This is written as something else than what it is saved as."],
  "content-published": [
    409,
    "Somebody published this while you were writing. What you wrote is still here; look at what is public now, then go on from it.",
  ],
  "content-moved": [
    409,
    "Somebody saved this after you opened it. What you wrote is still here; look at theirs before you go on.",
  ],
  "content-written": [409, "{username} is writing here at this moment. Take over if they are not."],
  "content-scheduled": [409, "This is to be published by itself. Take that back before you go on writing."],
  "content-same": [409, "This says exactly what is public already."],
  "content-no-draft": [409, "There is no draft of this any more. Please look at it again."],
  "content-route": [409, "The app itself has a screen at /{path}, which this page would hide. Choose another address."],
  "content-dead-link": [
    409,
    "{href} leads nowhere: there is no such page. Publish that one first, or change the link.",
  ],
  "content-dead-anchor": [409, "{href} leads to a part that this page does not have. Change what stands after the #."],
  "content-part-linked": [
    409,
    "{name} leads to {href}, a part that this page has no longer. Keep the part, or change the link first.",
  ],
  "content-linked": [409, "{name} still leads here. Change it first, so that nobody is led nowhere."],
  "content-no-picture": [409, "A picture it shows is no longer there. Choose another one."],
  "content-past": [400, "Choose a moment to come, within a year."],
  "content-scheduler-gone": [
    409,
    "Whoever scheduled this may not publish any more: their roles changed, their account was frozen, or it is closed.",
  ],
  "content-external-menu": [409, "What needs an account cannot be outside: {label}."],
  "media-used": [409, "{name} shows this picture. Take it out there first."],
  "media-full": [409, "There are a thousand pictures. Remove some that nothing shows first."],
} as const;
