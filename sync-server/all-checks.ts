import { auditChecks } from "#server/custody/index.ts";
import { depositsCheck } from "#server/deposits/index.ts";
import { identitiesCheck } from "#server/kyc/index.ts";
import { marketsCheck } from "#server/markets/index.ts";
import { deliveriesCheck } from "#server/notifications/index.ts";
import { machineChecks, workChecks } from "#server/overview/index.ts";
import { backupCheck } from "#server/platform/checks/backup-check.ts";
import { certificateCheck } from "#server/platform/checks/certificate-check.ts";
import type { Check } from "#server/platform/checks/check.ts";
import { databaseChecks } from "#server/platform/db/database-checks.ts";
import { indexCheck } from "#server/platform/db/declared-indexes.ts";
import { houseChecks } from "#server/platform/house/house-checks.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { horizonCheck } from "#server/platform/network/watch/horizon-check.ts";
import { linkChecks } from "#server/platform/network/watch/link-checks.ts";
import { stuckCheck } from "#server/platform/submissions/stuck-check.ts";
import { suspenseCheck } from "#server/suspense/index.ts";

/** What the checks look at beside the database, and what they may kick. */
export interface CheckParts {
  readonly config: Runtime["config"];
  readonly network: StellarNetwork;
  /** Ledgers that this process's memory of the markets is behind. */
  readonly marketLag: () => number;
  readonly kickPayments: () => void;
  readonly anchor: () => void;
}

/** All that the service looks at of itself; what each finds, means and asks for is listed in docs/operating.md. */
export function allChecks(parts: CheckParts): readonly Check[] {
  const { config, network, marketLag, kickPayments, anchor } = parts;
  return [
    ...databaseChecks(),
    ...linkChecks(network),
    horizonCheck(config.stellar, network),
    indexCheck(),
    stuckCheck(kickPayments),
    ...houseChecks(),
    suspenseCheck(),
    depositsCheck(),
    identitiesCheck(),
    marketsCheck(marketLag),
    deliveriesCheck(),
    ...machineChecks(network),
    ...workChecks(),
    ...auditChecks(network, anchor),
    certificateCheck(config.publicUrl),
    backupCheck(!config.given.includes("MONGODB_URL")),
  ];
}
