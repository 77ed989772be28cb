import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Endpoint } from "#schemas/endpoints.ts";
import { AFFILIATE_DESK_ENDPOINTS } from "#schemas/endpoints/affiliate-desk.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { FEES_ENDPOINTS } from "#schemas/endpoints/fees.ts";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import { MARKET_DESK_ENDPOINTS } from "#schemas/endpoints/market-desk.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import { STAKING_DESK_ENDPOINTS } from "#schemas/endpoints/staking-desk.ts";
import { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import { AffiliateTab } from "./affiliate/affiliate-tab.tsx";
import { ApprovalsTab } from "./approvals/approvals-tab.tsx";
import { AssetsTab } from "./assets/assets-tab.tsx";
import { BooksTab } from "./books/books-tab.tsx";
import { DepositsTab } from "./deposits/deposits-tab.tsx";
import { FeesTab } from "./fees/fees-tab.tsx";
import { IdentitiesTab } from "./identities/identities-tab.tsx";
import { MarketMakingTab } from "./market-making/market-making-tab.tsx";
import { PaymentsTab } from "./payments/payments-tab.tsx";
import { PeopleTab } from "./people/people-tab.tsx";
import { PolicyTab } from "./policy/policy-tab.tsx";
import { SupportTab } from "./support/support-tab.tsx";
import { StakingTab } from "./staking/staking-tab.tsx";
import { SuspenseTab } from "./suspense/suspense-tab.tsx";
import { TreasuryTab } from "./treasury/treasury-tab.tsx";

/** One part of the console. */
export interface ConsoleTab {
  /** As the address has it: `/admin-panel/deposits`. */
  readonly name: string;
  readonly label: string;
  /** Where it has an address of its own instead. */
  readonly at?: "/admin-kyc";
  /** Leads there after `g`. */
  readonly letter: string;
  /** Who may not ask this sees no such tab. */
  readonly reads: Endpoint;
  readonly Tab: () => ReactNode;
}

/** In the order in which they stand. */
export const CONSOLE_TABS: readonly ConsoleTab[] = [
  {
    name: "deposits",
    get label() {
      return t`Deposits`;
    },
    letter: "d",
    reads: DEPOSIT_QUEUE_ENDPOINTS.depositQueue,
    Tab: DepositsTab,
  },
  {
    name: "approvals",
    get label() {
      return t`Approvals`;
    },
    letter: "a",
    reads: APPROVALS_ENDPOINTS.proposals,
    Tab: ApprovalsTab,
  },
  {
    name: "payments",
    get label() {
      return t`Payments`;
    },
    letter: "p",
    reads: OPERATORS_ENDPOINTS.submissionsToDecide,
    Tab: PaymentsTab,
  },
  {
    name: "people",
    get label() {
      return t`People`;
    },
    letter: "u",
    reads: PEOPLE_ENDPOINTS.people,
    Tab: PeopleTab,
  },
  {
    name: "identities",
    get label() {
      return t`Identity checks`;
    },
    at: "/admin-kyc",
    letter: "i",
    reads: KYC_DESK_ENDPOINTS.identities,
    Tab: IdentitiesTab,
  },
  {
    name: "books",
    get label() {
      return t`Books`;
    },
    letter: "b",
    reads: RECONCILIATION_ENDPOINTS.reconcile,
    Tab: BooksTab,
  },
  {
    name: "suspense",
    get label() {
      return t`Suspense`;
    },
    letter: "s",
    reads: RECONCILIATION_ENDPOINTS.suspense,
    Tab: SuspenseTab,
  },
  {
    name: "treasury",
    get label() {
      return t`Treasury`;
    },
    letter: "h",
    reads: TREASURY_ENDPOINTS.treasury,
    Tab: TreasuryTab,
  },
  {
    name: "support",
    get label() {
      return t`Support`;
    },
    letter: "t",
    reads: DIAGNOSTICS_ENDPOINTS.supportReports,
    Tab: SupportTab,
  },
  {
    name: "fees",
    get label() {
      return t`Fees`;
    },
    letter: "f",
    reads: FEES_ENDPOINTS.feeRules,
    Tab: FeesTab,
  },
  {
    name: "staking",
    get label() {
      return t`Staking`;
    },
    letter: "k",
    reads: STAKING_DESK_ENDPOINTS.stakingDesk,
    Tab: StakingTab,
  },
  {
    name: "affiliate",
    get label() {
      return t`Affiliate`;
    },
    letter: "r",
    reads: AFFILIATE_DESK_ENDPOINTS.affiliateDesk,
    Tab: AffiliateTab,
  },
  {
    name: "market-making",
    get label() {
      return t`Market making`;
    },
    letter: "l",
    reads: MARKET_DESK_ENDPOINTS.marketDesk,
    Tab: MarketMakingTab,
  },
  {
    name: "assets",
    get label() {
      return t`Assets and markets`;
    },
    letter: "m",
    reads: LISTING_ENDPOINTS.listing,
    Tab: AssetsTab,
  },
  {
    name: "policy",
    get label() {
      return t({ message: "Policy", context: "what operators ask of payments" });
    },
    letter: "o",
    reads: OPERATORS_ENDPOINTS.operatorPolicy,
    Tab: PolicyTab,
  },
];
