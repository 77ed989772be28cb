import type { ENDPOINTS } from "#schemas/endpoints.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";
import { API_KEYS_DOCS } from "./api-keys.ts";
import { APPROVALS_DOCS } from "./approvals.ts";
import { ASSETS_DOCS } from "./assets.ts";
import { AUDIT_DOCS } from "./audit.ts";
import { RESTORED_DOCS } from "./restored.ts";
import { AUTH_DOCS } from "./auth.ts";
import { RECONCILIATION_DOCS } from "./reconciliation.ts";
import { CLAIMS_DOCS } from "./claims.ts";
import { CLOSING_DOCS } from "./closing.ts";
import { CONTACT_DOCS, CONTENT_DESK_DOCS, CONTENT_DOCS } from "./content.ts";
import { CONSOLE_LISTS_DOCS } from "./console-lists.ts";
import { DEPOSITS_DOCS } from "./deposits.ts";
import { DIAGNOSTICS_DOCS } from "./diagnostics.ts";
import { STANDING_ORDERS_DOCS } from "./standing-orders.ts";
import { FEES_DOCS } from "./fees.ts";
import { AFFILIATE_DESK_DOCS, AFFILIATE_DOCS } from "./affiliate.ts";
import { AUTOMATED_TRADING_DOCS } from "./automated-trading.ts";
import { LOGS_DOCS } from "./logs.ts";
import { MARKET_DESK_DOCS, MARKET_MAKING_DOCS } from "./market-making.ts";
import { STAKING_DESK_DOCS, STAKING_DOCS } from "./staking.ts";
import { HISTORY_DOCS } from "./history.ts";
import { INTERFACE_DOCS } from "./interface.ts";
import { KYC_DESK_DOCS } from "./kyc-desk.ts";
import { KYC_DOCS } from "./kyc.ts";
import { LISTING_DOCS } from "./listing.ts";
import { MARKETS_DOCS, PULSE_DOCS } from "./markets.ts";
import { MULTISIG_DOCS } from "./multisig.ts";
import { NOTIFICATIONS_DOCS } from "./notifications.ts";
import { OPERATOR_NOTICES_DOCS } from "./operator-notices.ts";
import { OPERATORS_DOCS } from "./operators.ts";
import { OVERVIEW_DOCS } from "./overview.ts";
import { THEME_DOCS } from "./theme.ts";
import { PASSKEYS_DOCS } from "./passkeys.ts";
import { PEOPLE_DOCS } from "./people.ts";
import { PROFILE_DOCS } from "./profile.ts";
import { ROLES_DOCS } from "./roles.ts";
import { SAVED_VIEWS_DOCS } from "./saved-views.ts";
import { MONITORING_DOCS } from "./monitoring.ts";
import { TASKS_DOCS } from "./tasks.ts";
import { SECURITY_DOCS } from "./security.ts";
import { SERVICE_DOCS } from "./service.ts";
import { SERVICE_CONSOLE_DOCS } from "./service-console.ts";
import { SESSIONS_DOCS } from "./sessions.ts";
import { TRADING_DOCS } from "./trading.ts";
import { TREASURY_DOCS } from "./treasury.ts";
import { TWO_FACTOR_DOCS } from "./two-factor.ts";
import { WALLET_DOCS } from "./wallet.ts";

/** What the API's documentation says of every endpoint there is; nothing that a device loads. */
export const ENDPOINT_DOCS: DocsOf<typeof ENDPOINTS> = {
  ...SERVICE_DOCS,
  ...AUTH_DOCS,
  ...PASSKEYS_DOCS,
  ...CLOSING_DOCS,
  ...SESSIONS_DOCS,
  ...TWO_FACTOR_DOCS,
  ...API_KEYS_DOCS,
  ...THEME_DOCS,
  ...CONTENT_DOCS,
  ...CONTACT_DOCS,
  ...CONTENT_DESK_DOCS,
  ...PROFILE_DOCS,
  ...PULSE_DOCS,
  ...SECURITY_DOCS,
  ...NOTIFICATIONS_DOCS,
  ...OPERATORS_DOCS,
  ...OVERVIEW_DOCS,
  ...PEOPLE_DOCS,
  ...CONSOLE_LISTS_DOCS,
  ...SAVED_VIEWS_DOCS,
  ...TASKS_DOCS,
  ...MONITORING_DOCS,
  ...OPERATOR_NOTICES_DOCS,
  ...SERVICE_CONSOLE_DOCS,
  ...APPROVALS_DOCS,
  ...AUDIT_DOCS,
  ...LOGS_DOCS,
  ...RESTORED_DOCS,
  ...ROLES_DOCS,
  ...FEES_DOCS,
  ...STAKING_DOCS,
  ...AUTOMATED_TRADING_DOCS,
  ...MARKET_MAKING_DOCS,
  ...MARKET_DESK_DOCS,
  ...STAKING_DESK_DOCS,
  ...AFFILIATE_DOCS,
  ...AFFILIATE_DESK_DOCS,
  ...DEPOSITS_DOCS,
  ...RECONCILIATION_DOCS,
  ...TREASURY_DOCS,
  ...WALLET_DOCS,
  ...HISTORY_DOCS,
  ...ASSETS_DOCS,
  ...CLAIMS_DOCS,
  ...DIAGNOSTICS_DOCS,
  ...KYC_DOCS,
  ...KYC_DESK_DOCS,
  ...INTERFACE_DOCS,
  ...LISTING_DOCS,
  ...MARKETS_DOCS,
  ...MULTISIG_DOCS,
  ...TRADING_DOCS,
  ...STANDING_ORDERS_DOCS,
};
