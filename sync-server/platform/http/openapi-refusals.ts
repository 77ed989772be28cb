import { type Endpoint, keyScopesOf } from "#schemas/endpoints/endpoint.ts";
import { type ErrorCode, ERRORS, sentenceOf } from "#schemas/errors.ts";
import { placesOf, plainSentence } from "#schemas/fill-sentence.ts";

const COMMON_ERRORS: readonly ErrorCode[] = ["server-error", "not-ready", "rate-limited"];
const SESSION_ERRORS: readonly ErrorCode[] = ["session-required", "session-ended"];
const OPERATOR_ERRORS: readonly ErrorCode[] = ["admin-required", "role-required", "operator-factor-required"];
const KEY_ERRORS: readonly ErrorCode[] = ["api-key-invalid", "api-key-scope", "api-key-elsewhere", "account-frozen"];
const BODY_ERRORS: readonly ErrorCode[] = [
  "body-malformed",
  "body-too-large",
  "media-type-unsupported",
  "origin-refused",
];

/** Every refusal that an endpoint may answer with: its own, and those of its access and its parts. */
export function refusalsOf(endpoint: Endpoint, own: readonly ErrorCode[]): ErrorCode[] {
  const codes = new Set<ErrorCode>([...own, ...COMMON_ERRORS]);
  const add = (more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code));
  // Whoever shows a key where none may call is told so.
  add(keyScopesOf(endpoint).length > 0 ? KEY_ERRORS : endpoint.access === "anyone" ? [] : ["api-key-scope"]);
  if (endpoint.access !== "anyone") add(SESSION_ERRORS);
  if (endpoint.permission !== undefined) add(OPERATOR_ERRORS);
  if (endpoint.access === "confirmed" || endpoint.access === "operator") add(["confirmation-required"]);
  // Whoever may still do something says no by it.
  if (endpoint.access === "operator") add(["operator-frozen"]);
  // While a database that was set back is made true again.
  if (endpoint.method !== "GET") add([...BODY_ERRORS, "restoring"]);
  if (endpoint.method !== "GET" || endpoint.params || endpoint.query) add(["input-invalid"]);
  return [...codes];
}

/** A refusal as it is answered; its `summary` is the sentence with its places left open. */
export function exampleOfRefusal(
  code: ErrorCode,
  exampleFacts: (places: readonly string[]) => Readonly<Record<string, string | number>>,
): Record<string, unknown> {
  const sentence = ERRORS[code][1];
  const facts = exampleFacts(placesOf(sentence));
  return { summary: plainSentence(sentence), value: { message: sentenceOf(code, facts), code, facts } };
}

/** Responses of the document, by their status. */
export function refusalResponses(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = Object.groupBy(codes, (code) => String(ERRORS[code][0]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [
      status,
      {
        description: `Refused: ${group.join(", ")}`,
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            examples: Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  );
}
