import { expect, test } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { eventOfFailure } from "./submission-answer.ts";

const refusal = (status: number, code: string) => new HttpError(status, "", JSON.stringify({ code, message: "No." }));

test("a refusal with a code is a no", () => {
  expect(eventOfFailure(refusal(409, "balance-too-low"))).toEqual({
    type: "refused",
    code: "balance-too-low",
    message: "No.",
  });
  expect(eventOfFailure(refusal(503, "network-unreachable"))).toMatchObject({ type: "refused" });
});

test("everything else leaves open what happened", () => {
  expect(eventOfFailure(new TypeError("Failed to fetch")).type).toBe("no-answer");
  expect(eventOfFailure(refusal(500, "server-error")).type).toBe("no-answer");
  // The database may have taken the payment before it was cut off.
  expect(eventOfFailure(refusal(503, "not-ready"))).toEqual({
    type: "no-answer",
    message: "The service is starting or cut off from its database. Please try again in a moment.",
  });
  expect(eventOfFailure(new HttpError(504, "Gateway Timeout", "<html>")).type).toBe("no-answer");
  expect(eventOfFailure(refusal(400, "of another server")).type).toBe("no-answer");
});
