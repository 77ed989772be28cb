import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import type { InterfaceSetting } from "#schemas/interface.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs, askTwo } from "#tests/support/operators.ts";

let app: TestApp;
let operator: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [operator, other] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app)];
}, 120_000);
afterAll(() => app.stop());

describe("what everybody's screens show", () => {
  const URL = "/api/admin/interface";
  const EXPLORER = "https://explorer.example/testnet";
  const setting = (key: string, value: unknown, former: unknown = null) => ({
    setting: { key, value } as InterfaceSetting,
    former: { key, value: former } as InterfaceSetting,
    reason: "agreed",
  });
  const rowOf = (configKey: string) => app.database.collection("ui_config").findOne({ configKey });
  const told = async () => (await app.server.inject({ url: "/api/service" })).json().interface;

  test("nobody set anything: the defaults hold, also for guests", async () => {
    const { body } = await askAs(app, operator, "GET", URL);
    expect(body.settings).toEqual(INTERFACE_DEFAULTS);
    expect(body.defaults).toHaveLength(4);
    expect(await told()).toEqual(INTERFACE_DEFAULTS);
  });

  test("a feature is hidden by one operator, in a row that every device replicates, with before and after on record", async () => {
    const hide = setting("hiddenFeatures", ["trade"], []);
    const { body } = await askAs(app, operator, "PUT", URL, hide);
    expect(body).toMatchObject({ settings: { hiddenFeatures: ["trade"] } });
    expect(await told()).toMatchObject({ hiddenFeatures: ["trade"] });
    const row = await rowOf("hiddenFeatures");
    expect(row).toMatchObject({ userId: 0, deleted: false, configValue: '["trade"]', configCategory: "interface" });
    expect(row?.["revision"]).toBeGreaterThan(0);
    const [noted] = await app.database.collection("operator_actions").find().sort({ id: -1 }).limit(1).toArray();
    expect(noted).toMatchObject({ action: "set-interface", reason: "agreed", operatorId: operator.user.id });
    expect(JSON.parse(String(noted?.["change"]))).toEqual({
      before: { hiddenFeatures: [] },
      after: { hiddenFeatures: ["trade"] },
    });
    // Whoever still looks at what was before decides nothing.
    const late = await askAs(app, other, "PUT", URL, setting("hiddenFeatures", ["swap"], []));
    expect(late.body.code).toBe("interface-changed");
    expect(await told()).toMatchObject({ hiddenFeatures: ["trade"] });
  });

  test("an address that people follow takes two operators, and to take it away one", async () => {
    const set = setting("explorerUrl", EXPLORER);
    const asked = await askAs(app, operator, "PUT", URL, set);
    expect(asked.body.proposal).toMatchObject({ content: { kind: "set-interface" } });
    expect(await rowOf("explorerUrl")).toBeNull();
    const { id, digest } = asked.body.proposal;
    const url = `/api/admin/proposals/${id}/approve`;
    const own = await askAs(app, operator, "POST", url, { digest, reason: "mine" });
    expect(own.body.code).toBe("proposal-own");
    expect((await askAs(app, other, "POST", url, { digest, reason: "seen" })).body.state).toBe("done");
    expect(await told()).toMatchObject({ explorerUrl: EXPLORER });
    expect((await rowOf("explorerUrl"))?.["configValue"]).toBe(EXPLORER);
    const away = await askAs(app, operator, "PUT", URL, setting("explorerUrl", null, EXPLORER));
    expect(away.body.settings.explorerUrl).toBeNull();
  });

  test("what was set otherwise before the second operator agreed is void", async () => {
    const help = await askAs(app, operator, "PUT", URL, setting("supportAddress", "help@example.org"));
    const { id, digest } = help.body.proposal;
    await app.database
      .collection("ui_config")
      .updateOne(
        { configKey: "supportAddress" },
        { $set: { uid: "supportAddress", userId: 0, deleted: false, configValue: "other@example.org" } },
        { upsert: true },
      );
    const url = `/api/admin/proposals/${id}/approve`;
    const { body } = await askAs(app, other, "POST", url, { digest, reason: "seen" });
    expect(body.code).toBe("proposal-outdated");
    expect(await told()).toMatchObject({ supportAddress: "other@example.org" });
    await app.database.collection("ui_config").deleteOne({ configKey: "supportAddress" });
  });

  test.each([
    setting("explorerUrl", "javascript:alert(1)"),
    setting("explorerUrl", "http://explorer.example"),
    setting("supportAddress", "javascript:alert(1)//@example.org"),
    setting("socialLinks", { ...INTERFACE_DEFAULTS.socialLinks, github: "https://evil.example" }),
    setting("hiddenFeatures", ["everything"], []),
    setting("listing", "7"),
  ])("$setting is refused, and nothing is done", async (body) => {
    const answer = await askAs(app, operator, "PUT", URL, body);
    expect([answer.status, answer.body.code]).toEqual([400, "input-invalid"]);
  });

  test("a row that was written past the server leads nobody to a script", async () => {
    await app.database
      .collection("ui_config")
      .updateOne({ configKey: "explorerUrl" }, { $set: { configValue: "javascript:alert(1)//" } });
    expect(await told()).toMatchObject({ explorerUrl: null });
  });

  test("finance reads it and sets nothing", async () => {
    const finance = await aConfirmedAdmin(app, ["finance"]);
    expect((await askAs(app, finance, "GET", URL)).status).toBe(200);
    const { body } = await askTwo(app, finance, other, ["PUT", URL, setting("hiddenFeatures", [], ["trade"])]);
    expect(body.code).toBe("role-required");
  });
});
