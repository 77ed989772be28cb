import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { profileIndexes, registerAuthRoutes, signInIndexes } from "#server/auth/index.ts";
import { rowsFromBefore, startCustody } from "#server/custody/index.ts";
import { registerClaimRoutes } from "#server/claims/index.ts";
import { erasedAgain, registerClosing } from "#server/closing/index.ts";
import {
  DEPOSIT_KIND,
  depositIndexes,
  depositRows,
  METHOD_KIND,
  registerDepositRoutes,
  startCrediting,
} from "#server/deposits/index.ts";
import { DURABLE_KIND, durableIndexes, registerDurableOrders } from "#server/durable-orders/index.ts";
import { FEE_KIND, registerFeeRoutes } from "#server/fees/index.ts";
import { openFederation, registerFederation } from "#server/federation/index.ts";
import { registerHealthRoutes, registerWalletHealth } from "#server/health/index.ts";
import { registerKycRoutes } from "#server/kyc/index.ts";
import { registerListedAssets } from "#server/listed-assets/index.ts";
import {
  marketIndexes,
  priceAskers,
  priceIndexes,
  registerMarketData,
  registerMarketRoutes,
  startMarkets,
  startPrices,
} from "#server/markets/index.ts";
import { registerMultisigRoutes, sharedWallets } from "#server/multisig/index.ts";
import { registerNetworkStats } from "#server/network-stats/index.ts";
import { notificationIndexes, startNotifications } from "#server/notifications/index.ts";
import { PASSKEY_KIND, registerPasskeyRoutes } from "#server/passkeys/index.ts";
import { registerPageRoutes } from "#server/pages/index.ts";
import { registerProfileRoutes } from "#server/profile/index.ts";
import { accountIndexes, entityIndexes, issueIndex } from "#server/platform/db/indexes.ts";
import { migrate, type Migration } from "#server/platform/db/migrate.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import { openApiDocument } from "#server/platform/http/openapi.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { createHttpServer } from "#server/platform/http/server.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { registerStatic } from "#server/platform/http/static.ts";
import { stellarTomlReader } from "#server/platform/outside/stellar-toml.ts";
import { ACCOUNT_KIND } from "#server/platform/ingest/account.ts";
import { HOUSE_KIND } from "#server/platform/house/accounts.ts";
import { SUSPENSE_KIND } from "#server/platform/ingest/suspense-items.ts";
import { sealSessionsAtFirst } from "#server/platform/http/session-store.ts";
import { sealingAtFirst } from "#server/platform/seals/sealed-rows.ts";
import { attachSync } from "#server/platform/sync/attach-sync.ts";
import {
  evidenceApart,
  submissionIndexes,
  submissionSteps,
  withdrawnConfirmations,
} from "#server/platform/submissions/migrations.ts";
import { signedEnvelopes, vaultIndexes } from "#server/platform/vault/migrations.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { registerSettingsRoutes } from "#server/settings/index.ts";
import { createFirstAdmin, type CreateWallet, type FirstAdmin, sealUsersAtFirst } from "#server/users/index.ts";
import { claimableIndexes, numberedAccounts, tradingIndexes } from "#server/platform/ingest/migrations.ts";
import { registerReconciliationRoutes, startReconciliation } from "#server/reconciliation/index.ts";
import { registerSuspenseRoutes } from "#server/suspense/index.ts";
import { registerSupportRoutes, reportIndexes } from "#server/support/index.ts";
import { registerTradingRoutes } from "#server/trading/index.ts";
import { registerTrustlineRoutes } from "#server/trustlines/index.ts";
import { registerTwoFactorRoutes, secondFactorCheck } from "#server/two-factor/index.ts";
import { openNotices, registerSecurityRoutes, sealPolicyAtFirst } from "#server/security/index.ts";
import {
  createWallet,
  custodyOf,
  openSecrets,
  registerOperatorRoutes,
  registerWalletRoutes,
  signersOf,
  startMoney,
  verifyVaultKey,
} from "#server/wallet/index.ts";

export const MIGRATIONS: readonly Migration[] = [
  entityIndexes,
  accountIndexes,
  issueIndex,
  submissionSteps,
  depositIndexes,
  vaultIndexes,
  signInIndexes,
  numberedAccounts,
  claimableIndexes,
  notificationIndexes,
  reportIndexes,
  priceIndexes,
  depositRows,
  profileIndexes,
  sharedWallets,
  submissionIndexes,
  priceAskers,
  evidenceApart,
  erasedAgain,
  tradingIndexes,
  marketIndexes,
  withdrawnConfirmations,
  durableIndexes,
  signedEnvelopes,
];

/** What rows of a server that knew no seals are believed once. */
const SEALED_AT_FIRST = [
  sealUsersAtFirst,
  sealSessionsAtFirst,
  sealPolicyAtFirst,
  sealingAtFirst(ACCOUNT_KIND),
  sealingAtFirst(HOUSE_KIND),
  sealingAtFirst(DEPOSIT_KIND),
  sealingAtFirst(METHOD_KIND),
  sealingAtFirst(FEE_KIND),
  sealingAtFirst(PASSKEY_KIND),
  sealingAtFirst(DURABLE_KIND),
  sealingAtFirst(SUSPENSE_KIND),
] as const;

