import * as v from "valibot";
import { says } from "#schemas/values/field-sentences.ts";
import { Id, Instant, reasonText, requiredText, textUpTo } from "#schemas/values/fields.ts";
import { Language } from "#schemas/values/languages.ts";
import { Content, ContentKey, ContentKind } from "./items.ts";
import { MediaId } from "./sections.ts";

/** Which page, block or menu. */
const Which = { kind: ContentKind, key: ContentKey };
export const ContentParams = v.strictObject(Which);
const Reason = reasonText(500);
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Who it was; null for what Astrolabe came with. */
const Author = v.nullable(v.strictObject({ operatorId: Id, username: v.string() }));

/** Who is writing at this moment, and until when they have it unless they go on. */
export const WritingNow = v.strictObject({ operatorId: Id, username: v.string(), until: Instant });
export type WritingNow = v.InferOutput<typeof WritingNow>;

/** When a draft is to be published by itself, and who said so. */
export const ScheduledPublish = v.strictObject({ at: Instant, operatorId: Id, username: v.string() });

/** What is listed of an item: what is public of it, and what is being written. */
export const ContentEntry = v.strictObject({
  ...Which,
  /** In English, as it is public, or as it is drafted where it is not. */
  title: v.string(),
  /** What its kind is further told by: a page's group, a block's place, a menu's location. */
  place: v.string(),
  languages: v.array(Language),
  /** The version that is public; null where none is. */
  version: v.nullable(Id),
  publishedAt: v.nullable(Instant),
  /** Whether what is public is still what Astrolabe came with. */
  isDefault: v.boolean(),
  hasDraft: v.boolean(),
  editedAt: v.nullable(Instant),
  editedBy: Author,
  writing: v.nullable(WritingNow),
  scheduled: v.nullable(ScheduledPublish),
});
export type ContentEntry = v.InferOutput<typeof ContentEntry>;
export const ContentListOutput = v.strictObject({ items: v.array(ContentEntry) });
export const ContentListQuery = v.strictObject({ kind: v.optional(ContentKind) });

/** A version that was published. It never changes, and is never removed. */
export const ContentVersion = v.strictObject({
  version: Id,
  publishedAt: Instant,
  author: Author,
  reason: v.string(),
  /** SHA-256 of what it says, in hex. */
  hash: v.string(),
});
export type ContentVersion = v.InferOutput<typeof ContentVersion>;

/** What is being written. Each saving of it has a revision of its own, one above the former. */
export const ContentDraft = v.strictObject({
  revision: Count,
  /** The version that was public when it was begun; 0 for none. */
  baseVersion: Count,
  content: Content,
  editedAt: Instant,
  editedBy: Author,
  scheduled: v.nullable(ScheduledPublish),
});
export type ContentDraft = v.InferOutput<typeof ContentDraft>;

/** Everything of one item. Neither public nor drafted, it is free. */
export const ContentItemOutput = v.strictObject({
  ...Which,
  published: v.nullable(v.strictObject({ ...ContentVersion.entries, content: Content })),
  draft: v.nullable(ContentDraft),
  writing: v.nullable(WritingNow),
});
export type ContentItemOutput = v.InferOutput<typeof ContentItemOutput>;

/**
 * A saving of what is being written. `revision` is that of the draft it goes on from, 0 where there is none; `baseVersion` the version that
 * was public then: both as they were last answered, or nothing is saved.
 */
export const SaveDraftInput = v.pipe(
  v.strictObject({ ...Which, revision: Count, baseVersion: Count, content: Content }),
  v.forward(
    v.check(({ kind, key }) => kind === "page" || !key.includes("/"), says("content-key")),
    ["key"],
  ),
);
export type SaveDraftInput = v.InferOutput<typeof SaveDraftInput>;
export const SavedDraft = v.strictObject({ revision: Count, editedAt: Instant });

/** Takes an item to write in, or goes on with it; `isTakeOver` takes it from whoever writes there now. */
export const WriteInput = v.strictObject({ ...Which, isTakeOver: v.boolean() });
export const WriteOutput = v.strictObject({ writing: WritingNow });

/** An act on the very draft that was looked at. */
export const DraftActInput = v.strictObject({ ...Which, revision: Count, reason: Reason });
export type DraftActInput = v.InferOutput<typeof DraftActInput>;
export const ScheduleInput = v.strictObject({ ...DraftActInput.entries, at: v.nullable(Instant) });
export type ScheduleInput = v.InferOutput<typeof ScheduleInput>;
/** Makes a draft of a former version; `revision` is that of the draft it replaces, 0 for none. */
export const RestoreInput = v.strictObject({ ...DraftActInput.entries, version: Id });
/** Takes what is public away from readers; its versions stay. */
export const UnpublishInput = v.strictObject({ ...Which, version: Id, reason: Reason });

export const VersionsQuery = v.strictObject({
  ...Which,
  /** Only versions before this one. */
  before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, "Malformed version"), v.transform(Number))),
});
export const VersionsOutput = v.strictObject({ versions: v.array(ContentVersion), hasMore: v.boolean() });
export const VersionQuery = v.strictObject({
  ...Which,
  version: v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/, "Malformed version"), v.transform(Number)),
});
export const VersionOutput = v.strictObject({ ...ContentVersion.entries, content: Content });

/** Blocks and menus are looked at where they stand. */
export const PreviewInput = v.strictObject({ kind: v.literal("page"), key: ContentKey });
/** A path of ours that shows the draft as it was saved last, to whoever has it, until then. */
export const PreviewLinkOutput = v.strictObject({ path: v.string(), until: Instant });

/** The largest picture that is taken, in bytes. */
export const MEDIA_BYTES = 5_000_000;
/** Its longest side as it is kept, in points. */
export const MEDIA_SIDE = 1920;
export const MediaEntry = v.strictObject({
  mediaId: MediaId,
  name: v.string(),
  /** What it shows, as it is suggested wherever it is put. */
  alt: v.string(),
  width: Id,
  height: Id,
  bytes: Id,
  addedAt: Instant,
  /** What shows it: kinds and keys, in drafts as well. */
  usedIn: v.array(v.strictObject(Which)),
});
export type MediaEntry = v.InferOutput<typeof MediaEntry>;
export const MediaListOutput = v.strictObject({ media: v.array(MediaEntry) });
export const AddMediaQuery = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  alt: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(300)),
});
export const AddMediaOutput = v.strictObject({ media: MediaEntry });
export const MediaParams = v.strictObject({ mediaId: MediaId });
export const RemoveMediaInput = v.strictObject({ reason: Reason });

/** What a person writes to whoever runs this. */
export const ContactInput = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.email(says("email")), v.maxLength(200, says("at-most", { most: 200 }))),
  message: requiredText(4000, says("content-required")),
  /** A field that no person sees: whoever fills it in is none. */
  website: textUpTo(200),
});
