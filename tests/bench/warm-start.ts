import { type Figure, inRounds } from "./figures.ts";
import { prepareServer } from "./running-server.ts";

const ROUNDS = 3;

/** From the command to "Astrolabe is ready on", with everything embedded and its data there from an earlier run. */
export async function measureWarmStart(): Promise<Figure[]> {
  const server = await prepareServer({});
  try {
    await server.start();
    const values = await inRounds(ROUNDS, async () => {
      await server.stop();
      const startedAtMs = performance.now();
      await server.start();
      return performance.now() - startedAtMs;
    });
    return [{ name: "warm start to ready", unit: "ms", values }];
  } finally {
    await server.close();
  }
}
