import { AFFILIATE_DESK_DOCS, AFFILIATE_DOCS } from "./affiliate.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { Endpoint } from "#schemas/endpoints/endpoint.ts";
import type { ApiGroup } from "#server/platform/http/openapi.ts";
import { API_KEYS_DOCS } from "./api-keys.ts";
import { APPROVALS_DOCS } from "./approvals.ts";
import { ASSETS_DOCS } from "./assets.ts";
import { AUDIT_DOCS } from "./audit.ts";
import { RESTORED_DOCS } from "./restored.ts";
import { AUTH_DOCS } from "./auth.ts";
import { CLAIMS_DOCS } from "./claims.ts";
import { CLOSING_DOCS } from "./closing.ts";
import { CONSOLE_LISTS_DOCS } from "./console-lists.ts";
import { CONTACT_DOCS, CONTENT_DESK_DOCS, CONTENT_DOCS } from "./content.ts";
import { DEPOSITS_DOCS } from "./deposits.ts";
import { DIAGNOSTICS_DOCS } from "./diagnostics.ts";
import { FEES_DOCS } from "./fees.ts";
import { HISTORY_DOCS } from "./history.ts";
import { INTERFACE_DOCS } from "./interface.ts";
import { KYC_DESK_DOCS } from "./kyc-desk.ts";
import { KYC_DOCS } from "./kyc.ts";
import { LISTING_DOCS } from "./listing.ts";
import { LOGS_DOCS } from "./logs.ts";
import { MARKETS_DOCS, PULSE_DOCS } from "./markets.ts";
import { MONITORING_DOCS } from "./monitoring.ts";
import { MULTISIG_DOCS } from "./multisig.ts";
import { NOTIFICATIONS_DOCS } from "./notifications.ts";
import { OPERATOR_NOTICES_DOCS } from "./operator-notices.ts";
import { OPERATORS_DOCS } from "./operators.ts";
import { OVERVIEW_DOCS } from "./overview.ts";
import { PASSKEYS_DOCS } from "./passkeys.ts";
import { PEOPLE_DOCS } from "./people.ts";
import { PROFILE_DOCS } from "./profile.ts";
import { RECONCILIATION_DOCS } from "./reconciliation.ts";
import { ROLES_DOCS } from "./roles.ts";
import { SAVED_VIEWS_DOCS } from "./saved-views.ts";
import { SECURITY_DOCS } from "./security.ts";
import { SERVICE_CONSOLE_DOCS } from "./service-console.ts";
import { SERVICE_DOCS } from "./service.ts";
import { SESSIONS_DOCS } from "./sessions.ts";
import { AUTOMATED_TRADING_DOCS } from "./automated-trading.ts";
import { MARKET_DESK_DOCS, MARKET_MAKING_DOCS } from "./market-making.ts";
import { STAKING_DESK_DOCS, STAKING_DOCS } from "./staking.ts";
import { STANDING_ORDERS_DOCS } from "./standing-orders.ts";
import { TASKS_DOCS } from "./tasks.ts";
import { THEME_DOCS } from "./theme.ts";
import { TRADING_DOCS } from "./trading.ts";
import { TREASURY_DOCS } from "./treasury.ts";
import { TWO_FACTOR_DOCS } from "./two-factor.ts";
import { WALLET_DOCS } from "./wallet.ts";

type Part = readonly [name: string, about: string, ...tables: readonly object[]];

