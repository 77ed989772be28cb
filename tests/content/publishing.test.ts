import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Content } from "#schemas/content/items.ts";
import { AppError } from "#schemas/errors.ts";
import { openAddresses } from "#server/content/addresses.ts";
import { aPage } from "#server/content/pages.fixture.ts";
import { publishDraft, unpublish } from "#server/content/publish.ts";
import { itemName, readSnapshot } from "#server/content/published/read-published.ts";
import { publishDue, schedule } from "#server/content/schedule.ts";
import { findDraft, hashOf, versionsOf } from "#server/content/store.ts";
import { discardDraft, restoreVersion, saveDraft, write } from "#server/content/write-draft.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { startMongo, startStellar } from "#tests/support/embedded.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin } from "#tests/support/operators.ts";
import { testVault } from "#tests/support/vault.ts";

/** Two processes of one service, and an operator at each. */
const apps: TestApp[] = [];
const operators: number[] = [];
const ends: (() => Promise<void>)[] = [];
let keys = 0;

beforeAll(async () => {
  const [mongo, stellar] = await Promise.all([startMongo(), startStellar({ closeIntervalMs: 1000 })]);
  ends.push(
    () => mongo.stop(),
    () => stellar.stop(),
  );
  const keepRunning = () => Promise.resolve();
  const vault = testVault();
  for (const _process of [1, 2]) {
    const servers = { mongo: { ...mongo, stop: keepRunning }, stellar: { ...stellar, stop: keepRunning } };
    apps.push(await startTestApp({ ...servers, vault, readsPrices: apps.length > 0 }));
  }
  for (const app of apps) operators.push((await aConfirmedAdmin(app, ["editor"])).user.id);
}, 240_000);
afterAll(async () => {
  for (const app of apps) await app.stop();
  for (const end of ends) await end();
}, 60_000);

type Death = "none" | "before" | "after";
interface Step {
  readonly act: "save" | "reload" | "publish" | "restore" | "schedule" | "due" | "discard" | "unpublish" | "take-over";
  /** Which of the two does it. */
  readonly who: 0 | 1;
  /** When its process dies: before its transaction commits, or before it can answer. */
  readonly death: Death;
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    ...(["save", "save", "save", "reload", "reload", "publish", "publish", "restore"] as const),
    ...(["schedule", "due", "discard", "unpublish", "take-over"] as const),
  ),
  who: fc.constantFrom(0, 1),
  death: fc.constantFrom("none", "none", "none", "before", "after"),
});

/** A runtime whose process dies like that. */
function dying(runtime: Runtime, death: Death): Runtime {
  if (death === "none") return runtime;
  const { database } = runtime;
  const transaction = (async (work: (session: never) => Promise<unknown>) => {
    const done = await database.transaction(async (session) => {
      const result = await work(session as never);
      if (death === "before") throw new Error("killed");
      return result;
    });
    if (death === "after") throw new Error("killed");
    return done;
  }) as typeof database.transaction;
  return { ...runtime, database: { ...database, transaction } };
}

/** What one tab last saw, and goes on from. */
interface Tab {
  revision: number;
  baseVersion: number;
}

class Scene {
  readonly key = `fuzz-${(keys += 1)}`;
  readonly which = { kind: "page", key: this.key } as const;
  readonly tabs: [Tab, Tab] = [
    { revision: 0, baseVersion: 0 },
    { revision: 0, baseVersion: 0 },
  ];
  /** Everything that anybody ever tried to save. */
  readonly written = new Set<string>();
  /** Versions as they were first seen. */
  readonly frozen = new Map<number, string>();
  readonly answered = new Set<number>();
  #texts = 0;

  async run({ act, who, death }: Step): Promise<void> {
    const runtime = dying(this.#runtime(who), death);
    try {
      await this.#do(act, who, runtime);
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof Error && error.message === "killed")) throw error;
    }
  }

  #runtime(who: 0 | 1): Runtime {
    const app = apps[who];
    if (!app) throw new Error("no such process");
    return app.runtime;
  }

  async #do(act: Step["act"], who: 0 | 1, runtime: Runtime): Promise<void> {
    const operatorId = operators[who] ?? 0;
    const tab = this.tabs[who];
    const draftAct = { ...this.which, revision: tab.revision, reason: "fuzz" };
    const publishing = { runtime, addresses: await openAddresses("/nowhere") };
    switch (act) {
      case "reload": {
        const draft = await findDraft(runtime.database, null, this.which);
        const published = (await readSnapshot(runtime.database, runtime.log)).items.get(itemName("page", this.key));
        Object.assign(tab, { revision: draft?.revision ?? 0, baseVersion: published?.version ?? 0 });
        return;
      }
      case "save": {
        const content = this.#write();
        const { revision, baseVersion } = tab;
        const saved = await saveDraft(runtime, operatorId, { ...this.which, revision, baseVersion, content });
        // No two savings are ever given the same revision.
        expect(this.answered.has(saved.revision)).toBe(false);
        this.answered.add(saved.revision);
        tab.revision = saved.revision;
        return;
      }
      case "publish":
        return publishDraft(publishing, { operatorId, reason: "fuzz" }, draftAct);
      case "restore":
        return restoreVersion(runtime, operatorId, { ...draftAct, version: 1 });
      case "schedule": {
        const at = new Date(runtime.clock.now().getTime() + 1).toISOString();
        return schedule(runtime, operatorId, { ...draftAct, at });
      }
      case "due":
        return publishDue(publishing, new AbortController().signal);
      case "discard":
        return discardDraft(runtime, operatorId, draftAct);
      case "unpublish":
        return unpublish(runtime, { operatorId, reason: "fuzz" }, { ...this.which, version: tab.baseVersion });
      case "take-over":
        await write(runtime, operatorId, { ...this.which, isTakeOver: true });
    }
  }

  #write(): Content {
    const content = aPage(`${this.key} ${(this.#texts += 1)}`);
    this.written.add(hashOf(content));
    return content;
  }

  /** What is public is a version that somebody published, whole, on both processes; no version ever changes or goes. */
  async check(): Promise<void> {
    const versions = await versionsOf(this.#runtime(0).database).find(this.which).sort({ version: 1 }).toArray();
    for (const { version, content, hash } of versions) {
      expect(hashOf(content)).toBe(hash);
      expect(this.written.has(hash)).toBe(true);
      expect(this.frozen.get(version) ?? hash).toBe(hash);
      this.frozen.set(version, hash);
    }
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_each, at) => at + 1));
    expect(versions).toHaveLength(this.frozen.size);
    for (const [at, { hash }] of versions.entries()) expect(hash).not.toBe(versions[at - 1]?.hash);
    for (const { runtime } of apps) {
      const { items } = await readSnapshot(runtime.database, runtime.log);
      const shown = items.get(itemName("page", this.key));
      if (!shown) continue;
      expect(this.frozen.get(shown.version)).toBe(shown.hash);
      expect(hashOf(shown.content)).toBe(shown.hash);
      const acts = await runtime.database
        .collection("operator_actions")
        .find({ action: "publish-content", details: `page ${this.key}` })
        .toArray();
      const published = acts.map(({ change }) => JSON.parse(change).after.version);
      expect(published).toContain(shown.version);
      const draft = await findDraft(runtime.database, null, this.which);
      expect(draft === null || draft.baseVersion === shown.version).toBe(true);
    }
  }
}

test("what is public is always a version that somebody published, whoever does what at once, and dies over it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 }),
      async (rounds) => {
        const scene = new Scene();
        for (const round of rounds) {
          await Promise.all(round.map((each) => scene.run(each)));
          await scene.check();
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
}, 300_000);
