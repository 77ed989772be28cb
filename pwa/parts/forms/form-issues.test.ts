import { expect, test } from "vitest";
import { LoginInput, RegisterForm, ResetRequestInput } from "#schemas/auth.ts";
import { issuesOfFields, readForm } from "./form-issues.ts";

test("the sign-in form asks for both", () => {
  expect(readForm(LoginInput, { username: "", password: "" })).toEqual({
    issues: { username: "Username is required", password: "Password is required" },
  });
});

test("a field that is not there at all is required", () => {
  expect(readForm(LoginInput, { username: "ana" })).toEqual({ issues: { password: "Required" } });
  expect(readForm(ResetRequestInput, { email: undefined })).toEqual({ issues: { email: "Required" } });
});

test("the registration form names each field that is not right", () => {
  expect(readForm(RegisterForm, { username: "ana", email: "no", password: "short", confirmPassword: "short" })).toEqual(
    {
      issues: { email: "Please enter a valid email address", password: "Password must be at least 8 characters" },
    },
  );
});

test("passwords that differ are told at the confirmation", () => {
  const form = { username: "ana", email: "ana@example.org", password: "long enough", confirmPassword: "other" };
  expect(readForm(RegisterForm, form)).toEqual({ issues: { confirmPassword: "Passwords don't match" } });
});

test("the reset form asks for a valid address", () => {
  expect(readForm(ResetRequestInput, { email: "x" })).toEqual({
    issues: { email: "Please enter a valid email address" },
  });
});

test("issues of what is no field of the form are left to the sentence above it", () => {
  expect(issuesOfFields({ username: "Username is required", walletSecret: "No" }, ["username", "email"])).toEqual({
    username: "Username is required",
  });
});
