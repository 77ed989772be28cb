import { AccessHistory } from "./access-history.ts";
import { AffiliateClicks, AffiliateConfig, AffiliatePayouts, AffiliateProgram } from "./affiliate.ts";
import { Assets } from "./assets.ts";
import { PasswordResetTokens } from "./auth.ts";
import { AutomatedTrading, TradingSignals } from "./automated-trading.ts";
import { ContentBlocks, NavigationMenuItems, NavigationMenus, PageContents } from "./cms.ts";
import { Contacts } from "./contacts.ts";
import { CashAppDeposits, CashAppPayments, PaymentMethods } from "./deposits.ts";
import { FeaturedTokens } from "./featured-tokens.ts";
import { FeeConfig } from "./fees.ts";
import { KycVerifications } from "./kyc.ts";
import { LiquidityPools, MarketMakingTrades, TradingWallets } from "./liquidity-pools.ts";
import { MaintenanceTasks, SystemIssues, SystemMonitorLogs } from "./monitoring.ts";
import { Settings } from "./settings.ts";
import { StakingConfig, StakingRewards, UserStakes } from "./staking.ts";
import { Transactions } from "./transactions.ts";
import { UiConfig } from "./ui-config.ts";
import { Users } from "./users.ts";

/** Every stored entity of the specification, for what walks them all: unique indexes, defaults, documentation. */
export const ENTITIES = [
  Users,
  Assets,
  Contacts,
  Transactions,
  AccessHistory,
  Settings,
  FeaturedTokens,
  UiConfig,
  FeeConfig,
  PaymentMethods,
  CashAppDeposits,
  CashAppPayments,
  AffiliateConfig,
  AffiliateProgram,
  AffiliateClicks,
  AffiliatePayouts,
  StakingConfig,
  UserStakes,
  StakingRewards,
  LiquidityPools,
  MarketMakingTrades,
  AutomatedTrading,
  TradingSignals,
  PageContents,
  ContentBlocks,
  PasswordResetTokens,
  KycVerifications,
  TradingWallets,
  NavigationMenus,
  NavigationMenuItems,
  SystemIssues,
  MaintenanceTasks,
  SystemMonitorLogs,
] as const;
