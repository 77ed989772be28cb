import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { AffiliateConfig } from "./affiliate.ts";
import { balanceText } from "./assets.ts";
import { AutomatedTrading } from "./automated-trading.ts";
import { CashAppDeposits, CashAppPayments } from "./deposits.ts";
import { ENTITIES } from "./entities.ts";
import { FeaturedTokens } from "./featured-tokens.ts";
import { FeeConfig } from "./fees.ts";
import { LiquidityPools } from "./liquidity-pools.ts";
import { MaintenanceTasks, SystemIssues } from "./monitoring.ts";
import { RegisterForm } from "./auth.ts";
import { ContactForm } from "./contacts.ts";
import { readSaid } from "./said.ts";
import { SENTENCES } from "./sentences.ts";
import { Settings } from "./settings.ts";
import { Users } from "./users.ts";

const now = new Date(0);

/** The fields of specification section 3, as they are listed there. */
const FIELDS: Record<string, string> = {
  users:
    "username password email walletAddress walletSecret uniqueUserId isAdmin kycStatus kycVerified profilePicture stripeCustomerId stripeSubscriptionId createdAt",
  assets: "assetCode issuer name description website userId balance",
  contacts: "userId name stellarAddress uniqueUserId memo",
  transactions: "userId type assetCode amount fee from to hash memo status timestamp",
  access_history: "userId ipAddress userAgent timestamp",
  settings:
    "theme language notificationsEnabled multisigEnabled twoFactorEnabled twoFactorSecret transactionLimit requirePasswordForSend notifyOnLogin lastSecurityUpdate",
  featured_tokens: "assetCode issuer name description imageUrl websiteUrl featured displayOrder createdAt",
  ui_config: "configKey configValue configType configCategory description lastUpdated",
  fee_config: "operationType feeType feeValue minFee maxFee assetCode active lastUpdated",
  payment_methods: "methodName displayName active configSettings lastUpdated",
  cash_app_deposits:
    "userId amount depositDate cashAppUsername cashAppTransactionId recipientNumber status verifiedBy verificationDate notes xlmCredited xlmRate transactionId createdAt",
  cashapp_payments: "userId amount transactionId status assetCode estimatedXlm xlmRate createdAt verifiedAt notes",
  affiliate_config:
    "rewardType rewardAsset rewardValue minPayout payoutSchedule nextPayoutDate commissionLevels active",
  affiliate_program:
    "affiliateCode referralLink clickCount signupCount pendingReward totalEarned rewardAsset lastPayout referrerId",
  affiliate_clicks: "affiliateId ipAddress userAgent referrer timestamp converted",
  affiliate_payouts: "affiliateId amount asset status transactionId payoutDate",
  staking_config:
    "assetCode issuer name description imageUrl rewardRate minStakeAmount lockupPeriod earlyWithdrawalFee active featured displayOrder totalStaked",
  user_stakes: "userId stakingConfigId amount startDate endDate lastRewardDate accruedRewards status earlyWithdrawal",
  staking_rewards: "userStakeId amount timestamp status transactionId",
  liquidity_pools:
    "userId baseAssetCode baseAssetIssuer quoteAssetCode quoteAssetIssuer baseBalance quoteBalance spreadPercentage depthPercentage minTradeSize maxTradeSize autoRebalance isActive profitLoss walletCount priceMargin targetPrice lastPrice",
  market_making_trades:
    "poolId type baseAssetCode quoteAssetCode amount price total filledBy walletAddress hash timestamp",
  automated_trading:
    "userId isActive activationDate paymentId paymentStatus executionMode selectedStrategy tradingPairs parameters lastTradeDate profitLoss tradeCount status riskAccepted",
  trading_signals:
    "automatedTradingId signalType baseAsset quoteAsset price confidence description signalSource executed executionDate result profitLoss",
  page_contents: "pageKey title sections",
  content_blocks: "blockKey title content blockType isActive displayOrder",
  password_reset_tokens: "userId token expiresAt isUsed",
  kyc_verifications:
    "userId documentType documentNumber status submittedDate reviewDate reviewedBy documentImageFront documentImageBack selfieImage rejectionReason notes",
  trading_wallets: "userId poolId walletAddress walletSecret baseBalance quoteBalance label isActive lastUsed",
  navigation_menus: "name location displayOrder isActive",
  navigation_menu_items: "menuId label url icon parentId displayOrder isActive isExternal requiresAuth",
  system_issues:
    "type checkId title description severity status autoResolvable remediationSteps occurrences detectionTime lastDetected resolutionTime resolution autoResolved metadata",
  maintenance_tasks: "issueId title description status priority completedAt assignedTo taskData",
  system_monitor_logs: "issueId taskId action description performedAt successful errorMessage metadata",
};

