import { t } from "@lingui/core/macro";
import { formatBytes, type StorageFacts } from "#pwa/parts/device/storage-facts.ts";
import { formatRelativeTime } from "#pwa/ui/format.ts";
import type { WalletHealthOutput } from "#schemas/diagnostics.ts";
import type { AppVersion } from "#pwa/parts/device/app-version.ts";
import type { Check } from "./check.ts";

type Collections = WalletHealthOutput["collections"];

/** What this device knows of its own data. */
export interface DeviceState {
  readonly isLive: boolean;
  readonly waiting: number;
  readonly lastSyncedAt: number | null;
  readonly problem: string | null;
}

const SKEW_WARN_MS = 30_000;
const SKEW_FAIL_MS = 5 * 60_000;
const ROOM_WARN = 0.75;
const ROOM_FAIL = 0.9;

const NAMES: Readonly<Record<string, string>> = {
  transactions: "transactions",
  contacts: "contacts",
  balances: "balances",
  settings: "settings",
  notifications: "notifications",
  access_history: "sign-ins",
  get claimable_balances() {
    return t`balances to claim`;
  },
  deposits: "deposits",
  get ui_config() {
    return t`texts of the app`;
  },
};

/** Whether this device is in step with the server, by its own account. */
export function checkSync({ isLive, waiting, lastSyncedAt, problem }: DeviceState, nowMs: number): Check {
  const title = t`In step with the server`;
  const last =
    lastSyncedAt === null
      ? t`It never was yet`
      : t`Last ${formatRelativeTime(lastSyncedAt, Math.max(nowMs, lastSyncedAt))}`;
  if (problem === "storage-full") {
    const meaning = t`Free some space on this device. What you see may be old until then.`;
    return { title, status: "fail", found: t`This device has no room left for new data.`, meaning };
  }
  if (isLive && waiting === 0) return { title, status: "pass", found: t`Everything is sent and received.` };
  if (waiting > 0) {
    const found = t`${waiting} ${waiting === 1 ? "change waits" : "changes wait"} to be sent. ${last}.`;
    return {
      title,
      status: "warn",
      found,
      meaning: t`They are kept here and sent with the next connection.`,
      fix: "sync",
    };
  }
  return {
    title,
    status: "warn",
    found: t`Not at the moment. ${last}.`,
    meaning: t`Check your connection.`,
    fix: "sync",
  };
}

/** Whether the rows on this device are those that the server has; null for an answer that did not come. */
export function checkRows(own: Collections, server: Collections | null, { isLive, waiting }: DeviceState): Check {
  const title = t`Data on this device`;
  const total = own.reduce((sum, { rows }) => sum + rows, 0);
  const rows = t`${new Intl.NumberFormat("en-US").format(total)} rows`;
  if (server === null) return { title, status: "unknown", found: t`${rows}, not compared with the server.` };
  const different = differing(own, server);
  if (different.length === 0) return { title, status: "pass", found: t`${rows}, the same as on the server.` };
  const names = different.map((name) => NAMES[name] ?? name).join(", ");
  if (!isLive || waiting > 0) {
    const found = t`${names} differ while something is still on its way.`;
    return { title, status: "warn", found, meaning: t`Look again once everything is sent and received.`, fix: "sync" };
  }
  const meaning = t`This device shows something else than the server has. Fetch everything anew; nothing is lost by it.`;
  return { title, status: "fail", found: t`${names} differ from the server.`, meaning, fix: "rebuild" };
}

/** The collections of which device and server do not hold the same. */
export function differing(own: Collections, server: Collections): string[] {
  const known = new Map<string, Collections[number]>(own.map((each) => [each.name, each]));
  return server
    .filter(({ name, rows, digest }) => known.get(name)?.rows !== rows || known.get(name)?.digest !== digest)
    .map(({ name }) => name);
}

/** `skewMs` is how far this device's clock is ahead; null where the server's is not known. */
export function checkClock(skewMs: number | null): Check {
  const title = t`Clock of this device`;
  if (skewMs === null) return { title, status: "unknown", found: t`The server's time is not known.` };
  const off = Math.abs(skewMs);
  if (off < SKEW_WARN_MS) return { title, status: "pass", found: t`It agrees with the server's.` };
  const way = skewMs > 0 ? "ahead" : "behind";
  const much = off < 120_000 ? t`${Math.round(off / 1000)} seconds` : t`${Math.round(off / 60_000)} minutes`;
  const found = `It is ${much} ${way}.`;
  const meaning = t`Codes of an authenticator may be refused, and times look wrong. Let your device set its clock by itself.`;
  return { title, status: off < SKEW_FAIL_MS ? "warn" : "fail", found, meaning };
}

export function checkStorage(storage: StorageFacts | null): Check {
  const title = t`Room on this device`;
  if (storage === null) return { title, status: "unknown", found: t`This browser does not tell.` };
  const { usedBytes, quotaBytes, isPersistent } = storage;
  const share = quotaBytes === null || quotaBytes === 0 ? 0 : usedBytes / quotaBytes;
  const used = quotaBytes === null ? formatBytes(usedBytes) : `${formatBytes(usedBytes)} of ${formatBytes(quotaBytes)}`;
  const found = t`${used} used.`;
  if (share > ROOM_WARN) {
    const meaning = t`Free some space on this device, or new data will not be kept.`;
    return { title, status: share > ROOM_FAIL ? "fail" : "warn", found, meaning };
  }
  if (isPersistent) return { title, status: "pass", found: t`${found} The browser keeps it when space runs out.` };
  const meaning = t`The browser may clear it when space runs out. Your data would come back from the server; unsent changes would not.`;
  return { title, status: "warn", found, meaning, fix: "protect" };
}

export function checkVersion({ page, worker: kept, state }: AppVersion): Check {
  const worker = kept ?? "";
  const title = t`Version of the app`;
  switch (state) {
    case "same":
      return { title, status: "pass", found: t`${page}, and it opens without a connection.` };
    case "none": {
      const meaning = t`The app needs a connection to open here. Reload it once; some private windows never keep it.`;
      return { title, status: "warn", found: t`${page}, not kept on this device.`, meaning };
    }
    case "other":
      return {
        title,
        status: "warn",
        found: t`${page} is open, ${worker} is kept.`,
        meaning: t`Open the app again to use it.`,
        fix: "update",
      };
    case "waiting":
      return {
        title,
        status: "warn",
        found: t`${page}; a newer one is ready.`,
        meaning: t`Update when you are done here.`,
        fix: "update",
      };
  }
}
