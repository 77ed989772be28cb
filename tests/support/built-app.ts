import { rm } from "node:fs/promises";
import { writeBuild } from "#server/platform/http/build.fixture.ts";
import { startTestApp, type TestApp } from "./app.ts";

/** An app as in production that serves such a build. */
export async function startBuiltApp(): Promise<{ readonly app: TestApp; readonly end: () => Promise<void> }> {
  const folder = await writeBuild();
  const app = await startTestApp({ pwaFolder: folder, publicUrl: "https://wallet.example.org", isProduction: true });
  app.server.log.level = "silent";
  const end = async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { app, end };
}
