import * as v from "valibot";
import { LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { says } from "./values/field-sentences.ts";
import { IdempotencyKey, Instant, requiredText, textUpTo } from "./values/fields.ts";

/** The largest picture that is taken, in bytes. */
export const PICTURE_BYTES = 1_000_000;
/** Its length as base64, at most. */
const PICTURE_CHARACTERS = Math.ceil(PICTURE_BYTES / 3) * 4;
/** What a request with such a picture may be long. */
export const REPORT_BODY_BYTES = PICTURE_CHARACTERS + 32 * 1024;

const Word = textUpTo(200);

/** What a device says of itself beside a picture. None of it tells of money or of keys. */
export const DeviceFacts = v.strictObject({
  screen: textUpTo(100),
  device: Word,
  browser: textUpTo(300),
  viewport: Word,
  appVersion: Word,
  workerVersion: Word,
  syncState: Word,
  lastSync: Word,
  waiting: Word,
  storage: Word,
  language: Word,
  takenAt: Instant,
  /** Whether balances and addresses were replaced before the picture was drawn. */
  isRedacted: v.boolean(),
});
export type DeviceFacts = v.InferOutput<typeof DeviceFacts>;

/** A picture of a screen for support. The same key again answers with the same report. */
export const ReportInput = v.strictObject({
  idempotencyKey: IdempotencyKey,
  note: textUpTo(2000),
  facts: DeviceFacts,
  /** A PNG in base64. */
  picture: v.pipe(
    v.string(),
    v.maxLength(PICTURE_CHARACTERS, says("picture-too-large")),
    v.regex(/^[A-Za-z0-9+/]+={0,2}$/, says("picture-not-base64")),
  ),
});
export type ReportInput = v.InferOutput<typeof ReportInput>;

export const ReportOutput = v.strictObject({ id: v.number(), reportedAt: Instant });
export type ReportOutput = v.InferOutput<typeof ReportOutput>;

export const ReportParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed report number"), v.transform(Number)),
});

/** What fits a notification. */
export const ANSWER_LENGTH = 900;
/** An answer to whoever sent a report; it is the reason of its own row in the operators' log. */
export const ReportAnswerInput = v.strictObject({ reason: requiredText(ANSWER_LENGTH, says("say-what-found")) });

/** Which reports; `before` is the number of one: what follows was sent earlier. */
export const ReportsQuery = v.strictObject({ ...LIST_FILTERS, before: v.optional(RowPlace) });
export type ReportsQuery = v.InferOutput<typeof ReportsQuery>;
/** What people sent, newest first, 100 at most. */
export const ReportsOutput = v.strictObject({
  next: NextRow,
  reports: v.array(
    v.strictObject({
      id: v.number(),
      /** 0 for somebody without an account, who is answered by mail. */
      userId: v.number(),
      /** Where the answer goes; null for a person who is told in the app. */
      email: v.nullable(v.string()),
      note: v.string(),
      facts: DeviceFacts,
      /** Of the picture; 0 where there is none. */
      bytes: v.number(),
      reportedAt: Instant,
      /** When the picture is deleted. */
      keptUntil: Instant,
      state: v.picklist(["open", "answered", "closed"]),
      /** What support answered, who did and when; null for none. */
      answer: v.nullable(v.strictObject({ text: v.string(), by: v.number(), at: Instant })),
    }),
  ),
});
export type ReportsOutput = v.InferOutput<typeof ReportsOutput>;

/** The picture of a report: a PNG in base64. */
export const ReportPictureOutput = v.strictObject({ mediaType: v.literal("image/png"), picture: v.string() });
