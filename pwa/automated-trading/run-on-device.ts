import { type DeviceTest, testOnDevice } from "./test-on-device.ts";
import type { DeviceAnswer } from "./test-worker.ts";

/** Runs a back-test beside the page where the browser can, so that nothing on it stands still. */
export async function runOnDevice(test: DeviceTest): Promise<DeviceAnswer> {
  if (typeof Worker === "undefined") return testOnDevice(test);
  const worker = new Worker(new URL("./test-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<DeviceAnswer>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<DeviceAnswer>) => resolve(data));
      // Offline its script may not be kept here yet: the page has the same code.
      worker.addEventListener("error", () => reject(new Error("The worker could not be started.")));
      worker.postMessage(test, []);
    }).catch(() => testOnDevice(test));
  } finally {
    worker.terminate();
  }
}
