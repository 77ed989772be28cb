import type * as v from "valibot";
import { AFFILIATE_ENDPOINTS } from "./endpoints/affiliate.ts";
import { AFFILIATE_DESK_ENDPOINTS } from "./endpoints/affiliate-desk.ts";
import { API_KEYS_ENDPOINTS } from "./endpoints/api-keys.ts";
import { APPROVALS_ENDPOINTS } from "./endpoints/approvals.ts";
import { ASSETS_ENDPOINTS } from "./endpoints/assets.ts";
import { AUDIT_ENDPOINTS } from "./endpoints/audit.ts";
import { AUTOMATED_TRADING_ENDPOINTS } from "./endpoints/automated-trading.ts";
import { AUTH_ENDPOINTS } from "./endpoints/auth.ts";
import { RECONCILIATION_ENDPOINTS } from "./endpoints/reconciliation.ts";
import { CLAIMS_ENDPOINTS } from "./endpoints/claims.ts";
import { CLOSING_ENDPOINTS } from "./endpoints/closing.ts";
import { CONTENT_DESK_ENDPOINTS } from "./endpoints/content-desk.ts";
import { CONTACT_ENDPOINTS, CONTENT_ENDPOINTS } from "./endpoints/content.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "./endpoints/deposit-queue.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "./endpoints/console-lists.ts";
import { DEPOSITS_ENDPOINTS } from "./endpoints/deposits.ts";
import { DIAGNOSTICS_ENDPOINTS } from "./endpoints/diagnostics.ts";
import { STANDING_ORDERS_ENDPOINTS } from "./endpoints/standing-orders.ts";
import { FEES_ENDPOINTS } from "./endpoints/fees.ts";
import { HISTORY_ENDPOINTS } from "./endpoints/history.ts";
import { INTERFACE_ENDPOINTS } from "./endpoints/interface.ts";
import { KYC_DESK_ENDPOINTS } from "./endpoints/kyc-desk.ts";
import { KYC_STATUS_ENDPOINTS } from "./endpoints/kyc-status.ts";
import { KYC_ENDPOINTS } from "./endpoints/kyc.ts";
import { LISTING_ENDPOINTS } from "./endpoints/listing.ts";
import { LOGS_ENDPOINTS } from "./endpoints/logs.ts";
import { MARKET_DESK_ENDPOINTS } from "./endpoints/market-desk.ts";
import { MARKET_MAKING_ENDPOINTS } from "./endpoints/market-making.ts";
import { MARKETS_ENDPOINTS } from "./endpoints/markets.ts";
import { MULTISIG_ENDPOINTS } from "./endpoints/multisig.ts";
import { NOTIFICATIONS_ENDPOINTS } from "./endpoints/notifications.ts";
import { OPERATOR_NOTICES_ENDPOINTS } from "./endpoints/operator-notices.ts";
import { OPERATORS_ENDPOINTS } from "./endpoints/operators.ts";
import { OWN_ROLES_ENDPOINTS } from "./endpoints/own-roles.ts";
import { OVERVIEW_ENDPOINTS } from "./endpoints/overview.ts";
import { THEME_ENDPOINTS } from "./endpoints/theme.ts";
import { PASSKEYS_ENDPOINTS } from "./endpoints/passkeys.ts";
import { PEOPLE_ENDPOINTS } from "./endpoints/people.ts";
import { PULSE_ENDPOINTS } from "./endpoints/pulse.ts";
import { PROFILE_ENDPOINTS } from "./endpoints/profile.ts";
import { ROLES_ENDPOINTS } from "./endpoints/roles.ts";
import { SAVED_VIEWS_ENDPOINTS } from "./endpoints/saved-views.ts";
import { MONITORING_ENDPOINTS } from "./endpoints/monitoring.ts";
import { TASKS_ENDPOINTS } from "./endpoints/tasks.ts";
import { SECURITY_ENDPOINTS } from "./endpoints/security.ts";
import { SERVICE_ENDPOINTS } from "./endpoints/service.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "./endpoints/service-console.ts";
import { STAKING_ENDPOINTS } from "./endpoints/staking.ts";
import { STAKING_DESK_ENDPOINTS } from "./endpoints/staking-desk.ts";
import { SESSIONS_ENDPOINTS } from "./endpoints/sessions.ts";
import { TRADING_ENDPOINTS } from "./endpoints/trading.ts";
import { RESTORED_ENDPOINTS } from "./endpoints/restored.ts";
import { TREASURY_ENDPOINTS } from "./endpoints/treasury.ts";
import { TWO_FACTOR_ENDPOINTS } from "./endpoints/two-factor.ts";
import { WALLET_ENDPOINTS } from "./endpoints/wallet.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";

export type { Access, Endpoint } from "./endpoints/endpoint.ts";

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

/** Every REST endpoint there is: routes, the OpenAPI document, the app's calls and the access test are derived from it. */
export const ENDPOINTS = {
  ...SERVICE_ENDPOINTS,
  ...AUTH_ENDPOINTS,
  ...PASSKEYS_ENDPOINTS,
  ...CLOSING_ENDPOINTS,
  ...SESSIONS_ENDPOINTS,
  ...TWO_FACTOR_ENDPOINTS,
  ...API_KEYS_ENDPOINTS,
  ...THEME_ENDPOINTS,
  ...CONTENT_ENDPOINTS,
  ...CONTACT_ENDPOINTS,
  ...CONTENT_DESK_ENDPOINTS,
  ...PULSE_ENDPOINTS,
  ...PROFILE_ENDPOINTS,
  ...SECURITY_ENDPOINTS,
  ...NOTIFICATIONS_ENDPOINTS,
  ...OPERATORS_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...PEOPLE_ENDPOINTS,
  ...CONSOLE_LISTS_ENDPOINTS,
  ...SAVED_VIEWS_ENDPOINTS,
  ...TASKS_ENDPOINTS,
  ...MONITORING_ENDPOINTS,
  ...OPERATOR_NOTICES_ENDPOINTS,
  ...SERVICE_CONSOLE_ENDPOINTS,
  ...APPROVALS_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...LOGS_ENDPOINTS,
  ...OWN_ROLES_ENDPOINTS,
  ...ROLES_ENDPOINTS,
  ...FEES_ENDPOINTS,
  ...STAKING_ENDPOINTS,
  ...AUTOMATED_TRADING_ENDPOINTS,
  ...MARKET_MAKING_ENDPOINTS,
  ...MARKET_DESK_ENDPOINTS,
  ...STAKING_DESK_ENDPOINTS,
  ...AFFILIATE_ENDPOINTS,
  ...AFFILIATE_DESK_ENDPOINTS,
  ...DEPOSITS_ENDPOINTS,
  ...DEPOSIT_QUEUE_ENDPOINTS,
  ...RECONCILIATION_ENDPOINTS,
  ...RESTORED_ENDPOINTS,
  ...TREASURY_ENDPOINTS,
  ...WALLET_ENDPOINTS,
  ...HISTORY_ENDPOINTS,
  ...ASSETS_ENDPOINTS,
  ...CLAIMS_ENDPOINTS,
  ...DIAGNOSTICS_ENDPOINTS,
  ...KYC_STATUS_ENDPOINTS,
  ...KYC_ENDPOINTS,
  ...KYC_DESK_ENDPOINTS,
  ...INTERFACE_ENDPOINTS,
  ...LISTING_ENDPOINTS,
  ...MARKETS_ENDPOINTS,
  ...MULTISIG_ENDPOINTS,
  ...TRADING_ENDPOINTS,
  ...STANDING_ORDERS_ENDPOINTS,
} as const satisfies Record<string, Endpoint>;
