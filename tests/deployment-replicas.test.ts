import { setTimeout as delay } from "node:timers/promises";
import { getRxStorageMemory } from "rxdb/plugins/storage-memory";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRows } from "#pwa/platform/db/rows.ts";
import { openUserDatabase, type UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { openSocketLink } from "#pwa/platform/sync/link.ts";
import { startSync, type SyncHandle } from "#pwa/platform/sync/start-sync.ts";
import { eventually } from "./support/app.ts";
import { joinReplicas, payOnce, type ReplicaPerson } from "./support/replica-people.ts";
import { type Replicas, START_MS, startReplicas } from "./support/replicas.ts";
import { IS_SHORT } from "./support/short.ts";

const BETWEEN_REQUESTS_MS = 30;

let replicas: Replicas;
let ana: ReplicaPerson;
let ben: ReplicaPerson;
/** What Ana was told is accepted. */
let paid = 0;
/** Ben's. */
let phone: { readonly database: UserDatabase; readonly sync: SyncHandle } | null = null;

beforeAll(async () => {
  replicas = await startReplicas(2);
}, START_MS);

afterAll(async () => {
  await phone?.sync.stop();
  await phone?.database.close();
  await replicas.close();
});

function ask(path: string, cookie: string, body?: object): Promise<Response> {
  return replicas.ask(path, cookie, body);
}

async function pay(): Promise<Response> {
  const response = await payOnce(replicas, ana, ben);
  if (response.ok) paid += 1;
  return response;
}

/** Whether Ben's phone has been told of every payment. */
async function isAllSeen(): Promise<boolean> {
  if (!phone) return false;
  const rows = await readRows(phone.database, "transactions");
  return rows.filter(({ amount }) => amount === "1.0000000").length === paid;
}

/** Asks and pays without end until `act` is through; answers with what was not as it should be. */
async function whileAsked(act: () => Promise<void>): Promise<{ readonly asked: number; readonly failures: string[] }> {
  const failures: string[] = [];
  let asked = 0;
  const over = new AbortController();
  async function keepOn(request: () => Promise<Response>, pauseMs: number): Promise<void> {
    while (!over.signal.aborted) {
      asked += 1;
      const answer = await request().catch((error: unknown) => String(error));
      if (typeof answer === "string") failures.push(answer);
      else if (answer.status !== 200 && answer.status !== 202) failures.push(`${answer.status} ${await answer.text()}`);
      else await answer.arrayBuffer();
      await delay(pauseMs);
    }
  }
  const askers = [
    keepOn(() => ask("/api/user", ben.cookie), BETWEEN_REQUESTS_MS),
    keepOn(() => ask("/readyz", ""), BETWEEN_REQUESTS_MS),
    keepOn(pay, BETWEEN_REQUESTS_MS * 10),
  ];
  await act().finally(() => over.abort());
  await Promise.all(askers);
  return { asked, failures };
}

test("two replicas serve one person after the other, and a payment by one is seen live at the other", async () => {
  [ana, ben] = await Promise.all([joinReplicas(replicas), joinReplicas(replicas)]);
  const database = await openUserDatabase(ben.id, {
    storage: getRxStorageMemory(),
    multiInstance: false,
    device: "-replicas",
    kept: ["transactions", "balances"],
  });
  let state = "";
  const sync = startSync(database, {
    now: () => Date.now(),
    openLink: (events) => openSocketLink(events, replicas.proxy.url, ben.cookie),
    publish: (shown) => {
      state = shown.state;
    },
  });
  phone = { database, sync };
  await eventually(() => state === "live", START_MS);
  const served = new Set<string>();
  while (served.size < 2 || replicas.proxy.lastAsked() === replicas.proxy.lastSocket()) {
    expect((await pay()).ok).toBe(true);
    served.add(replicas.proxy.lastAsked());
  }
  await eventually(isAllSeen, START_MS);
}, 240_000);

test.skipIf(IS_SHORT)(
  "one after the other is stopped and comes back while people ask and pay, and no request fails",
  async () => {
    const { asked, failures } = await whileAsked(async () => {
      for (const port of replicas.ports) {
        expect(await replicas.stop(port)).toBe(0);
        await replicas.start(port);
      }
    });
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(50);
    await eventually(isAllSeen, START_MS);
  },
  240_000,
);

test.skipIf(IS_SHORT)(
  "both are stopped and started anew, as by an upgrade, and what is asked meanwhile waits at the proxy",
  async () => {
    const { failures } = await whileAsked(async () => {
      expect(await Promise.all(replicas.ports.map(replicas.stop))).toEqual([0, 0]);
      await Promise.all(replicas.ports.map(replicas.start));
    });
    expect(failures).toEqual([]);
    await eventually(isAllSeen, START_MS);
  },
  240_000,
);
