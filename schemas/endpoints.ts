import * as v from "valibot";
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
} from "./auth.ts";
import {
  ApproveDepositInput,
  DepositInput,
  DepositOutput,
  DepositParams,
  DepositQueueOutput,
  DepositSettingsOutput,
  DepositsOutput,
  RejectDepositInput,
} from "./deposits.ts";
import type { ErrorCode } from "./errors.ts";
import { HealthOutput } from "./network.ts";
import { PageParams, StoredPageOutput } from "./pages.ts";
import {
  AllowedAddressInput,
  AllowedAddressParams,
  AllowListInput,
  AllowListOutput,
  FreezeInput,
  LimitsInput,
  OperatorPolicy,
  SecurityOutput,
  UserParams,
} from "./security.ts";
import { ThemeInput } from "./settings.ts";
import { UserOutput } from "./users.ts";
import {
  DecisionInput,
  RecipientInput,
  RecipientOutput,
  ResolutionInput,
  SendCheckInput,
  SendCheckOutput,
  SendInput,
  SubmissionOutput,
  SubmissionParams,
  SubmissionsOutput,
  WalletOutput,
} from "./wallet.ts";

/**
 * Who may call: `confirmed` is a user, and `operator` an admin, who has shown the password (and second factor, where there
 * is one) within the last ten minutes.
 */
export type Access = "anyone" | "user" | "confirmed" | "admin" | "operator";