/** What people and programs call, in the order in which somebody who begins needs it. */
const PEOPLES: readonly Part[] = [
  ["Wallet", "Balances, and payments from check to ledger.", WALLET_DOCS],
  ["History", "What came and went.", HISTORY_DOCS],
  ["Markets", "Prices, books, trades, candles, pools and quotes of what the exchange lists.", MARKETS_DOCS, PULSE_DOCS],
  [
    "Trading",
    "Orders, swaps and shares of pools: each is checked first, then confirmed as it was shown.",
    TRADING_DOCS,
  ],
  [
    "Standing orders",
    "What is done at a price or a time: stops, repeated buying, repeated payments.",
    STANDING_ORDERS_DOCS,
  ],
  ["Automated trading", "Strategies: tested, then told of or traded.", AUTOMATED_TRADING_DOCS],
  ["Market making", "Pools that offer on both sides of a market, from opening to giving back.", MARKET_MAKING_DOCS],
  ["Staking", "Stakes, their rewards, and taking them out.", STAKING_DOCS],
  ["Affiliate", "One's own link, by which others come.", AFFILIATE_DOCS],
  ["Assets", "What is listed, what one holds, and adding or removing an asset.", ASSETS_DOCS],
  ["Claimable balances", "Money that was set aside for somebody.", CLAIMS_DOCS],
  ["Deposits", "Money that comes in from outside the network.", DEPOSITS_DOCS],
  ["API keys", "Keys by which programs call.", API_KEYS_DOCS],
  ["Signing in", "Accounts and sessions.", AUTH_DOCS, SESSIONS_DOCS],
  ["Passkeys", "Signing in and confirming without a password.", PASSKEYS_DOCS],
  ["Second factor", "Codes of an authenticator app.", TWO_FACTOR_DOCS],
  ["Security", "Limits, allowed recipients, freezing, and what waits before it is weaker.", SECURITY_DOCS],
  ["Own signing key", "A second key, which its owner holds.", MULTISIG_DOCS],
  ["Profile", "Picture, e-mail address, looks, and leaving.", PROFILE_DOCS, CLOSING_DOCS, THEME_DOCS],
  ["Notifications", "What one is told by push and by mail.", NOTIFICATIONS_DOCS],
  ["Identity", "Showing who one is.", KYC_DOCS],
  [
    "Content",
    "What operators publish: pages, menus, blocks, pictures; and writing to them.",
    CONTENT_DOCS,
    CONTACT_DOCS,
  ],
  ["Service", "The service itself and its health.", SERVICE_DOCS, DIAGNOSTICS_DOCS, ROLES_DOCS],
];

const OPERATORS: readonly Part[] = [
  ["Overview", "What waits for somebody, and how the service is doing.", OVERVIEW_DOCS, TASKS_DOCS],
  ["Monitoring", "What is wrong with the service, what looks for it, and who is told.", MONITORING_DOCS],
  ["People", "Whom the service knows, and all that it stores of them.", PEOPLE_DOCS],
  [
    "Accounts and payments",
    "Freezing, limits, held payments and the policy behind them.",
    OPERATORS_DOCS,
    SECURITY_DOCS,
  ],
  ["Deposit desk", "Deposits to look at, and the ways they come in.", DEPOSITS_DOCS],
  ["Identity desk", "Identities to look at.", KYC_DESK_DOCS],
  ["Content desk", "What is written: drafts, versions, publishing, pictures.", CONTENT_DESK_DOCS],
  ["Support desk", "Reports that people sent.", DIAGNOSTICS_DOCS],
  ["Books", "Whether the books agree with the ledger, and what arrived and fits nobody.", RECONCILIATION_DOCS],
  ["Treasury", "The house's own accounts.", TREASURY_DOCS],
  ["Fees", "What the operator charges.", FEES_DOCS],
  ["Affiliate desk", "The terms of the programme, its rewards and their payouts.", AFFILIATE_DESK_DOCS],
  ["Market making desk", "People's pools: seen, stopped, and let go.", MARKET_DESK_DOCS],
  ["Staking desk", "Offers to stake, and the vault and pool behind them.", STAKING_DESK_DOCS],
  ["Listing", "What the exchange lists.", LISTING_DOCS],
  ["Proposals", "What needs two operators.", APPROVALS_DOCS],
  ["Audit", "The chain of all that was signed and done.", AUDIT_DOCS],
  ["Log", "What the service wrote down of trouble, and of payments on their way.", LOGS_DOCS],
  ["Restore", "A database that was set back to a backup, until it signs again.", RESTORED_DOCS],
  ["Operators", "Who is an operator, and as what.", ROLES_DOCS, OPERATOR_NOTICES_DOCS],
  ["Lists", "Files and counts of what is listed, and saved views.", CONSOLE_LISTS_DOCS, SAVED_VIEWS_DOCS],
  ["Service settings", "How the service is set, its keys and its screens.", SERVICE_CONSOLE_DOCS, INTERFACE_DOCS],
];

const TABLE: Readonly<Record<string, Endpoint>> = ENDPOINTS;

/** Every endpoint in a group of its kind: of a feature's table operators' calls stand among theirs. */
export const API_GROUPS: readonly ApiGroup[] = [
  ...PEOPLES.map((part) => groupOf(part, false)),
  ...OPERATORS.map((part) => groupOf(part, true)),
];

function groupOf([name, about, ...tables]: Part, isOperators: boolean): ApiGroup {
  const all = tables.flatMap((table) => Object.keys(table));
  return {
    name,
    about,
    isOperators,
    operations: all.filter((each) => (TABLE[each]?.permission !== undefined) === isOperators),
  };
}
