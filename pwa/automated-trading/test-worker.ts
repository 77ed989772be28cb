/// <reference lib="webworker" />
import type { PairTest } from "#schemas/automated-trading.ts";
import { type DeviceTest, testOnDevice, type TooFewCandles } from "./test-on-device.ts";

export type DeviceAnswer = PairTest | TooFewCandles;

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", ({ data }: MessageEvent<DeviceTest>) => self.postMessage(testOnDevice(data), []));
