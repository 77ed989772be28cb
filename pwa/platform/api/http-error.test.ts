import { expect, test } from "vitest";
import { HttpError, sentenceOf } from "./http-error.ts";

function refusal(body: unknown): HttpError {
  return new HttpError(400, "Bad Request", JSON.stringify(body));
}

test("a schema's technical complaint is told in a general sentence, and marks no field", () => {
  const message = 'Invalid key: Expected never but received "walletSecret"';
  const error = refusal({ code: "input-invalid", message, issues: [{ path: "walletSecret", message }] });
  expect(sentenceOf(error, "")).toBe("Some of what was sent is not right. Please check the marked fields.");
  expect(error.issues).toEqual({});
  expect(error.message).toContain("Expected never");
});

test("a schema's own words stay, at their field", () => {
  const message = "Please enter a valid email address";
  const error = refusal({ code: "input-invalid", message, issues: [{ path: "email", message }] });
  expect(sentenceOf(error, "")).toBe(message);
  expect(error.issues).toEqual({ email: message });
});

test("a body that is no JSON leaves the fallback", () => {
  expect(sentenceOf(new HttpError(502, "Bad Gateway", "<h1>nginx</h1>"), "Please try again.")).toBe(
    "Please try again.",
  );
});