describe("entities", () => {
  test("every entity of the specification exists, once", () => {
    expect(ENTITIES.map((entity) => entity.collection).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  });

  test.each(ENTITIES.map((entity) => [entity.collection, entity] as const))(
    "%s has its fields and an integer id",
    (name, entity) => {
      expect(Object.keys(entity.schema.entries)).toEqual(
        expect.arrayContaining(["id", ...(FIELDS[name] ?? "missing").split(" ")]),
      );
      expect(entity.unique[0]).toEqual(["id"]);
      for (const field of entity.unique.flat()) expect(Object.keys(entity.schema.entries)).toContain(field);
    },
  );

  test("what must be unique is declared so", () => {
    const unique = Object.fromEntries(
      ENTITIES.map((entity) => [entity.collection, entity.unique.slice(1).map((keys) => keys.join("+"))]),
    );
    expect(unique["users"]).toEqual(["username", "email", "uniqueUserId"]);
    expect(unique["settings"]).toEqual(["userId"]);
    expect(unique["ui_config"]).toEqual(["configKey"]);
    expect(unique["payment_methods"]).toEqual(["methodName"]);
    expect(unique["cashapp_payments"]).toEqual(["transactionId"]);
    expect(unique["affiliate_program"]).toEqual(["userId", "affiliateCode", "referralLink"]);
    expect(unique["page_contents"]).toEqual(["pageKey"]);
    expect(unique["content_blocks"]).toEqual(["blockKey"]);
    expect(unique["password_reset_tokens"]).toEqual(["token"]);
    expect(unique["trading_wallets"]).toEqual(["walletAddress"]);
  });
});

describe("defaults of the specification", () => {
  test("users", () => {
    expect(
      v.parse(Users.schema, {
        id: 1,
        username: "ana",
        password: "x",
        email: "a@b.c",
        uniqueUserId: "u1",
        createdAt: now,
      }),
    ).toMatchObject({ isAdmin: false, kycStatus: "pending", kycVerified: false });
  });

  test("settings", () => {
    expect(v.parse(Settings.schema, { id: 1, userId: 1 })).toMatchObject({
      theme: "light",
      language: "en",
      notificationsEnabled: true,
      multisigEnabled: false,
      twoFactorEnabled: false,
      transactionLimit: "1000",
      requirePasswordForSend: true,
      notifyOnLogin: true,
    });
  });

  test("money in and out", () => {
    expect(
      v.parse(CashAppDeposits.schema, {
        id: 1,
        userId: 1,
        amount: "5",
        depositDate: now,
        cashAppUsername: "$ana",
        cashAppTransactionId: "t",
        createdAt: now,
      }).status,
    ).toBe("pending");
    expect(
      v.parse(CashAppPayments.schema, { id: 1, userId: 1, amount: "5", transactionId: "t", createdAt: now }),
    ).toMatchObject({ status: "pending", assetCode: "XLM" });
    expect(
      v.parse(FeeConfig.schema, { id: 1, operationType: "send", feeType: "flat", feeValue: "1", lastUpdated: now })
        .assetCode,
    ).toBe("XLM");
    expect(
      v.parse(AffiliateConfig.schema, {
        id: 1,
        rewardType: "flat",
        rewardValue: "1",
        minPayout: "1",
        payoutSchedule: "weekly",
      }),
    ).toMatchObject({ commissionLevels: 1, rewardAsset: "USD" });
  });

  test("trading", () => {
    expect(
      v.parse(LiquidityPools.schema, {
        id: 1,
        userId: 1,
        baseAssetCode: "XLM",
        quoteAssetCode: "USDC",
        spreadPercentage: "1",
        depthPercentage: "1",
        minTradeSize: "1",
        maxTradeSize: "2",
      }),
    ).toMatchObject({ autoRebalance: true, isActive: false, walletCount: 10, priceMargin: "5.0", targetPrice: "1.0" });
    expect(v.parse(AutomatedTrading.schema, { id: 1, userId: 1 })).toMatchObject({
      paymentStatus: "pending",
      executionMode: "alert",
      selectedStrategy: "trend-following",
      status: "inactive",
    });
    expect(v.parse(FeaturedTokens.schema, { id: 1, assetCode: "SKL", name: "SKL", createdAt: now })).toMatchObject({
      featured: true,
      displayOrder: 0,
    });
  });

  test("monitoring", () => {
    const issue = {
      id: 1,
      type: "t",
      checkId: "c",
      title: "t",
      description: "d",
      severity: "info",
      detectionTime: now,
      lastDetected: now,
    };
    expect(v.parse(SystemIssues.schema, issue)).toMatchObject({ status: "active", occurrences: 1 });
    const task = { id: 1, title: "t", description: "d", priority: "low", createdAt: now, updatedAt: now };
    expect(v.parse(MaintenanceTasks.schema, task).status).toBe("pending");
  });
});

describe("forms", () => {
  const form = { username: "ana", email: "ana@example.org", password: "12345678", confirmPassword: "12345678" };

  test.each([
    [{ ...form, email: "nobody" }, "email", "Please enter a valid email address"],
    [
      { ...form, password: "1234567", confirmPassword: "1234567" },
      "password",
      "Password must be at least 8 characters",
    ],
    [{ ...form, confirmPassword: "12345679" }, "confirmPassword", "Passwords don't match"],
    [{ ...form, username: "" }, "username", "Username is required"],
  ])("a registration is refused at the field it concerns", (input, field, message) => {
    const issues = v.safeParse(RegisterForm, input).issues ?? [];
    const told = issues.map((issue) => [v.getDotPath(issue), SENTENCES[readSaid(issue.message)?.code ?? ""]]);
    expect(told).toContainEqual([field, message]);
  });

  test("an operator is no text", () => {
    expect(v.safeParse(RegisterForm, { ...form, username: { $ne: null } }).success).toBe(false);
  });

  test("a contact needs an address or a user ID", () => {
    expect(v.safeParse(ContactForm, { name: "Ben", stellarAddress: "" }).success).toBe(false);
    expect(v.safeParse(ContactForm, { name: "Ben", stellarAddress: "", uniqueUserId: "ben-1" }).success).toBe(true);
    expect(v.safeParse(ContactForm, { name: "Ben", stellarAddress: "ben*example.org" }).success).toBe(true);
  });

  test.each([
    [null, "0.0000000"],
    [undefined, "0.0000000"],
    ["1,234.5", "1234.5"],
    ["abc", "0.0000000"],
    ["", "0.0000000"],
    [12.5, "12.5"],
    [{}, "0.0000000"],
  ])("the balance text of %j is %s", (value, expected) => {
    expect(balanceText(value)).toBe(expected);
  });
});
