import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, PASSWORD } from "./astrolabe.ts";

/** Switches the second factor on through the API, as the person's own page would. */
export async function switchOn(page: Page): Promise<TOTP> {
  const post = (url: string, body: object) =>
    page.evaluate(
      async ([path, json]) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(String(path), { method: "POST", headers, body: String(json) })).json();
      },
      [url, JSON.stringify(body)],
    );
  await post("/api/confirm-identity", { password: PASSWORD });
  const { secret } = await post("/api/two-factor/begin", {});
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = totp.generate();
  expect((await post("/api/two-factor/enable", { code })).recoveryCodes).toHaveLength(10);
  return totp;
}
