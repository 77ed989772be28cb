import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { registerApiDocs } from "#server/api-docs/index.ts";
import { registerAccounting } from "#server/accounting/index.ts";
import { openApiKeys, registerApiKeyRoutes } from "#server/api-keys/index.ts";
import { openApprovals, registerApprovalRoutes, startApprovals } from "#server/approvals/index.ts";
import { registerAuthRoutes } from "#server/auth/index.ts";
import { refuseHalfRestored, startBackups } from "#server/backup/index.ts";
import { lostRows, rolesFromBefore, rowsFromBefore, startCustody } from "#server/custody/index.ts";
import { type DefaultSource, startContent } from "#server/content/index.ts";
import { registerClaimRoutes } from "#server/claims/index.ts";
import { closeAnnounced, registerClosing } from "#server/closing/index.ts";
import {
  openQueueRooms,
  registerListRoutes,
  registerNoticeRoutes,
  registerViewRoutes,
  startTellingOperators,
} from "#server/console/index.ts";
import { registerDepositRoutes, startCrediting, takesDeposits } from "#server/deposits/index.ts";
import { placedBy as orderPlacedBy, registerStandingOrders, takesBackOrders } from "#server/standing-orders/index.ts";
import { registerFeeRoutes } from "#server/fees/index.ts";
import { openFederation, registerFederation } from "#server/federation/index.ts";
import { registerHealthRoutes, registerWalletHealth } from "#server/health/index.ts";
import { registerInterfaceRoutes } from "#server/interface/index.ts";
import {
  followIdentity,
  registerIdentityDesk,
  registerKycRoutes,
  startKeepingPictures,
  startWatchingKeys,
} from "#server/kyc/index.ts";
import { followListing, registerListedAssets } from "#server/listed-assets/index.ts";
import { openAssetPictures, registerListingRoutes } from "#server/listing/index.ts";
import { keepTrades, marketMessages, registerMarketData, startMarkets } from "#server/markets/index.ts";
import { registerLogRoutes } from "#server/logs/index.ts";
import { countRequests, startMetrics } from "#server/metrics/index.ts";
import { awayTeller, startMonitoring } from "#server/monitoring/index.ts";
import { registerMultisigRoutes } from "#server/multisig/index.ts";
import { registerNetworkStats } from "#server/network-stats/index.ts";
import { silencePush, startNotifications } from "#server/notifications/index.ts";
import { registerPasskeyRoutes } from "#server/passkeys/index.ts";
import { startOverview } from "#server/overview/index.ts";
import { registerPeopleRoutes } from "#server/people/index.ts";
import { besideAlert, startPriceAlerts } from "#server/price-alerts/index.ts";
import { registerPriceRoutes, startPrices } from "#server/prices/index.ts";
import { registerOperatorRoles } from "#server/operators/index.ts";
import { registerProfileRoutes, giveEmail } from "#server/profile/index.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { refuseUnfit } from "#server/platform/db/release.ts";
import { acceptApiKeys } from "#server/platform/http/api-key.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { createHttpServer } from "#server/platform/http/server.ts";
import { drainable } from "#server/platform/http/drain.ts";
import { stopAll } from "#server/platform/jobs/stop-all.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { startTrimmingLog } from "#server/platform/log/trim-log.ts";
import { registerStatic } from "#server/platform/http/static.ts";
import { openHorizonAssets } from "#server/platform/network/horizon-assets.ts";
import { stellarTomlReader } from "#server/platform/outside/stellar-toml.ts";
import { allMessages } from "#server/platform/sync/feature-messages.ts";
import { attachSync } from "#server/platform/sync/attach-sync.ts";
import type { FindPlaced } from "#server/platform/submissions/withdrawn.ts";
import { createMailer } from "#server/platform/mail/mailer.ts";
import { registerService, registerServiceSettings } from "#server/service/index.ts";
import { registerSettingsRoutes } from "#server/settings/index.ts";
import { type ChosenAdmin, createFirstAdmin, type CreateWallet, type FirstAdmin } from "#server/users/index.ts";
import { maySign } from "#server/may-sign.ts";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { registerPublicPages } from "#server/public-pages/index.ts";
import { registerReconciliationRoutes, startReconciliation } from "#server/reconciliation/index.ts";
import {
  hasProgram,
  readUncounted,
  referralsOf,
  registerAffiliateRoutes,
  registerClicks,
  startAffiliate,
} from "#server/affiliate/index.ts";
import { automationPlaced, registerAutomatedTrading, takesBackAutomations } from "#server/automated-trading/index.ts";
import { poolPlaced, registerMarketMaking, takesBackPools } from "#server/market-making/index.ts";
import { actPlaced, hasOffers, recoverStakes, registerStakingRoutes, startStaking } from "#server/staking/index.ts";
import { beginRestored, registerRestoredRoutes, startRestored } from "#server/restored/index.ts";
import { registerSuspenseRoutes } from "#server/suspense/index.ts";
import { registerSupportRoutes } from "#server/support/index.ts";
import { registerTradingRoutes, takeOffersBack } from "#server/trading/index.ts";
import { registerTreasuryRoutes } from "#server/treasury/index.ts";
import { registerTrustlineRoutes } from "#server/trustlines/index.ts";
import {
  openCodeCount,
  registerTwoFactorRoutes,
  secondFactorCheck,
  switchOffTwoFactor,
} from "#server/two-factor/index.ts";
import {
  openNotices,
  registerSecurityRoutes,
  startAnnouncing,
  startTakingBack,
  startWaitingChanges,
} from "#server/security/index.ts";
import { openGuard, registerOperatorRoutes, registerWalletRoutes, takesBackUnsigned } from "#server/wallet/index.ts";
import { createWallet } from "#server/platform/accounts/create-wallet.ts";
import { custodyOf, openFiles, openSecrets, signersOf, verifyVaultKey } from "#server/platform/vault/open-vault.ts";
import { startMoney } from "#server/platform/money/start-money.ts";
import { watchDatabase } from "#server/platform/db/watch-database.ts";
import { allChecks } from "./all-checks.ts";
import { environmentSettings } from "./environment-settings.ts";
import { KNOWN_MIGRATIONS, MIGRATIONS, RELEASE, SEAL_CHECKS, SEALED_AT_FIRST } from "./all-migrations.ts";

