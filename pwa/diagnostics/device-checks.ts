import { plural, t } from "@lingui/core/macro";
import { formatBytes, type StorageFacts } from "#pwa/parts/device/storage-facts.ts";
import { formatRelativeTime, formatSeries } from "#pwa/ui/format.ts";
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
  get transactions() {
    return t({ message: "transactions", context: "data on this device" });
  },
  get contacts() {
    return t({ message: "contacts", context: "data on this device" });
  },
  get balances() {
    return t({ message: "balances", context: "data on this device" });
  },
  get settings() {
    return t({ message: "settings", context: "data on this device" });
  },
  get notifications() {
    return t({ message: "notifications", context: "data on this device" });
  },
  get access_history() {
    return t({ message: "sign-ins", context: "data on this device" });
  },
  get claimable_balances() {
    return t({ message: "balances to claim", context: "data on this device" });
  },
  get deposits() {
    return t({ message: "deposits", context: "data on this device" });
  },
  get ui_config() {
    return t({ message: "texts of the app", context: "data on this device" });
  },
};

/** Whether this device is in step with the server, by its own account. */
export function checkSync({ isLive, waiting, lastSyncedAt, problem }: DeviceState, nowMs: number): Check {
  const title = t`In step with the server`;
  const last =
    lastSyncedAt === null
      ? t`It never was yet.`
      : t`Last ${{ ago: formatRelativeTime(lastSyncedAt, Math.max(nowMs, lastSyncedAt)) }}.`;
  if (problem === "storage-full") {
    const meaning = t`Free some space on this device. What you see may be old until then.`;
    return { title, status: "fail", found: t`This device has no room left for new data.`, meaning };
  }
  if (isLive && waiting === 0) return { title, status: "pass", found: t`Everything is sent and received.` };
  if (waiting > 0) {
    const unsent = plural(waiting, { one: "# change waits to be sent.", other: "# changes wait to be sent." });
    return {
      title,
      status: "warn",
      found: `${unsent} ${last}`,
      meaning: t`They are kept here and sent with the next connection.`,
      fix: "sync",
    };
  }
  return {
    title,
    status: "warn",
    found: `${t`Not at the moment.`} ${last}`,
    meaning: t`Check your connection.`,
    fix: "sync",
  };
}

/** Whether the rows on this device are those that the server has; null for an answer that did not come. */
export function checkRows(own: Collections, server: Collections | null, { isLive, waiting }: DeviceState): Check {
  const title = t`Data on this device`;
  const total = own.reduce((sum, { rows }) => sum + rows, 0);
  if (server === null) {
    const found = plural(total, {
      one: "# row, not compared with the server.",
      other: "# rows, not compared with the server.",
    });
    return { title, status: "unknown", found };
  }
  const different = differing(own, server);
  if (different.length === 0) {
    const found = plural(total, {
      one: "# row, the same as on the server.",
      other: "# rows, the same as on the server.",
    });
    return { title, status: "pass", found };
  }
  const names = formatSeries(different.map((name) => NAMES[name] ?? name));
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
  const found = skewWords(off, skewMs > 0);
  const meaning = t`Codes of an authenticator may be refused, and times look wrong. Let your device set its clock by itself.`;
  return { title, status: off < SKEW_FAIL_MS ? "warn" : "fail", found, meaning };
}

/** How far a clock is off, in whole seconds, or minutes from two on. */
function skewWords(off: number, isAhead: boolean): string {
  if (off < 120_000) {
    const seconds = Math.round(off / 1000);
    return isAhead
      ? plural(seconds, { one: "It is # second ahead.", other: "It is # seconds ahead." })
      : plural(seconds, { one: "It is # second behind.", other: "It is # seconds behind." });
  }
  const minutes = Math.round(off / 60_000);
  return isAhead
    ? plural(minutes, { one: "It is # minute ahead.", other: "It is # minutes ahead." })
    : plural(minutes, { one: "It is # minute behind.", other: "It is # minutes behind." });
}

export function checkStorage(storage: StorageFacts | null): Check {
  const title = t`Room on this device`;
  if (storage === null) return { title, status: "unknown", found: t`This browser does not tell.` };
  const { usedBytes, quotaBytes, isPersistent } = storage;
  const share = quotaBytes === null || quotaBytes === 0 ? 0 : usedBytes / quotaBytes;
  const used = formatBytes(usedBytes);
  const found = quotaBytes === null ? t`${used} used.` : t`${used} of ${{ quota: formatBytes(quotaBytes) }} used.`;
  if (share > ROOM_WARN) {
    const meaning = t`Free some space on this device, or new data will not be kept.`;
    return { title, status: share > ROOM_FAIL ? "fail" : "warn", found, meaning };
  }
  if (isPersistent) {
    const kept = t`The browser keeps it when space runs out.`;
    return { title, status: "pass", found: `${found} ${kept}` };
  }
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
