import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { ERROR_ID_HEADER } from "#schemas/logs.ts";
import { readSaid, type SaidFacts, writeSaid } from "#schemas/said.ts";
import { says } from "#schemas/values/field-sentences.ts";
import { DEFAULT_LANGUAGE, type Language, languageAccepted } from "#schemas/values/languages.ts";
import { isContended, isDatabaseAway } from "#server/platform/db/database.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { noteOutcome, outcomeOf } from "./outcome.ts";
import { newErrorId } from "./request-ids.ts";

/** What is wrong with one field of an input; `code` and `facts` are those of its sentence, where it has them. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
  readonly facts?: SaidFacts;
}

/** An input that its schema refuses; its message is that of the first issue. */
export class InputError extends AppError {
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super("input-invalid");
    this.name = "InputError";
    this.issues = issues;
    this.message = issues[0]?.message ?? this.message;
  }
}

/** Parses what came from outside. Throws {@link InputError}. */
export function parseInput<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  throw new InputError(parsed.issues.map(toIssue));
}

/** Installs the one handler that turns what was thrown into `{message, code, facts, errorId?, issues?, localizedMessage?}`, and the answer for unknown addresses. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    endUnread(request, reply);
    const refusal = toRefusal(error);
    if (refusal) return answer(reply, refusal);
    if (isDatabaseAway(error) || isContended(error)) {
      request.log.warn({ err: error, ...failed(request) }, "the database was away, or too many wrote at once");
      return answer(reply, new AppError("not-ready", {}, { cause: error }));
    }
    const about = failed(request);
    request.log.error({ err: error, ...about }, "request failed");
    return answer(reply, new AppError("server-error", { errorId: about.errorId }));
  });
}

/** What the log says of a request that fails on our side; its error is given a name, which its answer tells. */
function failed(request: FastifyRequest) {
  const { userId, errorId = newErrorId() } = outcomeOf(request);
  noteOutcome(request, { errorId });
  return { requestId: request.id, errorId, ...(userId !== undefined && { userId }) };
}

/** What a refused request may still have to say for its connection to be kept. */
const UNREAD_BYTES = 64 * 1024;

/** Ends the connection of a request that was refused with much of its body under way: nobody reads that. */
function endUnread({ headers, raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || raw.readableEnded) return;
  const isChunked = headers["transfer-encoding"] !== undefined;
  if (isChunked || Number(headers["content-length"] ?? 0) > UNREAD_BYTES) reply.header("connection", "close");
}

/** Answers a request for something that does not exist. */
export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(reply, new AppError("not-found"));
}

function answer(reply: FastifyReply, error: AppError): FastifyReply {
  const { seconds } = error.facts;
  noteOutcome(reply.request, { code: error.code });
  if (seconds !== undefined) reply.header("retry-after", String(seconds));
  const errorId = error.status >= 500 ? failed(reply.request).errorId : null;
  if (errorId !== null) reply.header(ERROR_ID_HEADER, errorId);
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send({
      ...error.told,
      ...(errorId !== null && { errorId }),
      ...(error instanceof InputError && { issues: error.issues }),
      ...localized(error, languageAccepted(reply.request.headers["accept-language"])),
    });
}

/** What `Accept-Language` asks for, beside the English: who words a refusal by its code needs it not. */
function localized(error: AppError, language: Language): { localizedMessage?: string } {
  if (language === DEFAULT_LANGUAGE) return {};
  const words = wordsIn(language);
  if (!(error instanceof InputError)) return { localizedMessage: words.said(error.said) };
  const [first] = error.issues;
  if (!first) return { localizedMessage: words.said(error.said) };
  return first.code === undefined ? {} : { localizedMessage: words.said(writeSaid(first.code, first.facts)) };
}

/** Fastify's own refusals, in our words. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "media-type-unsupported",
  FST_ERR_CTP_INVALID_JSON_BODY: "body-malformed",
  FST_ERR_CTP_EMPTY_JSON_BODY: "body-malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body-malformed",
  FST_ERR_BAD_URL: "not-found",
};

function toRefusal(error: FastifyError | AppError): AppError | null {
  if (error instanceof AppError) return error;
  const code = FRAMEWORK_CODES[error.code];
  if (code) return new AppError(code, {}, { cause: error });
  // The JSON parser's refusals carry the status and no code of their own.
  return error.statusCode === 400 ? new AppError("body-malformed", {}, { cause: error }) : null;
}

function toIssue(issue: v.BaseIssue<unknown>): InputIssue {
  const text = complaintOf(issue);
  const said = readSaid(text);
  return {
    path: v.getDotPath(issue) ?? "",
    message: wordsIn(DEFAULT_LANGUAGE).said(text),
    ...said,
  };
}

/** What the schema itself says, or something in place of the validator's technical default. */
function complaintOf(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith("Invalid ")) return issue.message;
  const key = String(issue.path?.at(-1)?.key ?? "");
  if (issue.type !== "strict_object" || key === "")
    return issue.path ? says("wrong-form", { field: label(key) }) : new AppError("input-invalid").said;
  return issue.expected === "never"
    ? says("unknown", { field: key.slice(0, 64) })
    : says("required", { field: label(key) });
}

function label(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