/** Passwords that may be tried per user when something is confirmed. */
const PASSWORD_ATTEMPTS = 10;
const PASSWORD_WINDOW_MS = 15 * 60 * 1000;

/** The server, ready to listen. `app.close()` ends requests, workers and sockets; the database is the caller's to close. */
export interface App {
  readonly server: FastifyInstance;
  /** Where a proxy stands in front, lets it find another server before this one is closed (`platform/http/drain.ts`). */
  drain(): Promise<void>;
  /** Creates an admin with a wallet where there is none; null where there is one. */
  createFirstAdmin(chosen: ChosenAdmin): Promise<FirstAdmin | null>;
}

export interface Building {
  /** How long a job stands still when the process that runs it dies. */
  readonly leaseMs?: number;
  /** Says that nobody wants the server any more; heeded before anything runs by itself, which only the whole server stops. */
  readonly signal?: AbortSignal;
  /** The pages, blocks and menus that an empty database is given; none unless told. */
  readonly defaults?: DefaultSource;
}

/**
 * Brings the database up to date and builds the whole server. `pwaFolder` holds the built app, if it has been built. Throws ConfigError
 * for a database that is being restored: it is looked for again once a lease has been taken, which who restores looks for.
 */
export async function buildApp(
  runtime: Runtime,
  pwaFolder: string,
  { leaseMs, signal, defaults }: Building = {},
): Promise<App> {
  const { config, clock } = runtime;
  const { ring } = custodyOf(runtime);
  await refuseHalfRestored(runtime.database);
  // Before anything of this version is written, the vault's keys among it.
  await refuseUnfit(runtime.database, [...KNOWN_MIGRATIONS], RELEASE);
  await verifyVaultKey(runtime);
  const sealing = rowsFromBefore({ database: runtime.database, ring }, SEALED_AT_FIRST);
  const fromBefore = [sealing, rolesFromBefore(runtime.database)];
  await migrate(runtime.database, [...MIGRATIONS, ...fromBefore], clock, signal, RELEASE);
  await refuseHalfRestored(runtime.database);
  signal?.throwIfAborted();
  await beginRestored(runtime);
  const server = await createHttpServer(runtime);
  const drain = config.trustedProxies.length > 0 ? drainable(server) : () => Promise.resolve();
  countRequests(server);
  acceptApiKeys(server, openApiKeys(runtime));
  const mailer = createMailer({ ...config, outboxFolder: join(config.dataDir, "outbox") }, clock);
  const createWalletIn: CreateWallet = (session, userId, network) => createWallet(runtime, session, userId, network);

  const twoFactor = { runtime, secrets: openSecrets(runtime) };
  const countCode = openCodeCount(runtime);
  const checkSecondFactor = secondFactorCheck(twoFactor, countCode);
  const passwordLimit = createAttemptLimit(runtime, "send-password", PASSWORD_ATTEMPTS, PASSWORD_WINDOW_MS);
  const proofs = { runtime, passwordLimit, checkSecondFactor };
  const guard = openGuard(runtime);
  const notices = openNotices(server, runtime, mailer);
  const approvals = openApprovals(runtime);
  registerAuthRoutes(server, runtime, {
    mailer,
    createWallet: createWalletIn,
    checkSecondFactor,
    twoFactor,
    approvals,
    referrals: referralsOf(runtime),
  });
  registerClicks(server, runtime, await readUncounted(config.uncountedNetworksFile));
  registerPasskeyRoutes(server, runtime);
  registerApiKeyRoutes(server, runtime);
  registerTwoFactorRoutes(server, twoFactor, countCode);
  registerProfileRoutes(server, { runtime, mailer, notices });
  registerSettingsRoutes(server, runtime);
  const listing = followListing(runtime);
  registerListedAssets(server, runtime, listing.read);
  const identity = { runtime, files: openFiles(runtime), secrets: twoFactor.secrets };
  registerKycRoutes(server, identity);
  registerIdentityDesk(server, identity, approvals);
  const leases = openLeases(runtime.database, leaseMs);
  const content = await startContent(server, runtime, { leases, pwaFolder, defaults });
  const keepingPictures = startKeepingPictures(identity, leases);
  const watchingKeys = startWatchingKeys(identity);
  const identityNews = followIdentity(runtime);
  const notifications = startNotifications(server, { runtime, mailer, secrets: twoFactor.secrets, leases });
  const money = await startMoney({
    runtime,
    leases,
    vault: custodyOf(runtime).vault,
    parts: INGEST_PARTS,
    mayProceed: (submission, session) => maySign(runtime, submission, session),
  });
  const crediting = startCrediting(runtime, leases, money.network, () => money.kick());
  const reconciliation = startReconciliation(runtime, leases, money.network);
  await keepTrades(runtime);
  const markets = startMarkets(runtime, leases, money.network, listing);
  const prices = startPrices(runtime, leases, markets, listing);
  registerPriceRoutes(server, runtime, () => prices.kick());
  registerMarketData(server, runtime, markets, money.network);
  const { network, kick: kickPayments } = money;
  registerApprovalRoutes(server, runtime, approvals);
  registerOperatorRoles(server, { runtime, mailer, approvals });
  const takersBack = [
    takesBackOrders(runtime),
    takesBackAutomations(runtime),
    takesBackPools(runtime),
    takesBackUnsigned(runtime),
  ];
  const takingBack = startTakingBack({
    runtime,
    leases,
    takersBack,
    takeOffersBack: async (fenced, userIds) => {
      if (await takeOffersBack({ runtime: fenced, network }, userIds)) kickPayments();
    },
  });
  registerSecurityRoutes(server, { runtime, takersBack, onFrozen: () => takingBack.kick() }, approvals);
  const announcing = startAnnouncing(runtime, leases);
  const waiting = startWaitingChanges(runtime, leases, {
    "two-factor-off": (fenced, session, userId) =>
      switchOffTwoFactor({ ...twoFactor, runtime: fenced }, session, userId),
    email: (fenced, session, userId, { to }) => giveEmail({ runtime: fenced, notices }, session, userId, to),
    "sign-in-push-off": silencePush("signIns"),
    "security-push-off": silencePush("security"),
    "close-account": closeAnnounced,
  });
  registerClosing(server, { runtime, guard, leases, network, twoFactor, proofs, notices, kickPayments });
  registerFederation(server, runtime);
  const federation = openFederation(runtime, stellarTomlReader(runtime.clock));
  const spending = { runtime, network, guard, proofs };
  const placedBy: FindPlaced[] = [
    (session, confirmation) => orderPlacedBy(runtime, session, confirmation),
    (session, confirmation) => actPlaced(runtime.database, session, confirmation),
    (session, confirmation) => automationPlaced(runtime.database, session, confirmation),
    (session, confirmation) => poolPlaced(runtime.database, session, confirmation),
  ];
  registerWalletRoutes(server, runtime, money, { proofs, guard, federation, placedBy });
  registerClaimRoutes(server, spending, kickPayments);
  registerTrustlineRoutes(server, { ...spending, listing: listing.read }, money);
  const exchanging = { ...spending, sides: markets.sides };
  registerTradingRoutes(server, exchanging, money);
  const standing = registerStandingOrders(
    server,
    { ...exchanging, federation, listing: listing.read },
    { leases, money, markets },
  );
  const automations = registerAutomatedTrading(server, exchanging, { leases, money, markets });
  const marketMaking = registerMarketMaking(server, exchanging, { leases, money, markets });
  registerStakingRoutes(server, spending, approvals, kickPayments);
  const staking = startStaking({ runtime, network, leases, onSubmitted: kickPayments });
  const affiliate = startAffiliate({ runtime, network, leases, onSubmitted: kickPayments });
  registerAffiliateRoutes(server, runtime, approvals, () => affiliate.kick());
  const alerts = startPriceAlerts(runtime, leases, markets.feed);
  registerMultisigRoutes(server, { ...spending, signerOf: signersOf(runtime), checkSecondFactor }, kickPayments);
  registerOperatorRoutes(server, runtime, money, approvals);
  registerFeeRoutes(server, runtime, approvals);
  registerInterfaceRoutes(server, runtime, approvals);
  const outside = { readToml: stellarTomlReader(runtime.clock), readFile: openAssetPictures() };
  const supplyOf = openHorizonAssets(config.stellar, network);
  registerListingRoutes(server, { runtime, network, listing, supplyOf, ...outside }, approvals);
  registerWalletHealth(server, runtime, network);
  registerNetworkStats(server, runtime, network);
  const support = registerSupportRoutes(server, { runtime, mailer, leases });
  registerPeopleRoutes(server, runtime, network);
  registerListRoutes(server, runtime);
  registerViewRoutes(server, runtime);
  registerNoticeRoutes(server, runtime);
  registerDepositRoutes(server, runtime, approvals, () => crediting.kick());
  registerService(server, runtime, {
    deposits: () => takesDeposits(runtime),
    identity: () => Promise.resolve(true),
    staking: () => hasOffers(runtime.database),
    affiliate: () => hasProgram(runtime),
  });
  registerServiceSettings(server, runtime, environmentSettings(config));
  registerAccounting(server, runtime);
  registerReconciliationRoutes(server, runtime, money.network, approvals);
  registerSuspenseRoutes(server, { runtime, network }, approvals, kickPayments);
  registerTreasuryRoutes(server, { runtime, network }, approvals, kickPayments);
  registerRestoredRoutes(server, runtime, kickPayments);
  const { vault, audit } = custodyOf(runtime);
  const anchoring = { database: runtime.database, horizonUrls: config.stellar.horizonUrls };
  const restored = startRestored(
    {
      runtime,
      network,
      lostRows: (state) => lostRows({ ...anchoring, network, audit }, state),
      recover: (signal) => recoverStakes(runtime, network, signal),
    },
    leases,
  );
  const onSubmitted = (): void => money.kick();
  const custody = startCustody(server, { runtime, leases, network, ring, vault, audit, approvals, onSubmitted });
  // Last, when every kind has said how it is carried out.
  const approving = startApprovals(runtime, leases, approvals);
  const overview = startOverview(server, { runtime, network, leases });
  startMetrics(server, { runtime, network, sockets: overview.sockets, marketLag: () => markets.feed.lag });
  registerLogRoutes(server, runtime);
  const trimmingLog = startTrimmingLog(runtime, leases);
  const drillParts = { migrations: MIGRATIONS, known: KNOWN_MIGRATIONS, sealChecks: SEAL_CHECKS };
  const backups = startBackups(runtime, leases, drillParts);
  const queues = openQueueRooms(runtime);
  const telling = startTellingOperators(runtime, leases);
  const away = awayTeller({ runtime, publicUrl: config.publicUrl, mailer, secrets: twoFactor.secrets });
  const watch = watchDatabase(runtime, { onAway: (since) => void away.tell(since) });
  const checks = allChecks({
    config,
    network,
    marketLag: () => markets.feed.lag,
    kickPayments,
    anchor: () => custody.anchor(),
  });
  const monitoring = startMonitoring(server, { runtime, leases, secrets: twoFactor.secrets, checks, away });
  registerHealthRoutes(server, runtime, markets.feed, monitoring.secondsSinceCheck);
  server.addHook("onClose", async () => {
    const running = {
      restored,
      ...(backups && { backups }),
      keepingPictures,
      watchingKeys,
      identityNews,
      overview,
      queues,
      telling,
      monitoring,
      watch,
      takingBack,
      waiting,
      announcing,
      approving,
      notifications,
      custody,
      standing,
      automations,
      marketMaking,
      alerts,
      staking,
      affiliate,
      money,
      markets,
      prices,
      listing,
      content,
      support,
      trimmingLog,
      crediting,
      reconciliation,
    };
    await stopAll(running, runtime.log);
  });
  const messages = allMessages(marketMessages(markets.feed), overview.messages, queues.messages, identityNews.messages);
  attachSync(server, runtime, messages, {
    price_alerts: besideAlert,
  });
  registerApiDocs(server, config.publicUrl);
  const drawing = { publicUrl: config.publicUrl, pwaFolder, log: runtime.log };
  const drawn = await registerPublicPages(server, drawing, content.published);
  await registerStatic(server, pwaFolder, config.publicUrl, drawn);

  return {
    server,
    drain,
    createFirstAdmin: (chosen) => createFirstAdmin(runtime, chosen, createWalletIn),
  };
}
