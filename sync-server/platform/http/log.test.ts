import * as v from "valibot";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { createLog } from "./log.ts";

function linesOf(work: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  work(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

test("an error is logged by its name, sentence, code and causes, and with nothing that hangs on it", () => {
  const driver = Object.assign(new Error("a write failed"), { code: 11_000, op: { password: "$argon2id$abc" } });
  const refused = new AppError("server-error", { errorId: "e1" }, { cause: driver });
  const text = linesOf((log) => log.error({ err: refused }, "request failed"));
  expect(JSON.parse(text)).toMatchObject({
    msg: "request failed",
    err: { type: "AppError", code: "server-error", cause: { message: "a write failed", code: 11_000 } },
  });
  expect(text).not.toContain("argon2id");
});

test("what a validator was given is not logged with its error", () => {
  const parsed = v.safeParse(v.strictObject({ recoveryCodes: v.number() }), { recoveryCodes: "ABCD-EFGH" });
  if (parsed.success) throw new Error("the input was accepted");
  const text = linesOf((log) => log.error({ err: new v.ValiError(parsed.issues) }, "request failed"));
  expect(JSON.parse(text).err.type).toBe("ValiError");
  expect(JSON.parse(text).err).not.toHaveProperty("issues");
});

test("secret fields are blotted out, at the top and below", () => {
  const text = linesOf((log) => log.info({ token: "t-1", deep: { password: "p-1", more: { cookie: "c-1" } } }, "x"));
  for (const secret of ["t-1", "p-1", "c-1"]) expect(text).not.toContain(secret);
});
