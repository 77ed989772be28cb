import type { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import type { CONTACT_ENDPOINTS, CONTENT_ENDPOINTS } from "#schemas/endpoints/content.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const CONTENT_DOCS = {
  site: {
    summary:
      "Menus, blocks that are shown now, and the pages that there are, in one language; a tag says when it changed",
    errors: [],
  },
  page: {
    summary: "A published page in one language, English where nobody wrote it in that one; a tag says when it changed",
    errors: ["page-unknown"],
  },
  contentSearch: {
    summary: "What can be searched on a device, in one language: every page, heading and question with its text",
    errors: [],
  },
  contentPreview: {
    summary: "The draft of a page, to whoever has a link that an operator made; for an hour",
    errors: ["preview-ended"],
  },
  mediaPicture: {
    summary: "A picture of the library, as WebP; it never changes under its name",
    errors: ["picture-unknown"],
  },
} as const satisfies DocsOf<typeof CONTENT_ENDPOINTS>;

export const CONTACT_DOCS = {
  contact: {
    summary: "A message to whoever runs this, from anybody; it is answered by mail",
    errors: [],
  },
} as const satisfies DocsOf<typeof CONTACT_ENDPOINTS>;

/** What an act on a draft is refused with: it is not as it was looked at any more. */
const MOVED = ["content-no-draft", "content-moved", "content-written"] as const;

export const CONTENT_DESK_DOCS = {
  contentList: {
    summary: "What there is to write: pages, blocks and menus, public or drafted",
    errors: [],
  },
  contentItem: {
    summary: "Everything of one of them: what is public, what is drafted, who writes there",
    errors: [],
  },
  contentVersions: {
    summary: "What was public of it, the newest first, fifty at a time",
    errors: [],
  },
  contentVersion: {
    summary: "One of these versions with what it says",
    errors: ["content-unknown"],
  },
  writeContent: {
    summary: "Takes it to write in for five minutes from the last saving, or takes it over from another operator",
    errors: ["content-written", "operator-frozen"],
  },
  leaveContent: {
    summary: "Gives it back, for whoever wants to write there next",
    errors: [],
  },
  saveDraft: {
    summary: "Saves what is being written, where it still is what the writer went on from",
    errors: [
      "content-kind",
      "content-published",
      "content-moved",
      "content-scheduled",
      "content-written",
      "operator-frozen",
    ],
  },
  discardDraft: {
    summary: "Throws a draft away; what is public stays",
    errors: [...MOVED, "content-scheduled", "operator-frozen"],
  },
  restoreContent: {
    summary: "Makes a draft of a former version, and publishes nothing",
    errors: ["content-unknown", "content-moved", "content-written", "content-scheduled", "operator-frozen"],
  },
  publishContent: {
    summary: "Makes a draft public, where nothing on it leads nowhere; each publishing is a version that stays",
    errors: [
      ...MOVED,
      "content-same",
      "content-route",
      "content-dead-link",
      "content-dead-anchor",
      "content-external-menu",
      "content-no-picture",
    ],
  },
  scheduleContent: {
    summary: "Has a draft published by itself at a moment to come, or takes that back",
    errors: [...MOVED, "content-past"],
  },
  unpublishContent: {
    summary: "Takes what is public away from its readers, where nothing public leads to it; its versions stay",
    errors: ["content-unknown", "content-published", "content-linked"],
  },
  previewContent: {
    summary: "A link that shows the draft of a page to whoever has it, for an hour",
    errors: ["content-no-draft"],
  },
  mediaList: {
    summary: "The pictures of the library, and what shows each of them",
    errors: [],
  },
  addMedia: {
    summary: "Adds a JPEG, PNG or WebP to the library: drawn anew, without what else the file carries",
    errors: [
      "identity-picture-unreadable",
      "identity-picture-size",
      "identity-uploads-busy",
      "media-full",
      "operator-frozen",
    ],
  },
  removeMedia: {
    summary: "Removes a picture that nothing shows, and no draft is to show",
    errors: ["picture-unknown", "media-used", "operator-frozen"],
  },
} as const satisfies DocsOf<typeof CONTENT_DESK_ENDPOINTS>;
