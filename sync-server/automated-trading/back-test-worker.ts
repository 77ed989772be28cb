import { parentPort, workerData } from "node:worker_threads";
import { type PairsTest, testPairs } from "#schemas/strategies/test-pairs.ts";

// A thread of its own: it may take seconds, and nobody else is to wait for it.
parentPort?.postMessage(testPairs(workerData as PairsTest), []);
