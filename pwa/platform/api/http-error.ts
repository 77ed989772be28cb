import { deviceSentenceOf as sentenceOfCode } from "#schemas/device-errors.ts";

/** How a schema without words of its own complains; that is for programmers. */
const TECHNICAL = /\bExpected .* but received\b/;

/** A response that was not OK. Its message is "STATUS: BODY", the body being the status text where there is none. */
export class HttpError extends Error {
  readonly status: number;
  /** The sentence for a person, if the body had one. */
  readonly sentence: string | null;
  readonly code: string | null;
  /** Sentences by field name. */
  readonly issues: Readonly<Record<string, string>>;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body === "" ? statusText : body}`);
    this.name = "HttpError";
    this.status = status;
    const parsed = readBody(body);
    this.sentence = parsed.message;
    this.code = parsed.code;
    this.issues = parsed.issues;
  }
}

/** What a person should read about `error`: the server's sentence, or `fallback`. */
export function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof HttpError && error.sentence !== null ? error.sentence : fallback;
}

function readBody(body: string): { message: string | null; code: string | null; issues: Record<string, string> } {
  const json = parseJson(body);
  const message = textIn(json, "message");
  return {
    message: message !== null && TECHNICAL.test(message) ? sentenceOfCode("input-invalid") : message,
    code: textIn(json, "code"),
    issues: issuesIn(json),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page or a plain text: the message carries it whole.
    return null;
  }
}

function valueIn(json: unknown, key: string): unknown {
  return typeof json === "object" && json !== null ? Reflect.get(json, key) : undefined;
}

function textIn(json: unknown, key: string): string | null {
  const value = valueIn(json, key);
  return typeof value === "string" && value !== "" ? value : null;
}

function issuesIn(json: unknown): Record<string, string> {
  const issues = valueIn(json, "issues");
  const found: Record<string, string> = {};
  const note = (field: string | null, message: string | null) => {
    if (field !== null && message !== null && !TECHNICAL.test(message)) found[field] ??= message;
  };
  if (Array.isArray(issues)) {
    for (const issue of issues) {
      note(textIn(issue, "path") ?? textIn(issue, "field"), textIn(issue, "message"));
    }
  } else if (typeof issues === "object" && issues !== null) {
    for (const [field, message] of Object.entries(issues)) if (typeof message === "string") note(field, message);
  }
  return found;
}
