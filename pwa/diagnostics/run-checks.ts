import { t } from "@lingui/core/macro";
import { call } from "#pwa/platform/api/call.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { readStorageFacts } from "#pwa/parts/device/storage-facts.ts";
import type { WalletHealthOutput } from "#schemas/diagnostics.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { readAppVersion } from "#pwa/parts/device/app-version.ts";
import type { Check } from "./check.ts";
import {
  checkClock,
  checkRows,
  checkStorage,
  checkSync,
  checkVersion,
  type DeviceState,
  differing,
} from "./device-checks.ts";
import { readOwnRows } from "./device-rows.ts";
import {
  checkAccount,
  checkBooks,
  checkLines,
  checkPayments,
  checkReserve,
  checkSequence,
  checkSigners,
  judgeFree,
} from "./wallet-checks.ts";
import { formatCount } from "#pwa/ui/format.ts";

/** What the server said, and how far this device's clock is ahead of its. */
interface Asked {
  readonly health: WalletHealthOutput | null;
  readonly skewMs: number | null;
}

/** What came meanwhile is no difference: it is looked at once more after this. */
const LOOK_AGAIN_MS = 1500;
/** How long what is on its way is waited for before it is said that it is. */
const SETTLING_MS = 8000;
const SETTLING_POLL_MS = 200;

const OF_SERVER: readonly (readonly [titleOf: () => string, check: (health: WalletHealthOutput) => Check])[] = [
  [() => t`Your assets`, checkLines],
  [() => t`Order of your payments`, checkSequence],
  [() => t`Payments under way`, checkPayments],
  [() => t`Who can move your money`, checkSigners],
  [() => t`Our books and the ledger`, checkBooks],
];

/**
 * Makes the checks one after another and tells each as it is done. What cannot be made without a connection is told, too.
 * `stateOf` answers with how this device stands at that moment.
 */
export async function runChecks(
  database: UserDatabase,
  stateOf: () => DeviceState,
  tell: (check: Check) => void,
): Promise<void> {
  const asked = await askServer();
  const { health } = asked;
  for (const check of health ? [checkAccount(health), checkReserve(health)] : await ownChecks(database)) tell(check);
  for (const [titleOf, check] of OF_SERVER) tell(health ? check(health) : notAsked(titleOf()));
  if (health) await settled(stateOf);
  tell(checkSync(stateOf(), nowMs()));
  tell(await compareRows(database, health, stateOf));
  tell(checkClock(asked.skewMs));
  tell(checkStorage(await readStorageFacts()));
  tell(checkVersion(await readAppVersion()));
}

async function askServer(): Promise<Asked> {
  const sentAtMs = nowMs();
  try {
    const health = await call(DIAGNOSTICS_ENDPOINTS.walletHealth, {});
    // The server read its clock somewhere between.
    return { health, skewMs: (sentAtMs + nowMs()) / 2 - Date.parse(health.at) };
  } catch (error) {
    logProblem("The server could not be asked about the wallet", error);
    return { health: null, skewMs: null };
  }
}

async function settled(stateOf: () => DeviceState): Promise<void> {
  const deadline = performance.now() + SETTLING_MS;
  while (!stateOf().isLive && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, SETTLING_POLL_MS));
}

/** What this device knows of the account without the server. */
async function ownChecks(database: UserDatabase): Promise<Check[]> {
  const title = t`XLM for fees and reserve`;
  const xlm = (await readRows(database, "balances")).find(({ issuer }) => issuer === "");
  if (!xlm) return [notAsked(t`Your account on the network`), notAsked(title)];
  const ledger = formatCount(xlm.asOfLedger);
  return [
    {
      title: t`Your account on the network`,
      status: "pass",
      found: t`It was there as of ledger ${ledger}, when this device last heard of it.`,
    },
    judgeFree(
      title,
      parseAmount(xlm.spendable),
      (free) => t`${free} XLM can be spent; as of ledger ${ledger}, when this device last heard of it.`,
    ),
  ];
}

function notAsked(title: string): Check {
  return { title, status: "unknown", found: t`Not checked: the server cannot be reached.` };
}

async function compareRows(database: UserDatabase, health: WalletHealthOutput | null, stateOf: () => DeviceState) {
  const own = await readOwnRows(database);
  if (!health || differing(own, health.collections).length === 0)
    return checkRows(own, health?.collections ?? null, stateOf());
  await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  const { health: again } = await askServer();
  return checkRows(await readOwnRows(database), again?.collections ?? null, stateOf());
}
