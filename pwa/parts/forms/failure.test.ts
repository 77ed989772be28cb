import * as v from "valibot";
import { expect, test } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { IdentityNotConfirmed } from "#pwa/parts/identify/identity.ts";
import { PasskeyProblem, sentenceOfRefusal } from "#pwa/parts/identify/passkey-ceremony.ts";
import { failureOf, NO_FAILURE } from "./failure.ts";

const FIELDS = ["password", "code"];
const BY_CODE = { "password-wrong": "password", "address-malformed": "address" };

function refusal(body: object, status = 403): HttpError {
  return new HttpError(status, "", JSON.stringify(body));
}

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("a refusal stands at its field", () => {
  const error = refusal({ code: "password-wrong", message: "That password is not right." });
  expect(failureOf(error, FIELDS, BY_CODE)).toEqual({
    issues: { password: "That password is not right." },
    notice: null,
  });
});

test("a refusal without a field of this form is said for the whole", () => {
  const ofAnotherForm = refusal({ code: "address-malformed", message: "Not said." });
  for (const error of [refusal({ code: "rate-limited", message: "Please wait." }), ofAnotherForm])
    expect(failureOf(error, FIELDS, BY_CODE)).toEqual({ issues: {}, notice: error.sentence });
  expect(ofAnotherForm.sentence).toMatch(/^That is not a Stellar address\./);
});

test("what the server says of fields stands there; of fields that are not shown, for the whole", () => {
  const issues = [{ path: "code", message: "Too long" }];
  const body = { code: "input-invalid", message: "Please check the fields.", issues };
  expect(failureOf(refusal(body, 400), FIELDS)).toEqual({ issues: { code: "Too long" }, notice: null });
  expect(failureOf(refusal(body, 400), ["name"])).toEqual({ issues: {}, notice: "Please check the fields." });
});

test("turning back is no failure", () => {
  expect(failureOf(new IdentityNotConfirmed(), FIELDS)).toBe(NO_FAILURE);
});

test("a lost answer says that the change may have been made", () => {
  expect(failureOf(new TypeError("Failed to fetch"), FIELDS).notice).toContain("whether anything changed");
  expect(failureOf(new HttpError(502, "Bad Gateway", "<html>"), FIELDS).notice).toContain("whether anything changed");
});

test("answers of another shape, faults of the device and passkeys each have a sentence", () => {
  expect(
    failureOf(
      caught(() => v.parse(v.number(), "x")),
      FIELDS,
    ).notice,
  ).toContain("does not understand");
  expect(failureOf(new Error("boom"), FIELDS).notice).toBe("Something went wrong on this device. Please try again.");
  expect(failureOf(new PasskeyProblem("No passkey.", null), FIELDS).notice).toBe("No passkey.");
});

test.each([
  ["InvalidStateError", "already"],
  ["SecurityError", "address"],
  ["NotSupportedError", "screen lock"],
  ["NotAllowedError", "cancelled"],
  ["AbortError", "cancelled"],
])("what a browser means by %s", (name, word) => {
  expect(sentenceOfRefusal(new DOMException("", name))).toContain(word);
});
