import {
  AdminLoginOutput,
  AdminStatusOutput,
  AuthStatusOutput,
  ConfirmInput,
  ConfirmOutput,
  LoginInput,
  MessageOutput,
  RegisterInput,
  ResetPasswordInput,
  ResetRequestInput,
} from "#schemas/auth.ts";
import { UserOutput } from "#schemas/users.ts";
import type { Endpoint } from "./endpoint.ts";

/** Signing up, in and out, and confirming that it is oneself. */
export const AUTH_ENDPOINTS = {
  authStatus: {
    method: "GET",
    path: "/api/auth-status",
    access: "anyone",
    output: AuthStatusOutput,
  },
  adminStatus: {
    method: "GET",
    path: "/api/admin/status",
    access: "anyone",
    output: AdminStatusOutput,
  },
  user: {
    method: "GET",
    path: "/api/user",
    access: "user",
    output: UserOutput,
  },
  login: {
    method: "POST",
    path: "/api/login",
    access: "anyone",
    input: LoginInput,
    output: UserOutput,
  },
  register: {
    method: "POST",
    path: "/api/register",
    access: "anyone",
    input: RegisterInput,
    output: UserOutput,
    status: 201,
  },
  logout: {
    method: "POST",
    path: "/api/logout",
    access: "anyone",
    output: MessageOutput,
  },
  adminLogin: {
    method: "POST",
    path: "/api/admin/login",
    access: "anyone",
    input: LoginInput,
    output: AdminLoginOutput,
  },
  resetPasswordRequest: {
    method: "POST",
    path: "/api/reset-password-request",
    access: "anyone",
    input: ResetRequestInput,
    output: MessageOutput,
  },
  resetPassword: {
    method: "POST",
    path: "/api/reset-password",
    access: "anyone",
    input: ResetPasswordInput,
    output: MessageOutput,
  },
  confirmIdentity: {
    method: "POST",
    path: "/api/confirm-identity",
    access: "user",
    input: ConfirmInput,
    output: ConfirmOutput,
  },
} as const satisfies Record<string, Endpoint>;
