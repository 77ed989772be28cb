import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Endpoint } from "#schemas/endpoints.ts";
import { AUDIT_ENDPOINTS } from "#schemas/endpoints/audit.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import { AuditSection } from "./audit/audit-section.tsx";
import { FourEyesSection } from "./four-eyes/four-eyes-section.tsx";
import { OperatorsSection } from "./operators/operators-section.tsx";
import { INTERFACE_ENDPOINTS } from "#schemas/endpoints/interface.ts";
import { RESTORED_ENDPOINTS } from "#schemas/endpoints/restored.ts";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import { AccountsSection } from "./accounts/accounts-section.tsx";
import { FeaturesSection } from "./features/features-section.tsx";
import { ApiKeysSection } from "./api-keys/api-keys-section.tsx";
import { KeysSection } from "./keys/keys-section.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { LOGS_ENDPOINTS } from "#schemas/endpoints/logs.ts";
import { MonitoringSection } from "./monitoring/monitoring-section.tsx";
import { LogSection } from "./log/log-section.tsx";
import { RestoreSection } from "./restore/restore-section.tsx";
import { SettingsSection } from "./settings/settings-section.tsx";

/** One part of what supers look after. */
export interface SuperSection {
  /** As the address has it: `/admin-super/operators`. */
  readonly name: string;
  readonly label: string;
  /** Leads there after `g`. */
  readonly letter: string;
  /** Who may not ask this sees no such part. */
  readonly reads: Endpoint;
  readonly Section: () => ReactNode;
}

/** In the order in which they stand. */
export const SUPER_SECTIONS: readonly SuperSection[] = [
  {
    name: "operators",
    get label() {
      return t`Operators`;
    },
    letter: "o",
    reads: ROLES_ENDPOINTS.operators,
    Section: OperatorsSection,
  },
  {
    name: "four-eyes",
    get label() {
      return t`Four eyes`;
    },
    letter: "f",
    reads: ROLES_ENDPOINTS.fourEyes,
    Section: FourEyesSection,
  },
  {
    name: "audit",
    get label() {
      return t`Audit log`;
    },
    letter: "a",
    reads: AUDIT_ENDPOINTS.auditLog,
    Section: AuditSection,
  },
  {
    name: "monitoring",
    get label() {
      return t({ message: "Monitoring", context: "of the service" });
    },
    letter: "m",
    reads: MONITORING_ENDPOINTS.monitoredIssues,
    Section: MonitoringSection,
  },
  {
    name: "log",
    get label() {
      return t({ message: "Log", context: "of the service" });
    },
    letter: "l",
    reads: LOGS_ENDPOINTS.log,
    Section: LogSection,
  },
  {
    name: "features",
    get label() {
      return t`Features`;
    },
    letter: "i",
    reads: INTERFACE_ENDPOINTS.interfaceSettings,
    Section: FeaturesSection,
  },
  {
    name: "api-keys",
    get label() {
      return t`API keys`;
    },
    letter: "k",
    reads: SERVICE_CONSOLE_ENDPOINTS.allApiKeys,
    Section: ApiKeysSection,
  },
  {
    name: "keys",
    get label() {
      return t({ message: "Keys", context: "that the service holds" });
    },
    letter: "v",
    reads: SERVICE_CONSOLE_ENDPOINTS.serviceKeys,
    Section: KeysSection,
  },
  {
    name: "restore",
    get label() {
      return t({ message: "Restore", context: "part of the console: what a backup that was put back leaves to do" });
    },
    letter: "b",
    reads: RESTORED_ENDPOINTS.restored,
    Section: RestoreSection,
  },
  {
    name: "settings",
    get label() {
      return t`Settings`;
    },
    letter: "s",
    reads: SERVICE_CONSOLE_ENDPOINTS.serviceSettings,
    Section: SettingsSection,
  },
  {
    name: "accounts",
    get label() {
      return t({ message: "For the accountant", context: "part of the console" });
    },
    letter: "c",
    reads: SERVICE_CONSOLE_ENDPOINTS.exportAccounts,
    Section: AccountsSection,
  },
];