/** One REST endpoint: who may call it, what goes in and out, and the refusals of its own (every endpoint also has the common ones). */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters are written `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** The JSON body. */
  readonly input?: v.GenericSchema;
  readonly params?: v.GenericSchema;
  readonly query?: v.GenericSchema;
  readonly output: v.GenericSchema;
  /** Status of the answer, 200 unless told. */
  readonly status?: number;
  readonly errors: readonly ErrorCode[];
}

type SchemaOf<E extends Endpoint, Key extends "input" | "params" | "query"> = E extends {
  readonly [K in Key]: infer Schema extends v.GenericSchema;
}
  ? Schema
  : v.UndefinedSchema<undefined>;

/** The body as the handler gets it. */
export type InputOf<E extends Endpoint> = v.InferOutput<SchemaOf<E, "input">>;
/** The body as a caller writes it. */
export type RequestOf<E extends Endpoint> = v.InferInput<SchemaOf<E, "input">>;
export type ParamsOf<E extends Endpoint> = v.InferOutput<SchemaOf<E, "params">>;
export type QueryOf<E extends Endpoint> = v.InferOutput<SchemaOf<E, "query">>;
export type OutputOf<E extends Endpoint> = v.InferOutput<E["output"]>;

/** The page of the app that a reset link opens, with `?token=`. */
export const RESET_PAGE_PATH = "/reset-password";

/** Every REST endpoint there is: routes, the OpenAPI document, the app's calls and the access test are derived from it. */
export const ENDPOINTS = {
  health: {
    method: "GET",
    path: "/healthz",
    access: "anyone",
    summary: "Answers once requests are served",
    output: HealthOutput,
    errors: [],
  },
  ready: {
    method: "GET",
    path: "/readyz",
    access: "anyone",
    summary: "Answers while the database can be reached",
    output: HealthOutput,
    errors: ["not-ready"],
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    access: "anyone",
    summary: "This document",
    output: v.record(v.string(), v.unknown()),
    errors: [],
  },
  authStatus: {
    method: "GET",
    path: "/api/auth-status",
    access: "anyone",
    summary: "Whether the caller is signed in",
    output: AuthStatusOutput,
    errors: [],
  },
  adminStatus: {
    method: "GET",
    path: "/api/admin/status",
    access: "anyone",
    summary: "Whether the caller is an admin",
    output: AdminStatusOutput,
    errors: [],
  },
  user: {
    method: "GET",
    path: "/api/user",
    access: "user",
    summary: "The signed-in user",
    output: UserOutput,
    errors: [],
  },
  login: {
    method: "POST",
    path: "/api/login",
    access: "anyone",
    summary: "Signs in",
    input: LoginInput,
    output: UserOutput,
    errors: ["credentials-wrong", "rate-limited"],
  },
  register: {
    method: "POST",
    path: "/api/register",
    access: "anyone",
    summary: "Creates an account with its wallet and signs in",
    input: RegisterInput,
    output: UserOutput,
    status: 201,
    errors: ["username-taken", "email-taken", "unique-user-id-taken", "rate-limited"],
  },
  logout: {
    method: "POST",
    path: "/api/logout",
    access: "anyone",
    summary: "Ends the session, if there is one",
    output: MessageOutput,
    errors: [],
  },
  adminLogin: {
    method: "POST",
    path: "/api/admin/login",
    access: "anyone",
    summary: "Signs in an admin",
    input: LoginInput,
    output: AdminLoginOutput,
    errors: ["admin-credentials-wrong", "not-an-admin", "rate-limited"],
  },
  resetPasswordRequest: {
    method: "POST",
    path: "/api/reset-password-request",
    access: "anyone",
    summary: "E-mails a reset link, if the address has an account; the answer is the same if not",
    input: ResetRequestInput,
    output: MessageOutput,
    errors: ["rate-limited"],
  },
  resetPassword: {
    method: "POST",
    path: "/api/reset-password",
    access: "anyone",
    summary: "Sets a new password with the token of a reset link and ends every session of the account",
    input: ResetPasswordInput,
    output: MessageOutput,
    errors: ["reset-token-invalid", "rate-limited"],
  },
  confirmIdentity: {
    method: "POST",
    path: "/api/confirm-identity",
    access: "user",
    summary: "Opens ten minutes in which this session may change what touches security or money",
    input: ConfirmInput,
    output: ConfirmOutput,
    errors: ["password-wrong", "rate-limited"],
  },
  theme: {
    method: "POST",
    path: "/api/theme",
    access: "user",
    summary: "Remembers the theme",
    input: ThemeInput,
    output: ThemeInput,
    errors: [],
  },
  page: {
    method: "GET",
    path: "/api/pages/:pageKey",
    access: "anyone",
    summary: "The text an operator stored for a page, or null",
    params: PageParams,
    output: StoredPageOutput,
    errors: [],
  },
  security: {
    method: "GET",
    path: "/api/security",
    access: "user",
    summary: "The limits and locks of one's own account",
    output: SecurityOutput,
    errors: [],
  },
  setLimits: {
    method: "PUT",
    path: "/api/security/limits",
    access: "confirmed",
    summary: "Sets one's own limits",
    input: LimitsInput,
    output: SecurityOutput,
    errors: [],
  },
  freezeOwn: {
    method: "POST",
    path: "/api/security/freeze",
    access: "user",
    summary: "Freezes one's own account at once; only an operator can let it go",
    output: SecurityOutput,
    errors: ["user-unknown"],
  },
  allowList: {
    method: "GET",
    path: "/api/security/allow-list",
    access: "user",
    summary: "The addresses that may be paid, where payments go to listed ones only",
    output: AllowListOutput,
    errors: [],
  },
  setAllowList: {
    method: "PUT",
    path: "/api/security/allow-list",
    access: "confirmed",
    summary: "Switches the list on or off and sets how long new addresses wait",
    input: AllowListInput,
    output: AllowListOutput,
    errors: [],
  },
  allowAddress: {
    method: "POST",
    path: "/api/security/allow-list/addresses",
    access: "confirmed",
    summary: "Lists an address",
    input: AllowedAddressInput,
    output: AllowListOutput,
    errors: ["address-malformed", "allow-list-full"],
  },
  disallowAddress: {
    method: "DELETE",
    path: "/api/security/allow-list/addresses/:address",
    access: "confirmed",
    summary: "Takes an address off the list",
    params: AllowedAddressParams,
    output: AllowListOutput,
    errors: [],
  },
  operatorPolicy: {
    method: "GET",
    path: "/api/admin/policy",
    access: "admin",
    summary: "What the operators ask of every payment",
    output: OperatorPolicy,
    errors: [],
  },
  setOperatorPolicy: {
    method: "PUT",
    path: "/api/admin/policy",
    access: "operator",
    summary: "Sets what is asked of every payment",
    input: OperatorPolicy,
    output: OperatorPolicy,
    errors: [],
  },
  freezeUser: {
    method: "PUT",
    path: "/api/admin/users/:userId/frozen",
    access: "operator",
    summary: "Freezes an account or lets it go",
    params: UserParams,
    input: FreezeInput,
    output: SecurityOutput,
    errors: ["user-unknown"],
  },
  submissionsToDecide: {
    method: "GET",
    path: "/api/admin/submissions",
    access: "admin",
    summary: "Payments that wait for an operator: to be approved, or because nothing is certain of them",
    output: SubmissionsOutput,
    errors: [],
  },
  approveSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/approve",
    access: "operator",
    summary: "Lets a waiting payment of someone else go",
    params: SubmissionParams,
    output: SubmissionOutput,
    errors: ["submission-unknown", "submission-not-waiting", "approval-own"],
  },
  refuseSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/refuse",
    access: "operator",
    summary: "Refuses a waiting payment; its sender reads why",
    params: SubmissionParams,
    input: DecisionInput,
    output: SubmissionOutput,
    errors: ["submission-unknown", "submission-not-waiting", "approval-own"],
  },
  resolveSubmission: {
    method: "POST",
    path: "/api/admin/submissions/:id/resolve",
    access: "operator",
    summary: "Settles an ambiguous payment by what the operator found out about the ledger",
    params: SubmissionParams,
    input: ResolutionInput,
    output: SubmissionOutput,
    errors: ["submission-unknown", "submission-not-waiting"],
  },
  deposits: {
    method: "GET",
    path: "/api/deposits",
    access: "user",
    summary: "One's own Cash App deposits, newest first, and where to pay",
    output: DepositsOutput,
    errors: [],
  },
  declareDeposit: {
    method: "POST",
    path: "/api/deposits",
    access: "user",
    summary: "Declares a payment made by Cash App; the same transaction id answers with the same deposit",
    input: DepositInput,
    output: DepositOutput,
    status: 201,
    errors: ["amount-not-positive", "deposits-off", "deposit-claimed", "wallet-not-ready"],
  },
  depositQueue: {
    method: "GET",
    path: "/api/admin/deposits",
    access: "admin",
    summary: "Deposits that are not settled, oldest first",
    output: DepositQueueOutput,
    errors: [],
  },
  approveDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/approve",
    access: "operator",
    summary: "Approves a deposit at a rate that is fixed by it; above an amount a second operator has to agree",
    params: DepositParams,
    input: ApproveDepositInput,
    output: DepositOutput,
    errors: [
      "deposit-unknown",
      "deposit-not-waiting",
      "deposit-duplicate",
      "deposit-approved-by-you",
      "deposit-own",
      "deposits-off",
      "amount-too-large",
    ],
  },
  rejectDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/reject",
    access: "operator",
    summary: "Rejects a deposit; its owner reads why",
    params: DepositParams,
    input: RejectDepositInput,
    output: DepositOutput,
    errors: ["deposit-unknown", "deposit-not-waiting", "deposit-own"],
  },
  retryDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/retry",
    access: "operator",
    summary: "Credits a deposit again whose payment failed for good",
    params: DepositParams,
    output: DepositOutput,
    errors: ["deposit-unknown", "deposit-not-waiting", "deposit-own"],
  },
  depositSettings: {
    method: "GET",
    path: "/api/admin/deposit-settings",
    access: "admin",
    summary: "How deposits are taken",
    output: DepositSettingsOutput,
    errors: [],
  },
  setDepositSettings: {
    method: "PUT",
    path: "/api/admin/deposit-settings",
    access: "operator",
    summary: "Sets how deposits are taken, or switches them off",
    input: DepositSettingsOutput,
    output: DepositSettingsOutput,
    errors: [],
  },
  wallet: {
    method: "GET",
    path: "/api/wallet",
    access: "user",
    summary: "The address and balances of the signed-in user, as of a ledger",
    output: WalletOutput,
    errors: [],
  },
  walletSend: {
    method: "POST",
    path: "/api/wallet/send",
    access: "user",
    summary: "Accepts a payment; the same idempotency key and body answer with the same submission",
    input: SendInput,
    output: SubmissionOutput,
    status: 202,
    errors: [
      "amount-malformed",
      "amount-too-precise",
      "amount-too-large",
      "amount-not-positive",
      "address-malformed",
      "recipient-unknown",
      "recipient-is-self",
      "recipient-not-ready",
      "recipient-trustline-missing",
      "recipient-not-authorized",
      "recipient-full",
      "asset-unknown",
      "asset-not-authorized",
      "balance-too-low",
      "fee-balance-too-low",
      "account-frozen",
      "payments-halted",
      "kyc-required",
      "cool-off",
      "limit-exceeded",
      "daily-limit-exceeded",
      "recipient-not-allowed",
      "recipient-on-hold",
      "password-required",
      "password-wrong",
      "memo-too-long",
      "idempotency-key-reused",
      "wallet-not-ready",
      "network-unreachable",
      "rate-limited",
    ],
  },
  walletCheck: {
    method: "POST",
    path: "/api/wallet/send/check",
    access: "user",
    summary: "What a payment would cost and what stands against it; nothing is sent",
    input: SendCheckInput,
    output: SendCheckOutput,
    errors: ["address-malformed", "recipient-unknown", "asset-unknown", "wallet-not-ready", "network-unreachable"],
  },
  walletSubmission: {
    method: "GET",
    path: "/api/wallet/submissions/:id",
    access: "user",
    summary: "What became of a payment of one's own",
    params: SubmissionParams,
    output: SubmissionOutput,
    errors: ["submission-unknown"],
  },
  walletRecipient: {
    method: "GET",
    path: "/api/wallet/recipient",
    access: "user",
    summary: "Who would receive a payment, whether they can, and what it would cost",
    query: RecipientInput,
    output: RecipientOutput,
    errors: ["address-malformed", "recipient-unknown", "network-unreachable"],
  },
} as const satisfies Record<string, Endpoint>;
