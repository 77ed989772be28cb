import { expect, test } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { logoutFailure } from "#pwa/parts/session/owed-sign-out.ts";
import { adminLoginFailure, loginFailure, registerFailure, resetFailure } from "./failure-messages.ts";

const said = new HttpError(409, "Conflict", '{"message":"That username is taken."}');
const refused = new HttpError(400, "Bad Request", "");
const silent = new HttpError(500, "Internal Server Error", "");
const noNetwork = new TypeError("Failed to fetch");

test("the server's own sentence comes first", () => {
  for (const failure of [loginFailure, registerFailure, resetFailure, adminLoginFailure, logoutFailure])
    expect(failure(said)).toBe("That username is taken.");
});

test("a refusal without a sentence gets the catalogue's", () => {
  expect(loginFailure(refused)).toBe("Login failed. Please check your credentials and try again.");
  expect(loginFailure(silent)).toBe("Login failed. Please try again.");
  expect(logoutFailure(silent)).toBe("Logout failed. Please try again.");
  expect(loginFailure(new HttpError(401, "Unauthorized", ""))).toBe("Invalid username or password");
  expect(registerFailure(silent)).toBe("Registration failed. Please try again.");
  expect(resetFailure(silent)).toBe("Failed to request password reset");
  expect(adminLoginFailure(silent)).toBe("Invalid admin credentials");
});

test("no answer at all has its own sentence", () => {
  expect(loginFailure(noNetwork)).toBe("Could not log in. Please try again.");
  expect(logoutFailure(noNetwork)).toBe("Logout failed. Please try again.");
  expect(registerFailure(noNetwork)).toBe("Could not create account. Please try again.");
  expect(resetFailure(noNetwork)).toBe("An unknown error occurred");
});