/** Codes of a second factor that may be tried per user: one of a million opens within half a minute. */
const CODE_ATTEMPTS = 10;
const CODE_WINDOW_MS = 15 * 60 * 1000;

/** The server, ready to listen. `app.close()` ends requests, workers and sockets; the database is the caller's to close. */
export interface App {
  readonly server: FastifyInstance;
  /** Creates an admin with a wallet where there is none; null where there is one. */
  createFirstAdmin(chosen: {
    readonly username: string | null;
    readonly password: string | null;
  }): Promise<FirstAdmin | null>;
}

/**
 * Brings the database up to date and builds the whole server. `pwaFolder` holds the built app, if it has been built; a job
 * stands still for `leaseMs` when the process that runs it dies.
 */
export async function buildApp(runtime: Runtime, pwaFolder: string, leaseMs?: number): Promise<App> {
  const { config, clock } = runtime;
  await verifyVaultKey(runtime);
  const { ring } = custodyOf(runtime);
  const sealing = rowsFromBefore({ database: runtime.database, ring }, SEALED_AT_FIRST);
  await migrate(runtime.database, [...MIGRATIONS, sealing], clock);
  const server = await createHttpServer(runtime);
  const mailer = createMailer({ ...config, outboxFolder: join(config.dataDir, "outbox") }, clock);
  const createWalletIn: CreateWallet = (session, userId) => createWallet(runtime, session, userId);

  const twoFactor = { runtime, secrets: openSecrets(runtime) };
  const codeLimit = createAttemptLimit(runtime, "second-factor", CODE_ATTEMPTS, CODE_WINDOW_MS);
  const checkSecondFactor = secondFactorCheck(twoFactor, codeLimit);
  const notices = openNotices(server, runtime, mailer);
  registerAuthRoutes(server, runtime, { mailer, createWallet: createWalletIn, checkSecondFactor, twoFactor });
  registerPasskeyRoutes(server, runtime);
  registerTwoFactorRoutes(server, twoFactor, codeLimit);
  registerProfileRoutes(server, { runtime, mailer, notices });
  registerSettingsRoutes(server, runtime);
  registerPageRoutes(server, runtime);
  await registerListedAssets(server, runtime);
  registerKycRoutes(server, runtime);
  const leases = openLeases(runtime.database, leaseMs);
  const notifications = startNotifications(server, { runtime, mailer, secrets: twoFactor.secrets, leases });
  const money = await startMoney(runtime, leases);
  const crediting = startCrediting(runtime, leases, money.network, () => money.kick());
  const reconciliation = startReconciliation(runtime, leases, money.network);
  const markets = startMarkets(runtime, leases, money.network);
  const prices = startPrices(runtime, leases, markets);
  registerMarketRoutes(server, runtime, () => prices.kick());
  registerMarketData(server, runtime, markets);
  registerHealthRoutes(server, runtime, markets.feed);
  registerSecurityRoutes(server, runtime);
  const { network, kick: kickPayments } = money;
  registerClosing(server, { runtime, leases, network, twoFactor, notices, kickPayments });
  registerFederation(server, runtime);
  const federation = openFederation(runtime, stellarTomlReader(runtime.clock));
  registerWalletRoutes(server, runtime, money, checkSecondFactor, federation);
  registerClaimRoutes(server, runtime, network, kickPayments);
  registerTrustlineRoutes(server, runtime, money);
  registerTradingRoutes(server, runtime, money);
  const durable = registerDurableOrders(server, runtime, { leases, money, markets });
  registerMultisigRoutes(server, { runtime, network, signerOf: signersOf(runtime), checkSecondFactor }, kickPayments);
  registerOperatorRoutes(server, runtime, money);
  registerFeeRoutes(server, runtime);
  registerWalletHealth(server, runtime, network);
  registerNetworkStats(server, runtime, network);
  registerSupportRoutes(server, runtime);
  registerDepositRoutes(server, runtime, () => crediting.kick());
  registerReconciliationRoutes(server, runtime, money.network);
  registerSuspenseRoutes(server, runtime, money.network, () => money.kick());
  const { vault, audit } = custodyOf(runtime);
  const onSubmitted = (): void => money.kick();
  const custody = startCustody(server, { runtime, leases, network: money.network, vault, audit, onSubmitted });
  server.addHook("onClose", async () => {
    const running = [notifications, custody, durable, money, markets, prices, crediting, reconciliation];
    await Promise.all(running.map((each) => each.stop()));
  });
  attachSync(server, runtime, markets.feed);
  const document = openApiDocument(Object.values(ENDPOINTS), config.publicUrl);
  route(server, ENDPOINTS.openapi, () => document);
  await registerStatic(server, pwaFolder);

  return {
    server,
    createFirstAdmin: (chosen) => createFirstAdmin(runtime, chosen, createWalletIn),
  };
}
