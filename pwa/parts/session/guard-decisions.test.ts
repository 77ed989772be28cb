import { describe, expect, test } from "vitest";
import { decideAdminGuard, decideUserGuard, homeOf } from "./guard-decisions.ts";

const known = { isLoading: false, isConfirmed: true, isChecking: false, isLeaving: false };
const person = { isAdmin: false };
const admin = { isAdmin: true };

test("admins go to the admin dashboard, others to theirs", () => {
  expect(homeOf(admin)).toBe("/admin-dashboard");
  expect(homeOf(person)).toBe("/dashboard");
});

describe("the user guard", () => {
  test("waits while loading and while leaving", () => {
    expect(decideUserGuard({ ...known, isLoading: true, user: null })).toBe("wait");
    expect(decideUserGuard({ ...known, isLeaving: true, user: null })).toBe("wait");
  });
  test("asks nobody in particular to sign in, and shows a remembered user its screen", () => {
    expect(decideUserGuard({ ...known, user: null })).toBe("sign-in");
    expect(decideUserGuard({ ...known, isConfirmed: false, user: person })).toBe("show");
  });
});

describe("the admin guard", () => {
  test("tells nobody from somebody without the right", () => {
    expect(decideAdminGuard({ ...known, user: null })).toBe("authentication-required");
    expect(decideAdminGuard({ ...known, user: person })).toBe("admin-required");
    expect(decideAdminGuard({ ...known, user: admin })).toBe("show");
  });
  test("never trusts the device's memory alone", () => {
    expect(decideAdminGuard({ ...known, isConfirmed: false, isChecking: true, user: admin })).toBe("wait");
    expect(decideAdminGuard({ ...known, isConfirmed: false, user: admin })).toBe("offline");
  });
});
