import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import type { SyncCollection } from "#schemas/protocol.ts";
import { FAIR_WEATHER, type FakeServer, type Weather } from "./fake-server.fixture.ts";
import { startSync, type SyncHandle } from "./start-sync.ts";
import { INITIAL_SYNC_STATUS, type SyncStatus } from "./sync-status.ts";

export const USD = `USD-G${"A".repeat(55)}`;
/** An alert as a person sets it. */
export const ALERT = {
  base: "XLM",
  quote: USD,
  direction: "above",
  price: "0.3",
  repeats: false,
  atOnce: false,
  note: "",
  setAt: "2026-01-01T00:00:00.000Z",
} as const;

export interface Device {
  readonly database: UserDatabase;
  readonly weather: Weather;
  readonly status: () => SyncStatus;
}

interface DeviceOptions {
  readonly kept: readonly SyncCollection[];
  /** Its clock, in ms since the epoch. */
  readonly now: () => number;
  readonly isUp?: boolean;
}

const opened: { readonly database: UserDatabase; readonly sync: SyncHandle }[] = [];

/** A device that keeps these small kinds in step with a server. Close it by {@link closeDevices}. */
export async function aDevice(server: FakeServer, { kept, now, isUp = true }: DeviceOptions): Promise<Device> {
  const weather = { ...FAIR_WEATHER, isUp };
  const database = await openUserDatabase(1, {
    storage: getRxStorageMemory(),
    multiInstance: false,
    device: `-small${opened.length}-${Math.floor(performance.now())}`,
    kept,
  });
  const state = { now: INITIAL_SYNC_STATUS };
  const publish = (status: SyncStatus) => void (state.now = status);
  opened.push({ database, sync: startSync(database, { now, openLink: server.link(weather), publish }) });
  return { database, weather, status: () => state.now };
}

/** Stops and closes every device that was opened. */
export async function closeDevices(): Promise<void> {
  for (const { sync, database } of opened.splice(0)) {
    await sync.stop();
    await database.close();
  }
}
