import * as v from "valibot";
import { answerWords, errorWords, refusalWords } from "#pwa/platform/language/error-words.ts";
import { SaidFacts } from "#schemas/said.ts";

/** How a schema without words of its own complains; that is for programmers. */
const TECHNICAL = /\bExpected .* but received\b/;

/** A complaint about one field, or about the whole: English, and what it says by code and facts where it has them. */
interface Complaint {
  readonly message: string;
  readonly code: string | null;
  readonly facts: SaidFacts;
}

/** A response that was not OK. Its message is "STATUS: BODY", the body being the status text where there is none. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly facts: SaidFacts;
  /** By what support finds a failure of the service's own; null for a refusal. */
  readonly errorId: string | null;
  readonly #message: string | null;
  readonly #issues: ReadonlyMap<string, Complaint>;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body === "" ? statusText : body}`);
    this.name = "HttpError";
    this.status = status;
    const json = parseJson(body);
    this.code = textIn(json, "code");
    this.facts = factsIn(json);
    this.errorId = textIn(json, "errorId");
    this.#message = textIn(json, "message");
    this.#issues = issuesIn(json);
  }

  /** The sentence for a person, if the body had one, in the language that is shown by now: keep it nowhere. */
  get sentence(): string | null {
    if (this.#message === null) return null;
    // What is wrong with the first field stands for all of them.
    if (this.code === INVALID) {
      const first = this.#issues.values().find(({ message }) => message === this.#message);
      if (first) return wordsOf(first);
      return TECHNICAL.test(this.#message) ? (errorWords(INVALID) ?? this.#message) : this.#message;
    }
    return (this.code === null ? null : errorWords(this.code, this.facts)) ?? this.#message;
  }

  /** Sentences by field name, as {@link sentence} is. */
  get issues(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#issues].map(([field, issue]) => [field, wordsOf(issue)]));
  }
}

/** The server refused, or did not answer (`no-answer`): then it may have done what was asked. */
export class LinkError extends Error {
  readonly code: string;
  readonly facts: SaidFacts;

  constructor(code: string, message: string, facts: SaidFacts = {}) {
    super(message);
    this.name = "LinkError";
    this.code = code;
    this.facts = facts;
  }

  /** For a person, in the language that is shown by now: keep it nowhere. */
  get sentence(): string {
    return refusalWords(this);
  }
}

const INVALID = "input-invalid";

/** What a person should read about `error`: its sentence, or `fallback`. */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof HttpError ? error.sentence : null) ?? fallback;
}

function wordsOf({ code, facts, message }: Complaint): string {
  return answerWords(code === null ? null : { code, facts }, message);
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

function factsIn(json: unknown): SaidFacts {
  return v.parse(v.fallback(SaidFacts, {}), valueIn(json, "facts"));
}

/** The first of each field. */
function issuesIn(json: unknown): ReadonlyMap<string, Complaint> {
  const issues = valueIn(json, "issues");
  const found = new Map<string, Complaint>();
  const note = (field: string | null, complaint: Complaint) => {
    if (field !== null && !TECHNICAL.test(complaint.message) && !found.has(field)) found.set(field, complaint);
  };
  if (Array.isArray(issues)) {
    for (const issue of issues) {
      const message = textIn(issue, "message");
      if (message === null) continue;
      note(textIn(issue, "path") ?? textIn(issue, "field"), {
        message,
        code: textIn(issue, "code"),
        facts: factsIn(issue),
      });
    }
  } else if (typeof issues === "object" && issues !== null) {
    for (const [field, message] of Object.entries(issues))
      if (typeof message === "string") note(field, { message, code: null, facts: {} });
  }
  return found;
}
