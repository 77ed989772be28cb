import type { AccumulatorMaker } from "./running.ts";

export const SCRIPT_ACCUMULATORS: Readonly<Record<string, AccumulatorMaker>> = {};
