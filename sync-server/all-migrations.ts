import { apiKeyIndexes, apiKeyTimes } from "#server/api-keys/index.ts";
import { proposalIndexes } from "#server/approvals/index.ts";
import { deviceIndexes, profileIndexes, sessionUse, signInIndexes } from "#server/auth/index.ts";
import { sealCheck, type SealCheck } from "#server/backup/index.ts";
import {
  auditHashIndex,
  auditIndexes,
  auditKindIndexes,
  ROLES_FROM_BEFORE,
  ROWS_FROM_BEFORE,
  serviceKeyIndexes,
} from "#server/custody/index.ts";
import { contentIndexes } from "#server/content/index.ts";
import { claimableIndexes } from "#server/claimables/index.ts";
import { erasedAgain } from "#server/closing/index.ts";
import { deskIndexes, savedViewIndexes, takenRowIndexes } from "#server/console/index.ts";
import {
  approvedAnew,
  DEPOSIT_KIND,
  depositIndexes,
  depositMethods,
  depositSearch,
  depositRows,
  METHOD_KIND,
  methodIndexes,
} from "#server/deposits/index.ts";
import { announcingIndex, STANDING_KIND, secondWatches, standingIndexes } from "#server/standing-orders/index.ts";
import { FEE_KIND } from "#server/fees/index.ts";
import { decisionIndexes, identityIndexes } from "#server/kyc/index.ts";
import { marketIndexes } from "#server/markets/index.ts";
import { monitoringIndexes, taskIndexes } from "#server/monitoring/index.ts";
import { sharedWallets } from "#server/multisig/index.ts";
import { notificationIndexes } from "#server/notifications/index.ts";
import { toldExchanges, tradingIndexes } from "#server/orders/index.ts";
import { PASSKEY_KIND } from "#server/passkeys/index.ts";
import { overviewIndexes } from "#server/overview/index.ts";
import { peopleIndexes } from "#server/people/index.ts";
import { priceAlertIndexes } from "#server/price-alerts/index.ts";
import { priceAskers, priceIndexes } from "#server/prices/index.ts";
import { operatorIndexes } from "#server/operators/index.ts";
import { accountIndexes, entityIndexes, issueIndex } from "#server/platform/db/indexes.ts";
import { type Migration } from "#server/platform/db/migrate.ts";
import { appVersion } from "#server/platform/app-version.ts";
import { type Release } from "#server/platform/db/release.ts";
import { logLineIndexes } from "#server/platform/log/log-store.ts";
import { ACCOUNT_KIND } from "#server/platform/ingest/account.ts";
import { HOUSE_KIND } from "#server/platform/house/accounts.ts";
import { SUSPENSE_KIND } from "#server/platform/ingest/suspense-items.ts";
import { sealSessionsAtFirst } from "#server/platform/http/session-store.ts";
import { sealingAtFirst } from "#server/platform/seals/sealed-rows.ts";
import {
  evidenceApart,
  submissionIndexes,
  submissionSteps,
  withdrawnConfirmations,
} from "#server/platform/submissions/migrations.ts";
import { signedEnvelopes, vaultFileIndexes, vaultIndexes } from "#server/platform/vault/migrations.ts";
import { issuesByCause } from "#server/platform/issues/migrations.ts";
import {
  claimedEmails,
  NAME_KIND,
  oneNamespace,
  sealSecurityAtFirst,
  sealUserNamesAtFirst,
  sealUsersAtFirst,
  signUpDays,
} from "#server/users/index.ts";
import {
  gapIndexes,
  houseMovementIndexes,
  numberedAccounts,
  quarantineIndexes,
  suspenseOrder,
  suspenseSearch,
} from "#server/platform/ingest/migrations.ts";
import { affiliateIndexes } from "#server/affiliate/index.ts";
import { automationIndexes } from "#server/automated-trading/index.ts";
import { marketMakingIndexes } from "#server/market-making/index.ts";
import { stakingIndexes } from "#server/staking/index.ts";
import { picturesApart, reportIndexes } from "#server/support/index.ts";
import { sealFactorsAtFirst } from "#server/two-factor/index.ts";
import { sealPolicyAtFirst, securityIndexes } from "#server/security/index.ts";
import { partyIndexes, paymentListIndexes } from "#server/wallet/index.ts";

/** In the order in which a database goes through them: a new one is added at the end. */
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
  standingIndexes,
  quarantineIndexes,
  deviceIndexes,
  sessionUse,
  oneNamespace,
  claimedEmails,
  proposalIndexes,
  approvedAnew,
  securityIndexes,
  signedEnvelopes,
  toldExchanges,
  partyIndexes,
  paymentListIndexes,
  secondWatches,
  priceAlertIndexes,
  announcingIndex,
  operatorIndexes,
  overviewIndexes,
  peopleIndexes,
  auditIndexes,
  apiKeyIndexes,
  picturesApart,
  houseMovementIndexes,
  depositMethods,
  methodIndexes,
  takenRowIndexes,
  savedViewIndexes,
  apiKeyTimes,
  suspenseOrder,
  depositSearch,
  suspenseSearch,
  serviceKeyIndexes,
  deskIndexes,
  auditKindIndexes,
  vaultFileIndexes,
  identityIndexes,
  decisionIndexes,
  auditHashIndex,
  taskIndexes,
  signUpDays,
  contentIndexes,
  stakingIndexes,
  affiliateIndexes,
  automationIndexes,
  marketMakingIndexes,
  gapIndexes,
  issuesByCause,
  monitoringIndexes,
  logLineIndexes,
];

/** Every database since the first version has its migrations here. */
export const RELEASE: Release = { version: appVersion(), upgradesFrom: "0.1.0" };
/** Numbers of all that a database of this version has been through. */
export const KNOWN_MIGRATIONS: ReadonlySet<number> = new Set([
  ...MIGRATIONS.map(({ number }) => number),
  ROWS_FROM_BEFORE,
  ROLES_FROM_BEFORE,
]);

/** What a backup's seals are tried by. */
export const SEAL_CHECKS: readonly SealCheck[] = [
  sealCheck(ACCOUNT_KIND),
  sealCheck(HOUSE_KIND),
  sealCheck(DEPOSIT_KIND),
  sealCheck(METHOD_KIND),
  sealCheck(FEE_KIND),
  sealCheck(PASSKEY_KIND),
  sealCheck(STANDING_KIND),
  sealCheck(SUSPENSE_KIND),
  sealCheck(NAME_KIND),
];

/** What rows of a server that knew no seals are believed once. */
export const SEALED_AT_FIRST = {
  first: [
    sealUsersAtFirst,
    sealSessionsAtFirst,
    sealPolicyAtFirst,
    sealingAtFirst(ACCOUNT_KIND),
    sealingAtFirst(HOUSE_KIND),
    sealingAtFirst(DEPOSIT_KIND),
    sealingAtFirst(METHOD_KIND),
    sealingAtFirst(FEE_KIND),
    sealingAtFirst(PASSKEY_KIND),
    sealingAtFirst(STANDING_KIND),
    sealingAtFirst(SUSPENSE_KIND),
    sealingAtFirst(NAME_KIND),
  ],
  peoples: [sealUserNamesAtFirst, sealSecurityAtFirst, sealFactorsAtFirst],
} as const;
